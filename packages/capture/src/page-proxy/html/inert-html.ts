/** A foreign page, or one block of it, as inert HTML in which every element still carries its number in the capture's tree. */
import { NODE_ATTRIBUTE } from "@tessera/page";
import { type Attribute, HtmlWriter } from "../../html/html-writer.ts";
import { HTML_TAGS, isCustomElement, LEFT_OUT, MATH_TAGS, SHOWN_AS, SVG_TAGS } from "./allow-list.ts";
import { type InertContext, inertAttributes } from "./inert-attributes.ts";
import { lastGate } from "./last-gate.ts";
import { type Element, isElement, type Node } from "./page-node.ts";

export interface InertOptions extends InertContext {
  /** Only this block, inside its ancestors without their other children. */
  readonly block?: number;
}

export interface InertPage {
  /** Of the page: what is in its body. Of a block: the block within its ancestors, `html` and `body` as marked `div`s. */
  readonly html: string;
  readonly htmlAttributes: readonly Attribute[];
  readonly bodyAttributes: readonly Attribute[];
  /** Elements that are shown. */
  readonly elements: number;
}

/** On the `div` that stands for the page's `html` or `body` element around a block. */
export const TAG_ATTRIBUTE = "data-tessera-tag";
/** On the ancestors of a block, and on the block. */
export const WRAPPER_ATTRIBUTE = "data-tessera-wrapper";
export const BLOCK_ATTRIBUTE = "data-tessera-block";

/** As in `parseHtml`: not counted. */
const NOT_IN_TREE: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);
const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

export function inertHtml(root: Element, options: InertOptions): InertPage {
  return new InertWriter(root, options).write();
}

/** What is still to be visited: a node, or the end of an element. */
interface Visit {
  readonly node: Node | null;
  /** In a part that is not shown. */
  readonly isMuted: boolean;
  readonly isCounted: boolean;
  /** In the block that alone is shown, or in a page that is shown as a whole. */
  readonly isInBlock: boolean;
  /** For the end of an element: whether it was written. */
  readonly isWritten?: boolean;
}

class InertWriter {
  readonly #root: Element;
  readonly #options: InertOptions;
  readonly #writer = new HtmlWriter();
  readonly #chain: ReadonlySet<Node> | null;
  readonly #customTags = new Set<string>();
  #count = 0;
  #elements = 0;
  #htmlAttributes: Attribute[] = [];
  #bodyAttributes: Attribute[] = [];

  constructor(root: Element, options: InertOptions) {
    this.#root = root;
    this.#options = options;
    this.#chain = options.block === undefined ? null : this.#chainTo(options.block);
  }

  write(): InertPage {
    const pending: Visit[] = [{ node: this.#root, isMuted: false, isCounted: true, isInBlock: this.#chain === null }];
    for (let visit = pending.pop(); visit; visit = pending.pop()) {
      if (visit.node === null) {
        if (visit.isWritten) this.#writer.close();
      } else if (isElement(visit.node)) this.#element(visit.node, visit, pending);
      else if ("value" in visit.node) this.#text(visit.node.value, visit);
    }
    return {
      html: lastGate(this.#writer.finish(), this.#customTags),
      htmlAttributes: this.#htmlAttributes,
      bodyAttributes: this.#bodyAttributes,
      elements: this.#elements,
    };
  }

  #element(element: Element, { isMuted, isCounted, ...visit }: Visit, pending: Visit[]): void {
    const isInTree = isCounted && !NOT_IN_TREE.has(element.tagName);
    const number = isInTree ? this.#count++ : -1;
    const isInBlock = visit.isInBlock || (isInTree && number === this.#options.block);
    const isOutside = !isInBlock && !this.#chain?.has(element);
    const tag = isMuted || isOutside || !isInTree ? null : this.#shownTag(element);
    const isWritten = tag !== null && this.#open(element, tag, number);
    // Children of what is renamed away or only collected are still shown; those of what is left out are not.
    const isHidden = isMuted || isOutside || tag === null;
    pending.push({ node: null, isMuted, isCounted, isInBlock, isWritten });
    for (const child of element.childNodes.toReversed()) {
      pending.push({ node: child, isMuted: isHidden, isCounted: isInTree, isInBlock });
    }
  }

  #text(text: string, { isMuted, isCounted, isInBlock }: Visit): void {
    if (isCounted && /\S/.test(text)) this.#count++;
    if (!isMuted && isInBlock) this.#writer.text(text);
  }

  /** Null where the element is not shown at all. */
  #shownTag({ tagName, namespaceURI }: Element): string | null {
    if (namespaceURI !== HTML_NAMESPACE) {
      return (namespaceURI === SVG_NAMESPACE ? SVG_TAGS : MATH_TAGS).has(tagName) ? tagName : null;
    }
    if (LEFT_OUT.has(tagName)) return null;
    if (tagName === "html" || tagName === "body" || HTML_TAGS.has(tagName)) return tagName;
    if (isCustomElement(tagName)) this.#customTags.add(tagName);
    return isCustomElement(tagName) ? tagName : (SHOWN_AS[tagName] ?? "span");
  }

  /** True where a tag was written that has to be closed. */
  #open(element: Element, tag: string, number: number): boolean {
    const isForeign = element.namespaceURI !== HTML_NAMESPACE;
    const attributes = inertAttributes({ tag, isForeign, attributes: element.attrs }, this.#options);
    attributes.push([NODE_ATTRIBUTE, String(number)]);
    this.#elements++;
    const isPageElement = tag === "html" || tag === "body";
    if (isPageElement && this.#chain === null) {
      if (tag === "html") this.#htmlAttributes = attributes;
      else this.#bodyAttributes = attributes;
      return false;
    }
    if (isPageElement) attributes.push([TAG_ATTRIBUTE, tag]);
    if (number === this.#options.block) attributes.push([BLOCK_ATTRIBUTE, ""]);
    else if (this.#chain?.has(element)) attributes.push([WRAPPER_ATTRIBUTE, ""]);
    if (tag === "a") attributes.push(["rel", "noopener noreferrer nofollow"]);
    this.#writer.open(isPageElement ? "div" : tag, attributes);
    return true;
  }

  /** The block and its ancestors, found by the same count as in `write`. */
  #chainTo(block: number): ReadonlySet<Node> {
    const chain = new Set<Node>();
    const pending: Node[] = [this.#root];
    let count = 0;
    for (let node = pending.pop(); node; node = pending.pop()) {
      if (isElement(node)) {
        if (NOT_IN_TREE.has(node.tagName)) continue;
        if (count++ === block) {
          for (let at: Node | null = node; at; at = "parentNode" in at ? at.parentNode : null) chain.add(at);
          return chain;
        }
        for (const child of node.childNodes.toReversed()) pending.push(child);
      } else if ("value" in node && /\S/.test(node.value) && count++ === block) break;
    }
    throw new RangeError(`the page has no element ${block}`);
  }
}
