/** Runs in the picker's frame: whether the words of a block can be read on nothing but what is around them. */

/** More are not looked at: what holds for these holds for the block. */
export const MAX_WORDS = 200;
/** Ratio of luminances after WCAG 2, section 1.4.3, below which nobody sees that there is something. */
export const MIN_CONTRAST = 1.3;

export function isLegible(block: Element, beside: readonly Element[]): boolean {
  const words = wordsOf(block);
  return words.filter((element) => !isSeenIn(element, block, beside)).length * 2 <= words.length;
}

/** The elements that hold words which are laid out and seen: those of a menu that waits unseen stand on nothing. */
export function wordsOf(block: Element): readonly Element[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const words: Element[] = [];
  for (let node = walker.nextNode(); node && words.length < MAX_WORDS; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !/\S/.test(node.nodeValue ?? "") || element.getClientRects().length === 0) continue;
    if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) words.push(element);
  }
  return words;
}

export const MAX_GROUNDS = 4;

/** From this on nobody sees what is below. */
export const OPAQUE = 0.9;

/**
 * What words stand on that cannot be read on what is around them, or whose own ground is seen through: siblings of the block, or of something around it, that are
 * put behind it or have what is; from the uppermost down to the first that nothing is seen through.
 */
export function groundsBeside(block: Element): readonly Element[] {
  const isLost = !isLegible(block, []);
  const element = wordsOf(block).find(
    (words) => (isLost && !isSeenIn(words, block, [])) || isSeenThrough(words, block),
  );
  const under = element ? underOf(element) : [];
  const opaque = under.findIndex((at) => densityOf(at) >= OPAQUE);
  const grounds = new Set<Element>();
  for (const at of under.slice(0, opaque + 1)) {
    if (densityOf(at) === 0 || block.contains(at) || at.contains(block)) continue;
    let top: Element = at;
    while (top.parentElement && !top.parentElement.contains(block)) top = top.parentElement;
    grounds.add(top);
  }
  return [...grounds].slice(0, MAX_GROUNDS);
}

/** The first ground of the block that the words stand on is a shade, such as that of a caption over a picture. */
export function isSeenThrough(words: Element, block: Element): boolean {
  const ground = underOf(words).find((at) => !block.contains(at) || densityOf(at) > 0);
  return ground !== undefined && block.contains(ground) && densityOf(ground) < OPAQUE;
}

/** How much of what lies below it is hidden by its own ground, from 0 to 1; a picture hides all, a gradient to nothing half. */
export function densityOf(element: Element): number {
  const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
  const own = (colourOf(backgroundColor) ?? [0, 0, 0, 1])[3] as number;
  const isShade = !/url\(|image-set\(/.test(backgroundImage) && /, 0\)|\/ 0\)/.test(backgroundImage);
  const isPicture = (backgroundImage !== "none" && !isShade) || element.matches(PICTURES);
  return Number(opacity) * (isPicture ? 1 : Math.max(own, isShade ? 0.5 : 0));
}

/** On the nearest ground that is painted, of all that belongs to the block or is around it; a picture may be of any colour. */
export function isSeenIn(element: Element, block: Element, beside: readonly Element[]): boolean {
  const ink = colourOf(getComputedStyle(element).color);
  if (!ink) return true;
  const isThere = (at: Element): boolean =>
    block.contains(at) || at.contains(block) || beside.some((one) => one.contains(at));
  for (const at of groundsOf(element, isThere)) {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
    if (Number(opacity) < 0.5 && at !== element && !at.contains(element)) continue;
    if (backgroundImage !== "none" || (at !== element && at.matches(PICTURES))) return true;
    const ground = colourOf(backgroundColor);
    if (!ground || (ground[3] as number) >= 0.5) return !ground || contrast(ink, ground) >= MIN_CONTRAST;
  }
  // a page without a ground is white, or black where it says that it is dark
  const isDark = /dark/.test(getComputedStyle(document.documentElement).colorScheme);
  return isDark || contrast(ink, [255, 255, 255, 1]) >= MIN_CONTRAST;
}

export const PICTURES = "img,video,canvas,picture";
export const NEAR_EDGE_PX = 12;

/** From the words down, what lies under them where that is in view: a ground may be a sibling that was put behind them. */
export function groundsOf(element: Element, isThere: (at: Element) => boolean): readonly Element[] {
  const under = underOf(element);
  if (under.length > 0) return under.filter(isThere);
  const around: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) around.push(at);
  return around;
}

/**
 * The element itself and all that lies under the beginning of its words; empty where that is not in view. The ground of the
 * page lies below everything (CSS 2, appendix E): also below what is put behind the body that says its colour.
 */
export function underOf(element: Element): readonly Element[] {
  const box = element.getClientRects()[0];
  if (!box) return [];
  const under = document.elementsFromPoint(box.left + Math.min(box.width / 2, NEAR_EDGE_PX), box.top + box.height / 2);
  const from = under.indexOf(element);
  if (from < 0) return [];
  const all = under.slice(from);
  return [...all.filter((at) => !isOfPage(at)), ...all.filter(isOfPage)];
}

export function isOfPage(element: Element): boolean {
  return element === document.body || element === document.documentElement;
}

/** Colours that a canvas was asked for, by how they are written. */
export const CONVERTED: Record<string, readonly number[] | null> = {};

/** Red, green, blue and how dense it is; null for what is no colour. */
export function colourOf(written: string): readonly number[] | null {
  const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(written);
  if (parts) return [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 1)];
  CONVERTED[written] ??= convertedColour(written);
  return CONVERTED[written];
}

/** As a canvas of one pixel shows it: `oklch()`, `lab()` and `color()`, and what is mixed of them, are not said in red, green and blue. */
export function convertedColour(written: string): readonly number[] | null {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  if (!pen || !CSS.supports("color", written)) return null;
  pen.fillStyle = written;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data as unknown as [number, number, number, number];
  return [red, green, blue, alpha / 255];
}

export function contrast(one: readonly number[], other: readonly number[]): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export function luminance(colour: readonly number[]): number {
  const [red, green, blue] = colour.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
