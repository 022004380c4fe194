/** The text of a block as a person reads it: lines where the page breaks them, without the parts to leave out. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { drawingOf } from "../tree/drawn.ts";

/** Elements that run on within a line; everything else starts a new one. */
const INLINE_TAGS: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark output q s samp " +
    "small span strike strong sub sup time tt u var wbr"
  ).split(" "),
);

/** Between cells of one table row, as copying a table from a browser gives. */
const CELL_TAGS: ReadonlySet<string> = new Set(["td", "th"]);

export interface BlockTextOptions {
  /** Nodes whose whole subtree is left out: volatile parts, and parts that a person cut out. */
  readonly without?: ReadonlySet<number>;
}

/**
 * The lines of a block. Text runs within a line are joined by one space, because white-space-only text is not part of
 * the tree and words that run together are the worse mistake. Pictures read as their alternative text, drawings as
 * the words on them. Linear.
 */
export function blockText(tree: DomTree, block: number, options: BlockTextOptions = {}): string {
  const without = options.without;
  const lines: string[] = [];
  let line: string[] = [];
  let lineOwner = -1;
  const owners = lineOwners(tree, block);
  for (let node = block; node < tree.end[block]; ) {
    if (without?.has(node)) {
      node = tree.end[node];
      continue;
    }
    const run = runOf(tree, node);
    if (run !== "") {
      const owner = owners[node - block];
      if (owner !== lineOwner && line.length > 0) {
        lines.push(line.join(" "));
        line = [];
      }
      lineOwner = owner;
      line.push(run);
    } else if (breaksLine(tree, node) && line.length > 0) {
      lines.push(line.join(" "));
      line = [];
    }
    node++;
  }
  if (line.length > 0) lines.push(line.join(" "));
  return lines.join("\n");
}

/** The text that a node itself adds. */
function runOf(tree: DomTree, node: number): string {
  if (isText(tree, node)) return collapse(tree.text.slice(tree.textStart[node], tree.textStart[node + 1] - 1));
  if (tagOf(tree, node) === "img") return collapse(attributeOf(tree, node, "alt") ?? "");
  return collapse(drawingOf(tree, node)?.words ?? "");
}

function breaksLine(tree: DomTree, node: number): boolean {
  const tag = tagOf(tree, node);
  return !isText(tree, node) && !INLINE_TAGS.has(tag) && !CELL_TAGS.has(tag);
}

/** The nearest ancestor that starts a line, for each node of the block: runs of one owner share a line. */
function lineOwners(tree: DomTree, block: number): Int32Array {
  const owners = new Int32Array(tree.end[block] - block).fill(block);
  for (let node = block + 1; node < tree.end[block]; node++) {
    owners[node - block] = breaksLine(tree, node) ? node : owners[tree.parent[node] - block];
  }
  return owners;
}

/** Runs on within a line. */
export function isInline(tree: DomTree, node: number): boolean {
  return INLINE_TAGS.has(tagOf(tree, node));
}

/** White space as a browser shows it: one space for any run of it, none at the ends. */
export function collapse(text: string): string {
  return isCollapsed(text) ? text : text.replace(/\s+/g, " ").trim();
}

const SPACE = 0x20;
const LAST_ASCII = 0x7f;

/** True where nothing is to be done, as for most texts; false for any other script, which may have spaces of its own. */
function isCollapsed(text: string): boolean {
  let before = SPACE;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > LAST_ASCII || unit < SPACE || (unit === SPACE && before === SPACE)) return false;
    before = unit;
  }
  return before !== SPACE || text === "";
}
