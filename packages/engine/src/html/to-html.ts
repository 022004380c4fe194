/** A subtree as markup again, for storing and showing: what the tree does not hold (script, style) is not in it. */
import { attributesOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";

const VOID_TAGS: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

export interface ToHtmlOptions {
  /** Nodes whose whole subtree is left out. */
  readonly without?: ReadonlySet<number>;
}

/** The markup of an element and all below it. Parsing it again gives the same subtree where HTML allows it. Linear. */
export function toHtml(tree: DomTree, root: number, options: ToHtmlOptions = {}): string {
  const pieces: string[] = [];
  const open: number[] = [];
  for (let node = root; node < tree.end[root]; ) {
    while (open.length > 0 && tree.end[open[open.length - 1]] <= node) pieces.push(endTag(tree, open.pop() ?? root));
    if (options.without?.has(node)) {
      node = tree.end[node];
      continue;
    }
    if (isText(tree, node))
      pieces.push(escapeText(tree.text.slice(tree.textStart[node], tree.textStart[node + 1] - 1)));
    else {
      pieces.push(startTag(tree, node));
      if (!VOID_TAGS.has(tagOf(tree, node))) open.push(node);
    }
    node++;
  }
  while (open.length > 0) pieces.push(endTag(tree, open.pop() ?? root));
  return pieces.join("");
}

function startTag(tree: DomTree, node: number): string {
  const attributes = attributesOf(tree, node).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  return `<${tagOf(tree, node)}${attributes.join("")}>`;
}

function endTag(tree: DomTree, node: number): string {
  return `</${tagOf(tree, node)}>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => ESCAPES[character] ?? character);
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"\u00a0<>]/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\u00a0": "&nbsp;",
};
