/**
 * A document becomes a snapshot: its flat tree, cleaned while it is read, with the box of everything that is seen. The
 * document may be anybody's: nothing is asked of an element by a name that a form or the document can hide behind a field.
 */

import { TURNED_MARK, type Turn, turnedBy, turnIn } from "../turned/turned.ts";
import { cleanAddress, cleanPageAddress, cleanStyle } from "./clean-address.ts";
import { type Attribute, cleanAttributes, isFrame, isLeftOut, isTypedIn, SHADOW_MARK, tagOf } from "./clean-node.ts";
import { NODE_TYPE, type PageSnapshot, type SnapshotWay, SnapshotWriter } from "./page-snapshot.ts";

export interface SnapshotOrder {
  /** Of the page, where the document does not know it: one that was parsed and is not shown. */
  readonly url?: string;
  readonly way: SnapshotWay;
  /** Elements that are no part of the page: our own. */
  readonly leftOut?: readonly Element[];
}

export interface TakenSnapshot {
  readonly snapshot: PageSnapshot;
  /** The number of an element in it; undefined where it is not in it. */
  readonly numberOf: (element: Element) => number | undefined;
  /** The elements of these numbers. */
  readonly elementsOf: (nodes: readonly number[]) => Element[];
  /** What was taken away, for whoever wants to know. */
  readonly removed: Removed;
  /** What the page shows from elsewhere, for whoever may fetch it with the person's cookies. */
  readonly linked: readonly Linked[];
}

/** An image or a style sheet. Its whole address may hold a key, and is no part of the snapshot. */
export interface Linked {
  readonly kind: "image" | "sheet";
  readonly node: number;
  readonly address: string;
  /** As the snapshot names it, resolved. */
  readonly url: string;
}

export interface Removed {
  scripts: number;
  /** Fields whose contents were left behind. */
  fields: number;
  /** Attributes that stayed behind, or were sent shorter. */
  attributes: number;
}

/** Of all style sheets together: what is beyond stays an address. */
const MAX_STYLE_CHARACTERS = 1_000_000;

export function takeSnapshot(document: Document, order: SnapshotOrder): TakenSnapshot {
  const url = cleanPageAddress(order.url ?? location.href);
  const taking = new Taking(document, order, url);
  taking.run();
  const { numbers, removed, linked, writer } = taking;
  return {
    snapshot: writer.finish(url, order.way),
    numberOf: (element) => numbers.get(element),
    elementsOf: (nodes) => {
      const wanted = new Set(nodes);
      return [...numbers].flatMap(([element, node]) => (wanted.has(node) ? [element] : []));
    },
    removed,
    linked,
  };
}

interface Step {
  readonly node: Node;
  readonly parent: number;
  /** How many elements up the host of the shadow tree is; 0 outside of any. */
  readonly shadowDepth: number;
  /** By how much it is turned by what it is in. */
  readonly turn: Turn | null;
}

class Taking {
  readonly writer = new SnapshotWriter();
  readonly numbers = new Map<Element, number>();
  readonly removed: Removed = { scripts: 0, fields: 0, attributes: 0 };
  readonly linked: Linked[] = [];
  readonly #document: Document;
  readonly #leftOut: ReadonlySet<Element>;
  readonly #url: string;
  readonly #isShown: boolean;
  readonly #range: Range | null;
  #styleBudget = MAX_STYLE_CHARACTERS;
  readonly #scroll: readonly [number, number];

  constructor(document: Document, { way, leftOut = [] }: SnapshotOrder, url: string) {
    this.#document = document;
    this.#leftOut = new Set(leftOut);
    this.#url = url;
    this.#isShown = way === "tab";
    this.#range = this.#isShown ? new Range() : null;
    this.#scroll = this.#isShown ? [scrollX, scrollY] : [0, 0];
  }

  /** No recursion: a page can be as deep as it likes. */
  run(): void {
    const root = this.writer.document();
    const pending: Step[] = childrenOf(this.#document)
      .reverse()
      .map((node) => ({ node, parent: root, shadowDepth: 0, turn: null }));
    for (let step = pending.pop(); step; step = pending.pop()) {
      const type = typeOf(step.node);
      if (type === NODE_TYPE.text) this.#text(step);
      else if (type === NODE_TYPE.doctype) this.writer.doctype(step.parent, "html");
      else if (type === NODE_TYPE.element) this.#element(step, pending);
    }
  }

  #text({ node, parent }: Step): void {
    const text = textIn(node);
    if (text === "") return;
    const number = this.writer.text(parent, text);
    if (!this.#range || !/\S/.test(text)) return;
    this.#range.selectNode(node);
    this.#box(number, this.#range.getBoundingClientRect());
  }

  #element(step: Step, pending: Step[]): void {
    const element = step.node as Element;
    const tag = tagOf(nameOf(element));
    if (this.#leftOut.has(element)) return;
    if (isLeftOut(tag)) {
      this.removed.scripts++;
      return;
    }
    if (tag === "style") {
      this.#style(step, element as HTMLStyleElement);
      return;
    }
    const turn = this.#isShown ? turnIn(element, step.turn) : null;
    const number = this.writer.element(step.parent, nameOf(element), this.#attributes(element, tag, turn));
    this.numbers.set(element, number);
    if (tag === "img" || tag === "link") this.#link(element, tag, number);
    if (this.#isShown && isVisible(element)) this.#box(number, rectOf(element));
    if (isFrame(tag)) return;
    if (isTypedIn(tag, (name) => attributeOf(element, name))) {
      if (/\S/.test(textContentOf(element) ?? "")) this.removed.fields++;
      return;
    }
    const root = shadowRootOf(element);
    const inside = root ? childrenOf(root) : (slottedIn(element) ?? childrenOf(element));
    const shadowDepth = root ? 1 : step.shadowDepth > 0 ? step.shadowDepth + 1 : 0;
    if (root || tag === "head") this.#adopted(root ?? this.#document, number, shadowDepth);
    for (let at = inside.length - 1; at >= 0; at--) {
      pending.push({ node: inside[at]!, parent: number, shadowDepth, turn });
    }
  }

  #link(element: Element, tag: string, node: number): void {
    const written = attributeOf(element, tag === "img" ? "src" : "href") ?? "";
    const isMeant = tag === "img" || attributeOf(element, "rel")?.toLowerCase() === "stylesheet";
    const clean = cleanAddress(written, this.#url);
    if (!isMeant || written === "" || clean === null || !URL.canParse(written, this.#url)) return;
    const { href, protocol } = new URL(written, this.#url);
    if (!/^https?:$/.test(protocol)) return;
    this.linked.push({
      kind: tag === "img" ? "image" : "sheet",
      node,
      address: href,
      url: new URL(clean, this.#url).href,
    });
  }

  #attributes(element: Element, tag: string, turn: Turn | null): Attribute[] {
    const given: Attribute[] = [];
    for (const { name, value } of attributesOf(element)) given.push([name, value]);
    const turned = turn && turnedBy(element, turn);
    if (turned) given.push([TURNED_MARK, turned.join(" ")]);
    const kept = cleanAttributes(tag, given, this.#url);
    this.removed.attributes += given.length - kept.length;
    if (tag === "input" && valueOfField(element) !== "") this.removed.fields++;
    return kept;
  }

  /** Libraries insert rules into empty style elements: then the rules are the text. */
  #style({ parent, shadowDepth }: Step, element: HTMLStyleElement): void {
    const text = childrenOf(element).map(textIn).join("");
    const rules = this.#isShown && !/\S/.test(text) ? textOfRules(sheetOf(element)) : null;
    this.#writeStyle(parent, rules ?? text, { shadowDepth, media: attributeOf(element, "media") ?? "" });
  }

  /** Sheets that were made by script are in no element. */
  #adopted(root: Document | ShadowRoot, parent: number, shadowDepth: number): void {
    if (!this.#isShown) return;
    for (const sheet of adoptedBy(root)) {
      const rules = textOfRules(sheet);
      if (rules) this.#writeStyle(parent, rules, { shadowDepth, media: sheet.media.mediaText });
    }
  }

  #writeStyle(parent: number, text: string, about: { readonly shadowDepth: number; readonly media: string }): void {
    if (text.length > this.#styleBudget) return;
    this.#styleBudget -= text.length;
    const attributes: Attribute[] = [];
    if (about.media !== "") attributes.push(["media", about.media]);
    if (about.shadowDepth > 0) attributes.push([SHADOW_MARK, String(about.shadowDepth)]);
    const style = this.writer.element(parent, "STYLE", cleanAttributes("style", attributes, this.#url));
    this.writer.text(style, cleanStyle(text, this.#url));
  }

  #box(number: number, { left, top, width, height }: DOMRect): void {
    if (width <= 0 && height <= 0) return;
    const [x, y] = this.#scroll;
    this.writer.box(number, [Math.round(left + x), Math.round(top + y), Math.round(width), Math.round(height)]);
  }
}

/** A field named `childNodes` hides that of its form, and a form named `adoptedStyleSheets` that of its document. */
function getter<Of extends object, Value>(prototype: Of, name: keyof Of): (object: Of) => Value {
  const found = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!found) throw new TypeError(`no getter ${String(name)}`);
  return (object) => found.call(object) as Value;
}

const hasDom = typeof Node !== "undefined";
const never = (): never => {
  throw new TypeError("there is no document here");
};
const childNodesOf = hasDom ? getter<Node, NodeListOf<ChildNode>>(Node.prototype, "childNodes") : never;
const typeOf = hasDom ? getter<Node, number>(Node.prototype, "nodeType") : never;
const nameOf = hasDom ? getter<Node, string>(Node.prototype, "nodeName") : never;
const nodeValueOf = hasDom ? getter<Node, string | null>(Node.prototype, "nodeValue") : never;
const textContentOf = hasDom ? getter<Node, string | null>(Node.prototype, "textContent") : never;
const attributesOf = hasDom ? getter<Element, NamedNodeMap>(Element.prototype, "attributes") : never;
const shadowRootOf = hasDom ? getter<Element, ShadowRoot | null>(Element.prototype, "shadowRoot") : never;

function childrenOf(node: Node): Node[] {
  return [...childNodesOf(node)];
}

function textIn(node: Node): string {
  return nodeValueOf(node) ?? "";
}

function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

function rectOf(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

function isVisible(element: Element): boolean {
  return Element.prototype.checkVisibility.call(element, { visibilityProperty: true });
}

function slottedIn(element: Element): Node[] | null {
  if (!(element instanceof HTMLSlotElement)) return null;
  const assigned = element.assignedNodes();
  return assigned.length > 0 ? assigned : null;
}

/** Whether something stands in the field is counted; what it is, is not kept. */
function valueOfField(element: Element): string {
  return element instanceof HTMLInputElement && !/^(?:submit|button|reset|image)$/.test(element.type)
    ? element.value
    : "";
}

function sheetOf(element: HTMLStyleElement): CSSStyleSheet | null {
  return element.sheet;
}

function adoptedBy(root: Document | ShadowRoot): readonly CSSStyleSheet[] {
  try {
    const prototype = root instanceof ShadowRoot ? ShadowRoot.prototype : Document.prototype;
    const found = Object.getOwnPropertyDescriptor(prototype, "adoptedStyleSheets")?.get;
    return [...((found?.call(root) as Iterable<CSSStyleSheet> | undefined) ?? [])];
  } catch {
    // a content script of Firefox may not look at sheets of the page
    return [];
  }
}

/** The rules as text, or null where the sheet is another origin's and may not be read. */
function textOfRules(sheet: CSSStyleSheet | null): string | null {
  if (!sheet) return null;
  try {
    return Array.from(sheet.cssRules, (rule) => rule.cssText).join("\n");
  } catch {
    return null;
  }
}
