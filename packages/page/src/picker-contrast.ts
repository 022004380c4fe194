/** Runs in the picker's frame: whether the words of a block can be read on nothing but what is around them. */

/** More are not looked at: what holds for these holds for the block. */
export const MAX_WORDS = 200;
/** Ratio of luminances after WCAG 2, section 1.4.3, below which nobody sees that there is something. */
export const MIN_CONTRAST = 1.3;

export function isLegible(block: Element): boolean {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let [seen, lost] = [0, 0];
  for (let node = walker.nextNode(); node && seen < MAX_WORDS; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !/\S/.test(node.nodeValue ?? "") || element.getClientRects().length === 0) continue;
    seen++;
    if (!isSeenIn(element, block)) lost++;
  }
  return lost * 2 <= seen;
}

/** On the nearest ground that is painted, of all that belongs to the block or is around it; a picture may be of any colour. */
export function isSeenIn(element: Element, block: Element): boolean {
  const ink = colourOf(getComputedStyle(element).color);
  if (!ink) return true;
  for (const at of groundsOf(element, block)) {
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
export function groundsOf(element: Element, block: Element): readonly Element[] {
  const around: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) around.push(at);
  const box = element.getClientRects()[0];
  if (!box) return around;
  const under = document.elementsFromPoint(box.left + Math.min(box.width / 2, NEAR_EDGE_PX), box.top + box.height / 2);
  const from = under.indexOf(element);
  return from < 0 ? around : under.slice(from).filter((at) => block.contains(at) || at.contains(block));
}

/** Red, green, blue and how dense it is; null for a colour that is written in another way. */
export function colourOf(written: string): readonly number[] | null {
  const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(written);
  return parts && [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 1)];
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
