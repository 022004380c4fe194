/** What the tracers ask of every node of a page, computed in one walk and shared by all blocks of the page. */
import { type DomTree, TEXT_TAG } from "../tree/dom-tree.ts";
import { hashString } from "../tree/hash.ts";
import { derived } from "./derived.ts";
import { type TokenList, TokenListBuilder } from "./token-list.ts";
import { eachWord, hashPattern, hashText } from "./words.ts";

export interface PageIndex {
  readonly words: TokenList;
  /** One token a text run: the text as a reader sees it. */
  readonly runs: TokenList;
  /** One token a text run: the text with its numbers blanked. */
  readonly patterns: TokenList;
  /** Where links lead: host and path without query and fragment. */
  readonly links: TokenList;
  /** The first step of where links lead: `/sport` of `/sport/cup/final`. */
  readonly linkDirs: TokenList;
  /** Sources of images. */
  readonly images: TokenList;
  /** Class tokens and ids of the elements. */
  readonly classes: TokenList;
  /** The words that class names, ids, labels and roles are made of: `most` and `read` of `most-read__list`. */
  readonly names: TokenList;
  /** Number of elements before node `i` in document order; `size + 1` entries. */
  readonly elements: Uint32Array;
  /** Hash of the id of each element, 0 where it has none. */
  readonly id: Uint32Array;
  /** Hash of tag and class tokens of each element: siblings with the same one are alike. */
  readonly signature: Uint32Array;
  /** The last heading that begins before each node, -1 where there is none. */
  readonly headingAbove: Int32Array;
  /** The headings of the page in document order. */
  readonly headings: readonly number[];
  /** The first main heading, -1 where the page has none. */
  readonly topHeading: number;
  /** Number of landmark elements before node `i` in document order; `size + 1` entries. */
  readonly landmarks: Uint32Array;
  /** Nearest landmark around or at each node as an index into `LANDMARKS`. */
  readonly landmark: Uint8Array;
}

/** Regions of a page, as HTML elements or ARIA roles name them; 0 is none. */
export const LANDMARKS: readonly string[] = ["", "header", "nav", "main", "aside", "footer", "form", "article"];

const ROLES: Readonly<Record<string, string>> = {
  banner: "header",
  navigation: "nav",
  main: "main",
  complementary: "aside",
  contentinfo: "footer",
  search: "form",
  form: "form",
  article: "article",
};

const MAX_NAME_LENGTH = 300;
const HEADING = /^h[1-6]$/;

/** The index of a page, computed once for each tree. Linear in the size of the page. */
export const pageIndex: (tree: DomTree) => PageIndex = derived(indexPage);

/** The number of a token of an attribute: 32 bits of its hash, never 0. */
export function tokenOf(text: string): number {
  return hashString(text) >>> 0 || 1;
}

/** Where a link leads, without what changes from visit to visit: scheme, query and fragment. */
function linkTarget(href: string): string {
  const stop = href.search(/[?#]/);
  const bare = (stop < 0 ? href : href.slice(0, stop)).replace(/^https?:/, "").replace(/\/$/, "");
  return bare === "" ? href : bare;
}

/** Host and first step of the path of a link. */
function firstStep(target: string): string {
  const hostEnd = target.startsWith("//") ? target.indexOf("/", 2) : 0;
  if (hostEnd < 0) return target;
  const stop = target.indexOf("/", hostEnd + 1);
  return stop < 0 ? target : target.slice(0, stop);
}

/** The words of a class name, id or label; what looks generated (digits, very short) is left out. */
function nameWords(name: string): string[] {
  const words = name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length > 2 && !/\d/.test(word));
}

function indexPage(tree: DomTree): PageIndex {
  const lists = new PageLists(tree.size);
  const elements = new ElementIndexer(tree, lists);
  const elementsBefore = new Uint32Array(tree.size + 1);
  const landmarks = new Uint32Array(tree.size + 1);
  const headingAbove = new Int32Array(tree.size);
  const headings: number[] = [];
  const isHeading = tree.tagNames.map((name) => HEADING.test(name));
  let heading = -1;
  for (let node = 0; node < tree.size; node++) {
    lists.open(node);
    headingAbove[node] = heading;
    const isElement = tree.tag[node] !== TEXT_TAG;
    elementsBefore[node + 1] = elementsBefore[node] + (isElement ? 1 : 0);
    if (!isElement) lists.addRun(tree, node);
    else elements.add(node);
    landmarks[node + 1] = landmarks[node] + (isElement && elements.isLandmark(node) ? 1 : 0);
    if (isHeading[tree.tag[node]]) {
      heading = node;
      headings.push(node);
    }
  }
  const { id, signature, landmark } = elements;
  const topHeading = headings.find((node) => tree.tagNames[tree.tag[node]] === "h1") ?? -1;
  return {
    ...lists.finish(),
    elements: elementsBefore,
    id,
    signature,
    landmark,
    landmarks,
    headingAbove,
    headings,
    topHeading,
  };
}

type Lists = Pick<PageIndex, "words" | "runs" | "patterns" | "links" | "linkDirs" | "images" | "classes" | "names">;

class PageLists {
  readonly words: TokenListBuilder;
  readonly runs: TokenListBuilder;
  readonly patterns: TokenListBuilder;
  readonly links: TokenListBuilder;
  readonly linkDirs: TokenListBuilder;
  readonly images: TokenListBuilder;
  readonly classes: TokenListBuilder;
  readonly names: TokenListBuilder;

  constructor(size: number) {
    this.words = new TokenListBuilder(size);
    this.runs = new TokenListBuilder(size);
    this.patterns = new TokenListBuilder(size);
    this.links = new TokenListBuilder(size);
    this.linkDirs = new TokenListBuilder(size);
    this.images = new TokenListBuilder(size);
    this.classes = new TokenListBuilder(size);
    this.names = new TokenListBuilder(size);
  }

  open(node: number): void {
    this.words.open(node);
    this.runs.open(node);
    this.patterns.open(node);
    this.links.open(node);
    this.linkDirs.open(node);
    this.images.open(node);
    this.classes.open(node);
    this.names.open(node);
  }

  addRun(tree: DomTree, node: number): void {
    const [start, stop] = [tree.textStart[node], tree.textStart[node + 1] - 1];
    eachWord(tree.text, start, stop, (hash) => this.words.add(hash));
    this.runs.add(hashText(tree.text, start, stop));
    this.patterns.add(hashPattern(tree.text, start, stop));
  }

  finish(): Lists {
    return {
      words: this.words.finish(),
      runs: this.runs.finish(),
      patterns: this.patterns.finish(),
      links: this.links.finish(),
      linkDirs: this.linkDirs.finish(),
      images: this.images.finish(),
      classes: this.classes.finish(),
      names: this.names.finish(),
    };
  }
}

/** What the tag and attributes of elements say. */
class ElementIndexer {
  readonly id: Uint32Array;
  readonly signature: Uint32Array;
  readonly landmark: Uint8Array;
  readonly #tree: DomTree;
  readonly #lists: PageLists;
  readonly #names: ReturnType<typeof attributeNumbers>;
  readonly #landmarkOfTag: readonly number[];
  readonly #signatureOfTag: readonly number[];
  readonly #classTokens = new Map<number, number[]>();
  readonly #nameWords = new Map<number, number[]>();

  constructor(tree: DomTree, lists: PageLists) {
    this.#tree = tree;
    this.#lists = lists;
    this.id = new Uint32Array(tree.size);
    this.signature = new Uint32Array(tree.size);
    this.landmark = new Uint8Array(tree.size);
    this.#names = attributeNumbers(tree);
    this.#landmarkOfTag = tree.tagNames.map((name) => Math.max(0, LANDMARKS.indexOf(name)));
    this.#signatureOfTag = tree.tagNames.map(tokenOf);
  }

  add(node: number): void {
    const tree = this.#tree;
    const parent = tree.parent[node];
    const ofTag = this.#landmarkOfTag[tree.tag[node]];
    this.landmark[node] = ofTag > 0 || parent < 0 ? ofTag : this.landmark[parent];
    this.signature[node] = this.#signatureOfTag[tree.tag[node]];
    for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
      this.#addAttribute(node, tree.attrName[entry], tree.attrValue[entry]);
    }
  }

  /** True where the element is a landmark itself, not only inside of one. */
  isLandmark(node: number): boolean {
    const parent = this.#tree.parent[node];
    return (
      this.#landmarkOfTag[this.#tree.tag[node]] > 0 || (parent >= 0 && this.landmark[node] !== this.landmark[parent])
    );
  }

  #addAttribute(node: number, name: number, value: number): void {
    const text = this.#tree.attrValues[value];
    const names = this.#names;
    if (name === names.class) {
      this.#addNames(value);
      for (const token of tokensOf(this.#tree, value, this.#classTokens)) {
        this.#lists.classes.add(token);
        this.signature[node] = Math.imul(this.signature[node], 31) + token;
      }
    } else if (name === names.id) {
      this.#addNames(value);
      this.id[node] = tokenOf(text);
      this.#lists.classes.add(this.id[node]);
    } else if (name === names.href) {
      const target = linkTarget(text);
      this.#lists.links.add(tokenOf(target));
      this.#lists.linkDirs.add(tokenOf(firstStep(target)));
    } else if (name === names.src) this.#lists.images.add(tokenOf(linkTarget(text)));
    else if (name === names.label) this.#addNames(value);
    else if (name === names.role) {
      this.#addNames(value);
      const landmark = LANDMARKS.indexOf(ROLES[text] ?? "none");
      if (landmark > 0) this.landmark[node] = landmark;
    }
  }

  #addNames(value: number): void {
    let words = this.#nameWords.get(value);
    if (!words) {
      words = nameWords(this.#tree.attrValues[value]).map(tokenOf);
      this.#nameWords.set(value, words);
    }
    for (const word of words) this.#lists.names.add(word);
  }
}

function attributeNumbers(tree: DomTree): Record<"class" | "id" | "href" | "src" | "role" | "label", number> {
  const number = (name: string): number => tree.attrNames.indexOf(name);
  return {
    class: number("class"),
    id: number("id"),
    href: number("href"),
    src: number("src"),
    role: number("role"),
    label: number("aria-label"),
  };
}

/** The hashes of the tokens of a class attribute; equal values are split once. */
function tokensOf(tree: DomTree, value: number, known: Map<number, number[]>): number[] {
  let tokens = known.get(value);
  if (!tokens) {
    tokens = tree.attrValues[value].split(/\s+/).filter(Boolean).map(tokenOf);
    known.set(value, tokens);
  }
  return tokens;
}
