/** Runs in a captured page: which images are seen on it, and which style sheets dress it, by the addresses that it names. */

/** Left, top, width and height in CSS pixels of the page. */
export type SeenBox = readonly [left: number, top: number, width: number, height: number];

export interface SeenFiles {
  /** Those seen in one of the boxes, in the order of the page. */
  readonly within: readonly string[];
  /** All others, in the same order. */
  readonly beside: readonly string[];
  readonly sheets: readonly string[];
}

/** Elements whose styles are asked for. */
export const MAX_SEEN_ELEMENTS = 10_000;
export const MAX_SEEN_ADDRESSES = 500;
export const LONGEST_ADDRESS = 4_096;
/** What a style sheet may paint with an image. */
export const PAINTS: readonly string[] = [
  "backgroundImage",
  "borderImageSource",
  "listStyleImage",
  "maskImage",
  "content",
];

/** What lies behind a box is seen in it as well. */
export function filesSeen(boxes: readonly SeenBox[]): SeenFiles {
  const [within, beside, sheets] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const roots: (Document | ShadowRoot)[] = [document];
  let looked = 0;
  for (let at = 0; at < roots.length; at++) {
    const root = roots[at]!;
    for (const { ownerNode } of root.styleSheets) if (ownerNode instanceof HTMLLinkElement) sheets.add(ownerNode.href);
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (looked++ >= MAX_SEEN_ELEMENTS || within.size + beside.size >= MAX_SEEN_ADDRESSES) continue;
      const addresses = imagesOf(element);
      if (addresses.length === 0) continue;
      const isWithin = isSeenIn(boxes, element);
      for (const address of addresses) (isWithin ? within : beside).add(address);
    }
  }
  const others = [...beside].filter((address) => !within.has(address));
  return { within: [...within], beside: others, sheets: [...sheets] };
}

export function imagesOf(element: Element): string[] {
  const painted = [null, "::before", "::after"].flatMap((part) => {
    const style = getComputedStyle(element, part);
    return PAINTS.flatMap((name) => addressesIn(style[name as "backgroundImage"]));
  });
  return [ownImage(element), ...painted].filter(isKept);
}

export function isKept(address: string): boolean {
  return address.length <= LONGEST_ADDRESS && /^https?:/i.test(address);
}

/** The one that was chosen of several. */
export function ownImage(element: Element): string {
  if (element instanceof HTMLImageElement) return element.currentSrc;
  if (element instanceof HTMLVideoElement) return element.poster;
  if (element instanceof HTMLInputElement) return element.type === "image" ? element.src : "";
  if (!(element instanceof SVGImageElement)) return "";
  const { baseVal } = element.href;
  return URL.canParse(baseVal, document.baseURI) ? new URL(baseVal, document.baseURI).href : "";
}

/** Computed values have whole addresses, always in double quotes. */
export function addressesIn(value: string): string[] {
  if (!value.includes("url(")) return [];
  return Array.from(value.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g), ([, address]) => address!.replace(/\\(.)/g, "$1"));
}

export function isSeenIn(boxes: readonly SeenBox[], element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + scrollX, top + scrollY];
  return boxes.some(([boxX, boxY, boxWidth, boxHeight]) => {
    return x < boxX + boxWidth && x + width > boxX && y < boxY + boxHeight && y + height > boxY;
  });
}
