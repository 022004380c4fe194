/**
 * Runs in a captured page: marks what is there to see without a word or an image, because a style sheet paints it: icons of a
 * font, pictures and colours behind nothing, dots that say how something is. The markup says nothing of it.
 */
import type { hasAddedBox, hasPicture, InkTools, isPaintedOn } from "./tile-ink.ts";

export const PAINTED_MARK = "data-tessera-painted";
export const MAX_PAINTED = 2_000;
/** Empty elements whose styles are asked for. */
export const MAX_LOOKED_AT = 4_000;
/** What is smaller is there for those who hear the page. */
export const MIN_PAINTED_PX = 3;
/** A box of a colour that is larger than a dot is something to see only where it stands out: others are empty cards. */
export const MAX_DOT_PX = 48;
export const MIN_STANDING_OUT = 1.5;

/** Of modules that are sent along with this one. */
export interface PaintTools extends InkTools {
  readonly hasPicture: typeof hasPicture;
  readonly hasAddedBox: typeof hasAddedBox;
  readonly isPaintedOn: typeof isPaintedOn;
  readonly groundOf: (element: Element, tools: InkTools) => readonly number[];
}

/** Returns how many elements were marked. What has words in it is seen by them. */
export function markPainted(tools: PaintTools): number {
  let [marked, looked] = [0, 0];
  const roots: (Document | ShadowRoot)[] = [document];
  for (let at = 0; at < roots.length; at++) {
    const root = roots[at]!;
    const worded = wordedIn(root);
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      element.removeAttribute(PAINTED_MARK);
      if (!(element instanceof HTMLElement) || worded.has(element)) continue;
      if (isUnseen(element) || isThingItself(element)) continue;
      if (marked === MAX_PAINTED || looked++ >= MAX_LOOKED_AT || !isPainted(element, tools)) continue;
      element.setAttribute(PAINTED_MARK, "");
      marked++;
    }
  }
  return marked;
}

/** All that has words somewhere in it. */
export function wordedIn(root: Document | ShadowRoot): ReadonlySet<Element> {
  const worded = new Set<Element>();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!/\S/.test(node.nodeValue ?? "") || (node.parentElement && isUnseen(node.parentElement))) continue;
    for (let at = node.parentElement; at && !worded.has(at); at = at.parentElement) worded.add(at);
  }
  return worded;
}

/** Controls and images are seen as what they are; what is drawn on the others is none of a style sheet's, and their ground alone says nothing. */
export function isThingItself(element: Element): boolean {
  if (element instanceof HTMLImageElement) return element.currentSrc !== "";
  return /^(?:canvas|video|audio|iframe|object|embed|button|input|meter|progress|select|textarea)$/.test(
    element.localName,
  );
}

export function isUnseen(element: Element): boolean {
  return /^(?:head|title|meta|link|base|script|style|template|noscript|br|source|track|option)$/.test(
    element.localName,
  );
}

export function isPainted(element: HTMLElement, tools: PaintTools): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (width < MIN_PAINTED_PX || height < MIN_PAINTED_PX) return false;
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const style = getComputedStyle(element);
  if (tools.hasPicture(element) || tools.hasAddedBox(element, style, tools)) return true;
  const ground = tools.groundOf(element, tools);
  if (!tools.isPaintedOn(style, () => ground, tools)) return false;
  if (style.backgroundImage !== "none" || Math.max(width, height) <= MAX_DOT_PX) return true;
  return tools.contrast(tools.colourOf(style.backgroundColor) ?? ground, ground) >= MIN_STANDING_OUT;
}
