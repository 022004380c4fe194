/** A subtree as markup again, for storing and showing: what the tree does not hold (script, style) is not in it. */
import { type DomTree, isText, tagOf } from "../tree/dom-tree.ts";

const VOID_TAGS: ReadonlySet<string> = new Set(
  "area base br col embed frame hr img input link meta param source track wbr".split(" "),
);

/** Elements whose text is taken as it stands, so that nothing in it can be escaped. */
const RAW_TEXT_TAGS: ReadonlySet<string> = new Set(["iframe", "noembed", "noframes", "xmp"]);

/** Elements whose first line feed is taken for layout of the source and dropped. */
const LINE_FEED_DROPPED: ReadonlySet<string> = new Set(["listing", "pre", "textarea"]);

/** Nothing can end a `plaintext` element, so it is written as the one that looks the same. */
const WRITTEN_AS: Readonly<Record<string, string>> = { plaintext: "pre" };

/** Keeps two text runs apart that had something between them which the tree does not hold. */
const SEPARATOR = "<!---->";

/**
 * Between two elements that follow each other. White-space-only text is not part of the tree, and words that run
 * together are the worse mistake.
 */
const GAP = " ";

/** Elements in which white space is seen as it stands. */
const PREFORMATTED: ReadonlySet<string> = new Set(["pre", "listing", "xmp", "plaintext", "textarea"]);

export interface ToHtmlOptions {
  /** Nodes whose whole subtree is left out. */
  readonly without?: ReadonlySet<number>;
}

/** The markup of an element and all below it. Parsing it again gives the same subtree where HTML allows it. Linear. */
export function toHtml(tree: DomTree, root: number, options: ToHtmlOptions = {}): string {
  const pieces: string[] = [];
  const open: number[] = [];
  let preformatted = 0;
  /** What was written last; a gap is only seen between two elements. */
  let last: "text" | "start" | "end" = "start";
  const close = (): void => {
    const node = open.pop() ?? root;
    if (PREFORMATTED.has(tagOf(tree, node))) preformatted--;
    pieces.push(endTag(tree, node));
    last = "end";
  };
  for (let node = root; node < tree.end[root]; ) {
    while (open.length > 0 && tree.end[open[open.length - 1]] <= node) close();
    if (options.without?.has(node)) {
      node = tree.end[node];
      continue;
    }
    if (isText(tree, node)) {
      if (last === "text") pieces.push(SEPARATOR);
      pieces.push(writtenText(tree, node));
      last = "text";
    } else {
      if (last === "end" && preformatted === 0) pieces.push(GAP);
      pieces.push(startTag(tree, node));
      const tag = tagOf(tree, node);
      last = VOID_TAGS.has(tag) ? "end" : "start";
      if (last === "start") open.push(node);
      if (PREFORMATTED.has(tag)) preformatted++;
    }
    node++;
  }
  while (open.length > 0) close();
  return pieces.join("");
}

function startTag(tree: DomTree, node: number): string {
  let tag = `<${writtenTag(tree, node)}`;
  for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
    tag += ` ${tree.attrNames[tree.attrName[entry]]}="${escapeAttribute(tree.attrValues[tree.attrValue[entry]])}"`;
  }
  return `${tag}>`;
}

function endTag(tree: DomTree, node: number): string {
  return `</${writtenTag(tree, node)}>`;
}

function writtenTag(tree: DomTree, node: number): string {
  const tag = tagOf(tree, node);
  return WRITTEN_AS[tag] ?? tag;
}

/** A text run, empty where an element that takes its text as it stands could let it become markup. */
function writtenText(tree: DomTree, node: number): string {
  const text = tree.text.slice(tree.textStart[node], tree.textStart[node + 1] - 1);
  const parent = tree.parent[node];
  const container = parent < 0 ? "" : writtenTag(tree, parent);
  if (RAW_TEXT_TAGS.has(container)) return /[&<]/.test(text) ? "" : text;
  const isDropped = text.startsWith("\n") && node === parent + 1 && LINE_FEED_DROPPED.has(container);
  return isDropped ? `\n${escapeText(text)}` : escapeText(text);
}

function escapeText(text: string): string {
  return text.replace(/[&<>\r\u00a0]/g, (character) => ESCAPES[character]);
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\r\u00a0]/g, (character) => ESCAPES[character]);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // a carriage return that is not escaped is read as a line feed
  "\r": "&#13;",
  "\u00a0": "&nbsp;",
};
