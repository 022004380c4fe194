/** Runs in a hidden frame beside the sheet: what can be seen of a tile in the way, and in the width, in which it is shown. */
import type { colourOf, contrast, isSeenIn } from "./picker-contrast.ts";

export const MAX_PARTS = 4_000;
/** What is smaller is there for those who hear the page. */
export const MIN_SIDE_PX = 3;
/** Below this a box cannot be told from what it lies on. */
export const MIN_BOX_CONTRAST = 1.04;
/** A menu that waits beside the window is nearer. */
export const FAR_PX = 3_000;
/** How soon a window without a size is looked at again. */
export const AGAIN_MS = 20;
/** When a tile in which nothing was seen is looked at again, each time after that: its window may not have been as large as its frame. */
export const LATER_MS: readonly number[] = [50, 100, 200, 400];
export const THINGS = "img,svg,canvas,video,input,select,textarea,button,meter,progress";
/** In a tile nothing plays and nothing draws: these show a poster, or the picture that was taken of them. */
export const EMPTY_THINGS = "canvas,video:not([poster])";

export interface InkTools {
  readonly isSeenIn: typeof isSeenIn;
  readonly colourOf: typeof colourOf;
  readonly contrast: typeof contrast;
}

/** Told once, when everything is loaded: what is said by then is what a person sees. */
export function startInk(blocks: string, tools: InkTools): void {
  // what no pointer meets is painted all the same
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*{pointer-events:auto!important}");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const element of document.querySelectorAll("[inert]")) element.removeAttribute("inert");
  const later = [...LATER_MS];
  const tell = (): void => {
    // a frame in a process of its own may be loaded before that hears how large it is: nothing is in its window then
    if (innerWidth === 0 || innerHeight === 0) {
      setTimeout(tell, AGAIN_MS);
      return;
    }
    endAnimations();
    const all = [...document.querySelectorAll(blocks)];
    const ink = inkIn(all, tools);
    const laterMs = ink === "seen" ? undefined : later.shift();
    if (laterMs === undefined) parent.postMessage({ kind: "ink", ink, heightPx: heightIn(all) }, "*");
    else setTimeout(tell, laterMs);
  };
  if (document.readyState === "complete") tell();
  else addEventListener("load", tell);
}

/** What fades in is seen in a moment. */
export function endAnimations(): void {
  for (const animation of document.getAnimations()) {
    try {
      animation.finish();
    } catch {
      // one without an end
    }
  }
}

/** All of the block with the space around it. A window is filled to its end, so that only what goes beyond it has another height. */
export function heightIn(blocks: readonly Element[]): number {
  // both of one layout: the window may hear of its size before or after that
  const { scrollHeight, clientHeight } = document.documentElement;
  if (scrollHeight > clientHeight) return scrollHeight;
  const bottoms = blocks.map((block) => block.getBoundingClientRect().bottom + scrollY);
  const pad = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--tessera-pad"));
  return Math.ceil(Math.max(0, ...bottoms) + (pad || 0));
}

/** Words that are there have to be seen; of a block without any, pictures, controls or boxes in colour do. */
export function inkIn(blocks: readonly Element[], tools: InkTools): "seen" | "blank" | "illegible" {
  let [words, seen, lost, things, boxes, parts] = [0, 0, 0, 0, 0, 0];
  for (const block of blocks) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node: Node | null = block; node && parts < MAX_PARTS; node = walker.nextNode(), parts++) {
      if (node instanceof Element) {
        if (isThing(node)) things++;
        else if (isBox(node, tools)) boxes++;
        continue;
      }
      const element = node.parentElement;
      if (!element || !/\S/.test(node.nodeValue ?? "")) continue;
      const rect = rectOfText(node);
      if (!isShown(element, rect)) {
        if (!isOnlyHeard(element, rect)) words++;
        continue;
      }
      words++;
      seen++;
      if (!tools.isSeenIn(element, document.body, [])) lost++;
    }
  }
  if (seen > 0) return lost * 2 > seen ? "illegible" : "seen";
  return things > 0 || (words === 0 && boxes > 0) ? "seen" : "blank";
}

/** Meant for ears alone, as the label of a light: in a box of a pixel, or far beside the window. */
export function isOnlyHeard(element: Element, text: DOMRect): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  if (text.right < -FAR_PX || text.bottom < -FAR_PX) return true;
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const { width, height } = at.getBoundingClientRect();
    const isPixel = [width, height].every((side) => side > 0 && side < MIN_SIDE_PX);
    if (isPixel && getComputedStyle(at).overflow !== "visible") return true;
  }
  return false;
}

export function rectOfText(node: Node): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

/** A picture that has come, a control, a background, or what a style sheet writes: icons of a font. */
export function isThing(element: Element): boolean {
  const isNamed = element.matches(THINGS) && !element.matches(EMPTY_THINGS);
  if (element instanceof HTMLImageElement && !(element.complete && element.naturalWidth > 1)) return false;
  if (!isNamed && !hasPicture(element)) return false;
  return isShown(element, element.getBoundingClientRect());
}

export function hasPicture(element: Element): boolean {
  if (/url\(/.test(getComputedStyle(element).backgroundImage)) return true;
  return ["::before", "::after"].some((part) =>
    /[^"\s]/.test(getComputedStyle(element, part).content.replace(/^(?:none|normal)$/, "")),
  );
}

/** Of another colour than what it lies on, or with a part of such a colour that a style sheet adds: a bar, a dot. */
export function isBox(element: Element, tools: InkTools): boolean {
  const own = getComputedStyle(element);
  const isPainted = isPaintedOn(own, () => groundOf(element, tools), tools) || hasAddedBox(element, own, tools);
  return isPainted && isShown(element, element.getBoundingClientRect());
}

export function isPaintedOn(
  { backgroundColor, backgroundImage }: Pick<CSSStyleDeclaration, "backgroundColor" | "backgroundImage">,
  ground: () => readonly number[],
  { colourOf, contrast }: InkTools,
): boolean {
  if (backgroundImage !== "none") return true;
  const own = colourOf(backgroundColor);
  return own !== null && (own[3] as number) >= 0.1 && contrast(own, ground()) >= MIN_BOX_CONTRAST;
}

export function hasAddedBox(element: Element, own: CSSStyleDeclaration, tools: InkTools): boolean {
  const below = () => {
    const ground = tools.colourOf(own.backgroundColor);
    return ground && (ground[3] as number) >= 0.5 ? ground : groundOf(element, tools);
  };
  return ["::before", "::after"].some((part) => {
    const style = getComputedStyle(element, part);
    if (/^(?:none|normal)$/.test(style.content)) return false;
    const isLarge = [style.width, style.height].every((side) => Number.parseFloat(side) >= MIN_SIDE_PX);
    return isLarge && isPaintedOn(style, below, tools);
  });
}

export function groundOf(element: Element, { colourOf }: InkTools): readonly number[] {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const ground = colourOf(getComputedStyle(at).backgroundColor);
    if (ground && (ground[3] as number) >= 0.5) return ground;
  }
  return [255, 255, 255, 1];
}

/** In the window, and not cut off by what it is in. */
export function isShown(element: Element, { left, top, right, bottom }: DOMRect): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  let [x, y, toX, toY] = [
    Math.max(left, 0),
    Math.max(top, 0),
    Math.min(right, innerWidth),
    Math.min(bottom, innerHeight),
  ];
  for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
    if (getComputedStyle(at).overflow === "visible") continue;
    const around = at.getBoundingClientRect();
    [x, y] = [Math.max(x, around.left), Math.max(y, around.top)];
    [toX, toY] = [Math.min(toX, around.right), Math.min(toY, around.bottom)];
  }
  return toX - x >= MIN_SIDE_PX && toY - y >= MIN_SIDE_PX;
}
