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
    if (!isSeenIn(element)) lost++;
  }
  return lost * 2 <= seen;
}

/** On the nearest ground that is painted; an image may be of any colour. */
export function isSeenIn(element: Element): boolean {
  const ink = colourOf(getComputedStyle(element).color);
  if (!ink) return true;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage !== "none") return true;
    const ground = colourOf(backgroundColor);
    if (!ground || (ground[3] as number) >= 0.5) return !ground || contrast(ink, ground) >= MIN_CONTRAST;
  }
  // a page without a ground is white, or black where it says that it is dark
  const isDark = /dark/.test(getComputedStyle(document.documentElement).colorScheme);
  return isDark || contrast(ink, [255, 255, 255, 1]) >= MIN_CONTRAST;
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
