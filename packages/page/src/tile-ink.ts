/** Runs in a hidden frame beside the sheet: what can be seen of a tile in the way, and in the width, in which it is shown. */
import type { colourOf, contrast, isSeenIn } from "./picker-contrast.ts";

export const MAX_PARTS = 4_000;
/** What is smaller is there for those who hear the page. */
export const MIN_SIDE_PX = 3;
/** Below this a box cannot be told from what it lies on. */
export const MIN_BOX_CONTRAST = 1.04;
export const THINGS = "img,svg,canvas,video,input,select,textarea,button,meter,progress";

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
  const tell = (): void => {
    endAnimations();
    parent.postMessage({ kind: "ink", ink: inkIn([...document.querySelectorAll(blocks)], tools) }, "*");
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
      words++;
      if (!isShown(element, rectOfText(node))) continue;
      seen++;
      if (!tools.isSeenIn(element, document.body)) lost++;
    }
  }
  if (seen > 0) return lost * 2 > seen ? "illegible" : "seen";
  return things > 0 || (words === 0 && boxes > 0) ? "seen" : "blank";
}

export function rectOfText(node: Node): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

/** A picture that has come, a control, a background, or what a style sheet writes: icons of a font. */
export function isThing(element: Element): boolean {
  const isNamed = element.matches(THINGS);
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

/** Of another colour than what it lies on. */
export function isBox(element: Element, tools: InkTools): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  const own = tools.colourOf(backgroundColor);
  const isPainted = backgroundImage !== "none" || (own !== null && (own[3] as number) >= 0.1);
  if (!isPainted || !isShown(element, element.getBoundingClientRect())) return false;
  if (backgroundImage !== "none" || !own) return true;
  return tools.contrast(own, groundOf(element, tools)) >= MIN_BOX_CONTRAST;
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
