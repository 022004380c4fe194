/** What a person sees at a point of the page, in open shadow trees as well, and through covers that show nothing. */
import { isLike } from "@tessera/page/live";

interface Point {
  readonly x: number;
  readonly y: number;
}

const MAX_DEPTH = 50;
/** Of what is seen of the page: a smaller thing that shows nothing may be meant. */
const COVER_SHARE = 0.5;
const SHOWING = "img, picture, svg, canvas, video, audio, iframe, embed, object, input, button, select, textarea";

export function elementAt({ x, y }: Point, ours: Element): Element | null {
  const found = Document.prototype.elementsFromPoint.call(document, x, y).filter((element) => element !== ours);
  const seen = found.find((element) => !isCover(element)) ?? found[0] ?? null;
  return seen && insideShadows(seen, { x, y });
}

/** The address of the document in a frame; null for what is no frame. */
export function framedAddress(element: Element): string | null {
  if (!(element instanceof HTMLIFrameElement)) return null;
  const { src } = element;
  return /^https?:/.test(src) ? src : "";
}

/** What lies above a shadow tree, such as the picker itself, is not asked for. */
function insideShadows(element: Element, { x, y }: Point): Element {
  let at = element;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const root = at.shadowRoot;
    const inner = root?.elementsFromPoint(x, y).find((each) => each.getRootNode() === root && !isCover(each));
    if (!inner) return at;
    at = inner;
  }
  return at;
}

/** Large, and with nothing in it to see: laid over the page so that nothing below can be pressed. */
function isCover(element: Element): boolean {
  const { width, height } = Element.prototype.getBoundingClientRect.call(element);
  if (width * height < innerWidth * innerHeight * COVER_SHARE) return false;
  if (element === document.documentElement || element instanceof HTMLBodyElement) return false;
  if (isLike(element, SHOWING) || Element.prototype.querySelector.call(element, SHOWING)) return false;
  if (element.shadowRoot) return false;
  return !/\S/.test(Object.getOwnPropertyDescriptor(Node.prototype, "textContent")?.get?.call(element) ?? "");
}
