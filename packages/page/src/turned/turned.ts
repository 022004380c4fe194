/**
 * Runs in pages: how an element is turned, scaled or skewed, by itself and by all that it is in. Its box says where it is
 * seen, not how it was laid out.
 */

/** On an element of a captured page: what `Turned` has, in its order, with spaces between. */
export const TURNED_MARK = "data-tessera-turned";
export const MAX_TURNED = 1_000;
export const MAX_DEPTH = 2_000;
/** A difference that nobody sees in a block as wide as a window. */
export const SAME_TURN = 0.0005;
/** Flatter than this it is seen from its edge. */
export const MIN_AREA = 0.001;
/** Larger than this nobody looks at it. */
export const MAX_FACTOR = 1_000;
/** Inline elements to which a transform applies. */
export const ATOMIC = "img,video,canvas,input,button,select,textarea,iframe,object,embed,progress,meter";

/** Four numbers of a matrix of CSS, without its offset: where a thing is seen is in its box. */
export type Turn = readonly [a: number, b: number, c: number, d: number];
/** The size that it was laid out in, and how it is turned. */
export type Turned = readonly [width: number, height: number, ...turn: Turn];

/** Marks what is turned, from the outside in. Returns how many elements were marked. */
export function writeTurned(): number {
  let marked = 0;
  const turns = new Map<Element, Turn>();
  const roots: (Document | ShadowRoot)[] = [document];
  for (let at = 0; at < roots.length; at++) {
    for (const element of roots[at]!.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      element.removeAttribute(TURNED_MARK);
      const holder = holderOf(element);
      const turn = turnIn(element, (holder && turns.get(holder)) ?? null);
      if (!turn || marked === MAX_TURNED) continue;
      turns.set(element, turn);
      const turned = turnedBy(element, turn);
      if (!turned) continue;
      element.setAttribute(TURNED_MARK, turned.join(" "));
      marked++;
    }
  }
  return marked;
}

/** Null where it is as it was laid out, but for its place. */
export function turnedOf(element: Element): Turned | null {
  const around: Element[] = [];
  for (let at: Element | null = element; at && around.length < MAX_DEPTH; at = holderOf(at)) around.push(at);
  const turn = around.reduceRight<Turn | null>((outer, at) => turnIn(at, outer), null);
  return turn && turnedBy(element, turn);
}

/** What it stands in, or whose shadow tree; a field of a form can hide what the form says of itself. */
export function holderOf(element: Element): Element | null {
  const parent = Object.getOwnPropertyDescriptor(Node.prototype, "parentNode")?.get?.call(element) as Node | null;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/** Its own turn within that of what it is in. */
export function turnIn(element: Element, outer: Turn | null): Turn | null {
  const own = ownTurn(element);
  if (!own || !outer) return own ?? outer;
  const [a, b, c, d] = outer;
  const [e, f, g, h] = own;
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];
}

export function ownTurn(element: Element): Turn | null {
  if (!(element instanceof HTMLElement)) return null;
  const { transform, rotate, scale, display } = getComputedStyle(element);
  // what is in a page that goes away has no style at all
  if (transform === "") return null;
  if (transform === "none" && rotate === "none" && scale === "none") return null;
  if (display === "contents" || (display === "inline" && !element.matches(ATOMIC))) return null;
  const parts = [turnWord("rotate", rotate), turnWord("scale", scale), transform].filter((part) => part !== "none");
  const { a, b, c, d } = new DOMMatrix(parts.join(" "));
  const differences = [a - 1, b, c, d - 1].map(Math.abs);
  return Math.max(...differences) < SAME_TURN ? null : [a, b, c, d];
}

/** The property of that name as a function; one angle alone turns in the plane, one behind the name of an axis does not. */
export function turnWord(name: "rotate" | "scale", value: string): string {
  if (value === "none") return value;
  const words = value.split(" ");
  const axis = words.length === 2 && name === "rotate" ? String(words.shift()).toUpperCase() : "";
  return `${name}${axis || (words.length > 2 ? "3d" : "")}(${words.join(",")})`;
}

/** Null where nothing of it is seen, or nobody knows how large it was laid out. */
export function turnedBy(element: Element, [a, b, c, d]: Turn): Turned | null {
  if (!(element instanceof HTMLElement) || Math.abs(a * d - b * c) < MIN_AREA) return null;
  const style = getComputedStyle(element);
  const sum = (...names: string[]) =>
    names.reduce((all, name) => all + Number.parseFloat(style.getPropertyValue(name)), 0);
  const isWhole = style.boxSizing === "border-box";
  const sides = (one: string, other: string) =>
    isWhole ? [] : [`padding-${one}`, `padding-${other}`, `border-${one}-width`, `border-${other}-width`];
  const width = sum("width", ...sides("left", "right"));
  const height = sum("height", ...sides("top", "bottom"));
  const turned = [width, height, a, b, c, d].map((number) => Math.round(number * 10_000) / 10_000);
  const isSeen = width >= 1 && height >= 1 && [a, b, c, d].every((factor) => Math.abs(factor) <= MAX_FACTOR);
  return isSeen && turned.every(Number.isFinite) ? (turned as unknown as Turned) : null;
}
