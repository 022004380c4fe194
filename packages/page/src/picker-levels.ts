/** Runs in the picker's frame, and on the live page: the blocks around an element, one level for all wrappers of the same thing. */
import type { FrameBox, Level, WalkDirection } from "./picker-messages.ts";

export const MAX_LEVELS = 40;
export const MAX_NAME = 60;
/** Children that are looked at for whether a wrapper adds something; a page may have 200,000. */
export const MAX_CHILDREN = 2_000;
/** Boxes that differ by less on every side look the same. */
export const SAME_BOX_PX = 24;
/** Elements that say what they are; of several wrappers around one thing they stand for it. */
export const TELLING_TAGS = "article,aside,figure,footer,form,header,li,main,nav,ol,section,table,tr,ul,dl,h1,h2,h3";
export const NAMING = "h1,h2,h3,h4,h5,h6,caption,legend,th,dt";

/** The number of an element; -1 where it has none and cannot be picked. */
export type NumberOf = (element: Element) => number;

/** The levels around an element, from the page to the element; the last one is or contains it. */
export function levelsOf(element: Element, numberOf: NumberOf): Level[] {
  const groups: Element[][] = [];
  const root = document.documentElement;
  for (let at: Element | null = element; at && at !== root; at = parentOf(at)) {
    if (numberOf(at) < 0) continue;
    const inner = groups.at(-1);
    if (inner && addsNothing(at, inner.at(-1) as Element)) inner.push(at);
    else groups.push([at]);
  }
  return groups
    .slice(0, MAX_LEVELS)
    .map((group) => levelOf(tellingOf(group), numberOf))
    .reverse();
}

/** A field of a form can hide what the form says of itself, so nothing is asked of the element by its own names. */
export function parentOf(element: Element): Element | null {
  const { assignedSlot } = asked(element, Element.prototype, ["assignedSlot"]);
  if (assignedSlot) return assignedSlot as Element;
  const { parentNode } = asked(element, Node.prototype, ["parentNode"]);
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : null;
}

/** Properties of a node as its class has them. */
export function asked(node: Node, prototype: object, names: readonly string[]): Record<string, unknown> {
  const found = names.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)?.get?.call(node)]);
  return Object.fromEntries(found);
}

export function attributeIn(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

export function rectOf(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

export function isLike(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector);
}

/** A wrapper adds nothing where it holds nothing else to see and is hardly larger. */
export function addsNothing(wrapper: Element, inner: Element): boolean {
  const [left, top, width, height] = boxOf(wrapper);
  const [innerLeft, innerTop, innerWidth, innerHeight] = boxOf(inner);
  const isLarger =
    Math.abs(left - innerLeft) > SAME_BOX_PX ||
    Math.abs(top - innerTop) > SAME_BOX_PX ||
    Math.abs(left + width - innerLeft - innerWidth) > SAME_BOX_PX ||
    Math.abs(top + height - innerTop - innerHeight) > SAME_BOX_PX;
  return !isLarger && isAlone(wrapper, inner);
}

/** Whether the inner element is all that can be seen of the wrapper. */
export function isAlone(wrapper: Element, inner: Element): boolean {
  let seen = 0;
  const { childNodes } = asked(wrapper, Node.prototype, ["childNodes"]);
  for (const child of childNodes as NodeListOf<ChildNode>) {
    if (++seen > MAX_CHILDREN) return false;
    if (child === inner || Node.prototype.contains.call(child, inner)) continue;
    if (child instanceof Text && /\S/.test(child.data)) return false;
    if (child instanceof Element && !isUnseen(child)) return false;
  }
  return true;
}

export function isUnseen(element: Element): boolean {
  const { width, height } = rectOf(element);
  return width < 2 || height < 2;
}

/** Of so many elements in a block it is asked whether they can be seen. */
export const MAX_LOOKED_AT = 500;
/** What has a box once it has come. */
export const COMING = "img, video, iframe, canvas";

/** Nothing of it can be seen, however far one scrolls: a closed menu, a dialog, what is only for screen readers. */
export function isHidden(element: Element): boolean {
  if (isShown(element)) return false;
  const inside = Element.prototype.querySelectorAll.call(element, "*");
  for (let at = 0; at < inside.length && at < MAX_LOOKED_AT; at++) if (isShown(inside[at] as Element)) return false;
  return true;
}

export function isShown(element: Element): boolean {
  const isVisible = (opacityProperty: boolean) =>
    Element.prototype.checkVisibility.call(element, { visibilityProperty: true, opacityProperty });
  if (!isVisible(false) || (!isVisible(true) && !isFadingIn(element))) return false;
  const { left, right, bottom } = rectOf(element);
  if (left >= innerWidth && isHeldInWindow(element)) return false;
  if (isLike(element, COMING)) return true;
  const isBeside = right + scrollX <= 0 && getComputedStyle(document.documentElement).direction === "ltr";
  return !isUnseen(element) && !isBeside && bottom + scrollY > 0;
}

/** It is clear only until an animation has run. */
export function isFadingIn(element: Element): boolean {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (Element.prototype.getAnimations.call(at).length > 0) return true;
  }
  return false;
}

/** Nobody scrolls to what is outside of the window and stays there, such as a drawer. */
export function isHeldInWindow(element: Element): boolean {
  for (let at: Element | null = element; at; at = parentOf(at))
    if (getComputedStyle(at).position === "fixed") return true;
  return false;
}

/** Of wrappers around the same thing: one with an id, else one that says what it is, else the innermost. */
export function tellingOf(group: readonly Element[]): Element {
  const isNamed = (element: Element) =>
    Boolean(attributeIn(element, "id")) || attributeIn(element, "aria-label") !== null;
  const telling = group.findLast(isNamed) ?? group.findLast((element) => isLike(element, TELLING_TAGS)) ?? group[0];
  return telling as Element;
}

export function levelOf(element: Element, numberOf: NumberOf): Level {
  const { localName } = asked(element, Element.prototype, ["localName"]);
  return {
    node: numberOf(element),
    tag: String(localName).slice(0, 30),
    name: nameOf(element),
    box: boxOf(element),
  };
}

export function nameOf(element: Element): string {
  const label = attributeIn(element, "aria-label") ?? "";
  const naming = isLike(element, NAMING) ? element : Element.prototype.querySelector.call(element, NAMING);
  const words = [label, naming ? firstWords(naming) : "", firstWords(element), attributeIn(element, "id") ?? ""];
  const name = (words.find((said) => /\S/.test(said)) ?? "").replace(/\s+/g, " ").trim();
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}

/** The first text in an element, without reading all of it. */
export function firstWords(element: Element): string {
  const texts = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
  let words = "";
  for (let seen = 0; seen < MAX_CHILDREN && words.trim().length < MAX_NAME && texts.nextNode(); seen++) {
    words += ` ${(texts.currentNode as Text).data.slice(0, MAX_NAME * 2)}`;
  }
  return words;
}

/** The nearest block in a direction, as levels; empty where there is none. */
export function walk(from: Element, direction: WalkDirection, numberOf: NumberOf): Level[] {
  const levels = levelsOf(from, numberOf);
  if (direction === "out") return levels.slice(0, -1);
  const candidates = direction === "in" ? insideOf(from) : besides(from, direction, numberOf);
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > MAX_CHILDREN) break;
    if (numberOf(candidate) < 0 || isUnseen(candidate)) continue;
    const found = levelsOf(candidate, numberOf);
    // inside means further in: wrappers of the same thing are one level
    if (direction !== "in" || found.length > levels.length) return found;
  }
  return [];
}

export function* insideOf(element: Element): Generator<Element> {
  const inner = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_ELEMENT);
  while (inner.nextNode()) yield inner.currentNode as Element;
}

/** The siblings of an element, and of the wrappers around it that add nothing. */
export function* besides(element: Element, direction: WalkDirection, numberOf: NumberOf): Generator<Element> {
  const step = direction === "next" ? "nextElementSibling" : "previousElementSibling";
  for (let at: Element | null = element; at && !(at instanceof HTMLBodyElement); at = parentOf(at)) {
    if (at !== element && !(numberOf(at) >= 0 && addsNothing(at, element))) return;
    for (let sibling = siblingOf(at, step); sibling; sibling = siblingOf(sibling, step)) yield sibling;
  }
}

export function siblingOf(element: Element, step: "nextElementSibling" | "previousElementSibling"): Element | null {
  return asked(element, Element.prototype, [step])[step] as Element | null;
}

export function boxOf(element: Element): FrameBox {
  const { left, top, width, height } = rectOf(element);
  return [Math.round(left + scrollX), Math.round(top + scrollY), Math.round(width), Math.round(height)];
}
