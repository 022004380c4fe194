/** A foreign page, or one block of it, as inert HTML in which every element still carries its number in the capture's tree. */
import { type Attribute, HtmlWriter, ParseLimitError } from "@tessera/engine";
import { NODE_ATTRIBUTE } from "@tessera/page";
import sanitize from "sanitize-html";
import { TAG_ATTRIBUTE } from "../css/namespace-css.ts";
import {
  ATTRIBUTES,
  BESIDE_ATTRIBUTE,
  BLOCK_ATTRIBUTE,
  FOREIGN_ATTRIBUTES,
  FRAMED_ATTRIBUTE,
  GROUND_ATTRIBUTE,
  HTML_TAGS,
  isCustomElement,
  LEFT_OUT,
  MATH_TAGS,
  SHOWN_AS,
  SVG_TAGS,
  svgTag,
  WRAPPER_ATTRIBUTE,
} from "../rules/allow-list.ts";
import { drawingOf, type InertContext, inertAttributes } from "./inert-attributes.ts";
import { type Element, isElement, type Node } from "./page-node.ts";
import {
  chainTo,
  type GroundPlace,
  groundAt,
  HTML_NAMESPACE,
  NOT_IN_TREE,
  SVG_NAMESPACE,
  standingBeside,
  type TileChain,
} from "./tile-chain.ts";

export interface InertOptions extends InertContext {
  /** Only these elements, inside their ancestors without their other children. */
  readonly blocks?: ReadonlySet<number>;
  /** Elements that are not shown, with all that is in them. */
  readonly without?: ReadonlySet<number>;
  /** What lies behind the blocks: its looks, not its words. */
  readonly grounds?: readonly GroundPlace[] | undefined;
  /** Without ancestors, styles and classes: what the block says, not how it looks. */
  readonly isPlain?: boolean;
}

export interface InertPage {
  /** Of the page: what is in its body. Of a block: the block within its ancestors, `html` and `body` as marked `div`s. */
  readonly html: string;
  readonly htmlAttributes: readonly Attribute[];
  readonly bodyAttributes: readonly Attribute[];
  /** Elements that are shown. */
  readonly elements: number;
  /** Null for a whole page. */
  readonly chain: TileChain | null;
  /** Of the page, shown or not. */
  readonly nodes: number;
  /** Numbers of what lies behind the blocks, in the order in which it was asked for; null where it is not shown. */
  readonly grounds: readonly (number | null)[];
}

/** As the parser of the last gate may give them: `linearGradient` as it is written, or in lower case. */
const TAGS = [...HTML_TAGS, ...SVG_TAGS, "foreignObject", ...MATH_TAGS].flatMap((tag) => [tag, tag.toLowerCase()]);

const NAMES = [
  ...ATTRIBUTES,
  ...FOREIGN_ATTRIBUTES,
  ..."id style src srcset poster href rel target inert data-* aria-*".split(" "),
];

/** What stays on an element whose looks do not matter. */
const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set(
  "href src srcset alt title lang dir colspan rowspan datetime value max min start reversed type".split(" "),
);

/** What style sheets select an element by that is not itself shown. */
const SELECTED_BY = /^(?:id|class|lang|dir|role|type|hidden|open|disabled|checked|selected|(?:data|aria)-.*)$/;
/** What of a ground is heard, and what of it is looked at. */
const HEARD = /^aria-(?:label|description|valuetext|placeholder)$/;
const SEEN = /^(?:src|srcset|sizes|media|width|height|style|poster|align|valign|bgcolor)$/;
/** In place of a sibling that is never shown, such as a script: it counts, and has no style of its own. */
const NAMELESS = "data";
/** A parser lets nothing but their own parts stand in these. */
const STRICT_PARENTS: ReadonlySet<string> = new Set(
  "table thead tbody tfoot tr colgroup select optgroup picture html".split(" "),
);

/** More than a browser shows without trouble, and than the main thread should have in its hands. */
const MAX_CHARACTERS = 24_000_000;

/** Throws a ParseLimitError where it would be too large to be shown. */
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
  /** Stands beside what is shown. */
  readonly isBeside?: boolean;
  /** Lies behind it. */
  readonly isGround?: boolean;
}

const IMAGE_FILE = /^[^?#]*\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;

/** An image is one in whatever box it is embedded. */
function isEmbeddedImage({ tagName, namespaceURI, attrs }: Element): boolean {
  if (namespaceURI !== HTML_NAMESPACE || (tagName !== "object" && tagName !== "embed")) return false;
  const named = (wanted: string): string => attrs.find(({ name }) => name === wanted)?.value.trim() ?? "";
  const address = named(tagName === "object" ? "data" : "src");
  const type = named("type");
  return address !== "" && (type === "" ? IMAGE_FILE.test(address) : /^image\//i.test(type));
}

/** What is in an object is for browsers that cannot show it, and a picture is shown. */
function isFallback({ tagName }: Element, tag: string | null): boolean {
  return tagName === "object" && tag === "img";
}

interface Opened {
  readonly number: number;
  readonly isGround: boolean;
}

class InertWriter {
  readonly #root: Element;
  readonly #options: InertOptions;
  readonly #writer = new HtmlWriter();
  readonly #chain: TileChain | null;
  /** What marks an ancestor or the framed element. */
  readonly #places: ReadonlyMap<Node, string>;
  readonly #customTags = new Set<string>();
  readonly #grounds: readonly (Element | null)[];
  readonly #groundNumbers = new Map<Element, number>();
  #count = 0;
  #elements = 0;
  #htmlAttributes: Attribute[] = [];
  #bodyAttributes: Attribute[] = [];

  constructor(root: Element, options: InertOptions) {
    this.#root = root;
    this.#options = options;
    this.#chain = options.blocks === undefined ? null : chainTo(root, options.blocks);
    this.#grounds = (options.grounds ?? []).map((place) => this.#chain && groundAt(this.#chain, place));
    const { links = [], framed = 0 } = this.#chain ?? {};
    this.#places = new Map(
      links
        .slice(0, framed + 1)
        .map(({ element }, at) => [element, at < framed ? WRAPPER_ATTRIBUTE : FRAMED_ATTRIBUTE]),
    );
  }

  write(): InertPage {
    const pending: Visit[] = [{ node: this.#root, isMuted: false, isCounted: true, isInBlock: this.#chain === null }];
    for (let visit = pending.pop(); visit; visit = pending.pop()) {
      if (visit.node === null) {
        if (visit.isWritten) this.#writer.close();
      } else if (isElement(visit.node)) this.#element(visit.node, visit, pending);
      else if ("value" in visit.node) this.#text(visit.node.value, visit);
      const { length } = this.#writer;
      if (length > MAX_CHARACTERS) throw new ParseLimitError("bytes", MAX_CHARACTERS, length);
    }
    return {
      html: lastGate(this.#writer.finish(), this.#customTags),
      htmlAttributes: this.#htmlAttributes,
      bodyAttributes: this.#bodyAttributes,
      elements: this.#elements,
      chain: this.#chain,
      nodes: this.#count,
      grounds: this.#grounds.map((ground) => (ground && this.#groundNumbers.get(ground)) ?? null),
    };
  }

  #element(element: Element, { isMuted, isCounted, ...visit }: Visit, pending: Visit[]): void {
    const isInTree = isCounted && !NOT_IN_TREE.has(element.tagName);
    const number = isInTree ? this.#count++ : -1;
    const { blocks, without } = this.#options;
    const isInBlock = visit.isInBlock || (isInTree && (blocks?.has(number) ?? false));
    const isWhole = this.#grounds.includes(element);
    if (isWhole) this.#groundNumbers.set(element, number);
    const isGround = visit.isGround || isWhole;
    const isOutside = !isInBlock && !isGround && !this.#chain?.members.has(element);
    const isLeftOut = isOutside || !isInTree || (without?.has(number) ?? false);
    const tag = isMuted || isLeftOut ? null : this.#shownAs(element);
    // what was cut out of a block still counts among its siblings
    const stands = visit.isBeside || (isInBlock && !isMuted && (without?.has(number) ?? false));
    const isWritten = tag === null ? stands && this.#stand(element) : this.#open(element, tag, { number, isGround });
    // Children of what is renamed away or only collected are still shown; those of what is left out are not.
    const isHidden = isMuted || tag === null || isFallback(element, tag);
    const beside = tag === null || isInBlock || isGround ? null : this.#beside(element);
    pending.push({ node: null, isMuted, isCounted, isInBlock, isWritten });
    for (const child of element.childNodes.toReversed()) {
      const isBeside = beside?.has(child) ?? false;
      pending.push({ node: child, isMuted: isHidden, isCounted: isInTree, isInBlock, isBeside, isGround });
    }
  }

  #beside(element: Element): ReadonlySet<Node> | null {
    const chain = this.#chain;
    const isOpen = chain?.members.has(element) && element.tagName !== "html";
    return chain && isOpen && element.namespaceURI === HTML_NAMESPACE ? standingBeside(element, chain) : null;
  }

  /** An empty stand-in for a sibling of what is shown. True where a tag was written. */
  #stand(element: Element): boolean {
    if (this.#options.isPlain) return false;
    const parent = element.parentNode?.tagName ?? "";
    const isSource = parent === "picture" && element.tagName === "source";
    const shown = this.#shownTag(element);
    const isForeign = element.namespaceURI !== HTML_NAMESPACE;
    const isNameless = shown === null || (isForeign && element.tagName !== "svg");
    if (isNameless && STRICT_PARENTS.has(parent)) return false;
    const tag = isNameless ? NAMELESS : shown;
    const attributes = isNameless ? [] : inertAttributes({ tag, isForeign, attributes: element.attrs }, this.#options);
    const kept = isSource ? attributes : attributes.filter(([name]) => SELECTED_BY.test(name));
    this.#writer.open(tag, isSource ? kept : [...kept, [BESIDE_ATTRIBUTE, ""]]);
    return true;
  }

  #text(text: string, { isMuted, isCounted, isInBlock }: Visit): void {
    if (isCounted && /\S/.test(text)) this.#count++;
    if (!isMuted && isInBlock) this.#writer.text(text);
  }

  /** What is drawn stays on its canvas or film where looks matter; any other box with a picture is an image. */
  #shownAs(element: Element): string | null {
    const isOnItself = /^(?:canvas|video)$/.test(element.tagName) && !this.#options.isPlain;
    if (isEmbeddedImage(element)) return "img";
    if (isOnItself || !drawingOf({ attributes: element.attrs }, this.#options)) return this.#shownTag(element);
    return "img";
  }

  /** Null where the element is not shown at all. */
  #shownTag({ tagName, namespaceURI }: Element): string | null {
    if (namespaceURI !== HTML_NAMESPACE) {
      if (namespaceURI === SVG_NAMESPACE) return svgTag(tagName);
      return MATH_TAGS.has(tagName) ? tagName : null;
    }
    if (LEFT_OUT.has(tagName)) return null;
    if (tagName === "html" || tagName === "body" || HTML_TAGS.has(tagName)) return tagName;
    if (isCustomElement(tagName)) this.#customTags.add(tagName);
    return isCustomElement(tagName) ? tagName : (SHOWN_AS[tagName] ?? "span");
  }

  /** True where a tag was written that has to be closed. */
  #open(element: Element, tag: string, { number, isGround }: Opened): boolean {
    const isForeign = element.namespaceURI !== HTML_NAMESPACE;
    const isBlock = this.#options.blocks?.has(number) ?? false;
    const isWrapper = !isBlock && (this.#chain?.members.has(element) ?? false);
    if (isWrapper && this.#options.isPlain) return false;
    const all = inertAttributes({ tag, isForeign, attributes: element.attrs }, this.#options);
    const isLooked = isGround && !isForeign;
    const attributes = isLooked
      ? all.filter(([name]) => (SELECTED_BY.test(name) && !HEARD.test(name)) || SEEN.test(name))
      : this.#options.isPlain && !isForeign
        ? all.filter(([name]) => PLAIN_ATTRIBUTES.has(name))
        : all;
    if (this.#grounds.includes(element))
      attributes.push([GROUND_ATTRIBUTE, ""], ["inert", ""], ["aria-hidden", "true"]);
    attributes.push([NODE_ATTRIBUTE, String(number)]);
    this.#elements++;
    const isPageElement = tag === "html" || tag === "body";
    if (isPageElement && this.#chain === null) {
      if (tag === "html") this.#htmlAttributes = attributes;
      else this.#bodyAttributes = attributes;
      return false;
    }
    if (isPageElement) attributes.push([TAG_ATTRIBUTE, tag]);
    if (isBlock) attributes.push([BLOCK_ATTRIBUTE, ""]);
    const place = this.#places.get(element);
    if (place) attributes.push([place, ""]);
    if (tag === "a") attributes.push(["rel", "noopener noreferrer nofollow"]);
    if (tag === "a" && attributes.some(([name, value]) => name === "href" && !value.startsWith("#"))) {
      attributes.push(["target", "_blank"]);
    }
    // HTML in a drawing stands without the drawing: its place there is known, its size is that of a box
    const isBox = isPageElement || (isForeign && place === WRAPPER_ATTRIBUTE);
    this.#writer.open(isBox ? "div" : tag, attributes);
    return true;
  }
}

/** `customTags` are the names of custom elements in it; the list cannot know them. */
function lastGate(html: string, customTags: ReadonlySet<string>): string {
  return sanitize(html, {
    allowedTags: [...TAGS, ...customTags],
    allowedAttributes: { "*": NAMES, slot: ["name"] },
    allowedSchemes: ["http", "https"],
    allowedSchemesByTag: {
      img: ["http", "https", "data"],
      source: ["http", "https", "data"],
      image: ["http", "https", "data"],
    },
    allowProtocolRelative: false,
    // Styles are filtered already, by a parser of CSS.
    parseStyleAttributes: false,
    disallowedTagsMode: "discard",
    nestingLimit: 5_000,
  });
}
