/**
 * The blocks that structure the pages of today, as nodes of the index tree: what [page-fragmentation] section 12 names as
 * future work ("a second fragmentation algorithm that is not based on the table structure").
 *
 *   kind       element
 *   landmark   a sectioning element or one with a landmark role
 *   table      a table
 *   form       a form or fieldset
 *   list       a container of at least three children alike: a list, or siblings of one tag and similar build
 *   headed     a container that begins with a heading and has more than that
 *   column     where boxes are known, a child of a container that lays out its children side by side (flex, grid, float)
 *
 * Elements without text and without image are never blocks.
 */
import { attributeOf, type DomTree } from "../tree/dom-tree.ts";
import type { FragmentKind, SubtreeSizes } from "./index-tree.ts";
import type { FragmentMode } from "./train-page.ts";

/**
 * There are more kinds of block than tables and they are smaller, so a component may be larger than the average one by
 * more: with these bounds most of the labelled blocks are components (see docs/papers/page-fragmentation.md).
 */
export const SECTION_MODE: FragmentMode = { kinds: sectionBlocks, lower: 0.5, upper: 12 };

const LANDMARK_TAGS = new Set(["header", "nav", "main", "aside", "footer", "section", "article", "search", "dialog"]);
const LANDMARK_ROLES = new Set(
  "banner navigation main complementary contentinfo region search article feed tabpanel dialog".split(" "),
);
const FORM_TAGS = new Set(["form", "fieldset"]);
const LIST_TAGS = new Set(["ul", "ol", "dl", "menu"]);
/** Elements that may hold a heading and what belongs to it, or siblings alike. */
const CONTAINER_TAGS = new Set(["div", "td", "li", "center", "figure", "details"]);
const HEADING = /^h[1-6]$/;

/** So many children alike make a list. */
const MIN_ALIKE = 3;
/** How far down a first child may be wrapped and still be the heading of the container. */
const HEADING_WRAPPERS = 4;
/** Side by side: columns are at least this wide and high, in pixels. */
const MIN_COLUMN_WIDTH = 120;
const MIN_COLUMN_HEIGHT = 60;

function sectionBlocks(tree: DomTree, sizes: SubtreeSizes): (node: number) => FragmentKind | null {
  const byTag = tree.tagNames.map(kindOfTag);
  const isContainer = tree.tagNames.map((name) => CONTAINER_TAGS.has(name));
  const isHeading = tree.tagNames.map((name) => HEADING.test(name));
  const isColumn = columns(tree);
  return (node) => {
    if (sizes.text[node] === 0 && sizes.images[node] === 0) return null;
    const own = byTag[tree.tag[node]];
    if (own === "list") return childrenAlike(tree, node) ? "list" : null;
    if (own !== null) return own;
    if (LANDMARK_ROLES.has(attributeOf(tree, node, "role") ?? "")) return "landmark";
    if (!isContainer[tree.tag[node]]) return null;
    if (beginsWithHeading(tree, node, isHeading)) return "headed";
    if (childrenAlike(tree, node)) return "list";
    return isColumn[node] === 1 ? "column" : null;
  };
}

function kindOfTag(name: string): FragmentKind | null {
  if (LANDMARK_TAGS.has(name)) return "landmark";
  if (name === "table") return "table";
  if (FORM_TAGS.has(name)) return "form";
  return LIST_TAGS.has(name) ? "list" : null;
}

/** True where the element begins with a heading, perhaps in wrappers, and has more than that. */
function beginsWithHeading(tree: DomTree, node: number, isHeading: readonly boolean[]): boolean {
  let at = node + 1;
  for (let steps = 0; steps < HEADING_WRAPPERS && at < tree.end[node]; steps++) {
    if (isHeading[tree.tag[at]]) return tree.end[at] < tree.end[node];
    if (tree.end[at] === at + 1) return false;
    at++;
  }
  return false;
}

/** True where at least three children, and at least half of them, have the same tag and begin with the same tag. */
function childrenAlike(tree: DomTree, node: number): boolean {
  const counts = new Map<number, number>();
  let children = 0;
  let most = 0;
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
    children++;
    if (tree.end[child] === child + 1) continue;
    const build = tree.tag[child] * tree.tagNames.length + tree.tag[child + 1];
    const count = (counts.get(build) ?? 0) + 1;
    counts.set(build, count);
    most = Math.max(most, count);
  }
  return most >= MIN_ALIKE && most * 2 >= children;
}

/** The sibling before each node, -1 for a first child. */
function siblingsBefore(tree: DomTree): Int32Array {
  const before = new Int32Array(tree.size).fill(-1);
  const last = new Int32Array(tree.size).fill(-1);
  for (let node = 1; node < tree.size; node++) {
    const parent = tree.parent[node];
    before[node] = last[parent];
    last[parent] = node;
  }
  return before;
}

/** Marks the elements that stand beside a sibling. */
function columns(tree: DomTree): Uint8Array {
  const isColumn = new Uint8Array(tree.size);
  const { boxes } = tree;
  if (!boxes) return isColumn;
  const before = siblingsBefore(tree);
  for (let node = 1; node < tree.size; node++) {
    const other = before[node];
    if (other < 0 || !isLarge(boxes, node) || !isLarge(boxes, other) || !isBeside(boxes, other, node)) continue;
    isColumn[node] = 1;
    isColumn[other] = 1;
  }
  return isColumn;
}

function isLarge(boxes: Int32Array, node: number): boolean {
  return boxes[node * 4 + 2] >= MIN_COLUMN_WIDTH && boxes[node * 4 + 3] >= MIN_COLUMN_HEIGHT;
}

/** True where the boxes share at least half of the smaller height and none of their width. */
function isBeside(boxes: Int32Array, a: number, b: number): boolean {
  const [aLeft, aTop, aWidth, aHeight] = boxes.subarray(a * 4, a * 4 + 4);
  const [bLeft, bTop, bWidth, bHeight] = boxes.subarray(b * 4, b * 4 + 4);
  const shared = Math.min(aTop + aHeight, bTop + bHeight) - Math.max(aTop, bTop);
  return shared * 2 >= Math.min(aHeight, bHeight) && (aLeft + aWidth <= bLeft || bLeft + bWidth <= aLeft);
}

// [page-fragmentation] section 4: every TABLE, and nothing else, is a node of the index tree.

/** "The values of l = 1 and u = 2 were arbitrarily chosen, since they resulted in good fragmentation of web pages." */
export const TABLE_MODE: FragmentMode = { kinds: tableBlocks, lower: 1, upper: 2 };

function tableBlocks(tree: DomTree): (node: number) => FragmentKind | null {
  const table = tree.tagNames.indexOf("table");
  return (node) => (table > 0 && tree.tag[node] === table ? "table" : null);
}
