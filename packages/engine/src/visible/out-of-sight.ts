/** Blocks that nobody sees before they open them: menus, dialogs, what waits beside the page. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { isBlank, visibleParts } from "./visible-parts.ts";

const BOX = 4;
const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** What style sheets call parts that are closed until somebody opens them; `show` and `open` say that they are not. */
const CLOSED =
  /(?:^|\s)(?:modal|dropdown-menu|offcanvas|popover|tooltip|lightbox|sr-only|visually-hidden|d-none)(?=\s|$)/i;
const OPENED = /(?:^|\s)(?:show|open|opened|active|in)(?=\s|$)/i;
const DIALOG_ROLES: ReadonlySet<string> = new Set(["dialog", "alertdialog", "menu", "tooltip"]);

/**
 * Whether a block is not to be seen in the page as it is. In a rendered page its box and its parts say so, in a raw one
 * only its markup and that of what it is in can. Linear in the block and its depth.
 */
export function isOutOfSight(tree: DomTree, node: number): boolean {
  for (let at = node; at >= 0; at = tree.parent[at]) if (isClosed(tree, at)) return true;
  if (isBlank(visibleParts(tree, node, { without: closedIn(tree, node) }))) return true;
  if (!tree.boxes) return false;
  const [left, top, width, height] = tree.boxes.subarray(node * BOX, node * BOX + BOX);
  return width <= 1 || height <= 1 || left + width <= 0 || top + height <= 0;
}

function closedIn(tree: DomTree, block: number): ReadonlySet<number> {
  const closed = new Set<number>();
  for (let node = block + 1; node < tree.end[block]; ) {
    const isOut = isClosed(tree, node);
    if (isOut) closed.add(node);
    node = isOut ? tree.end[node] : node + 1;
  }
  return closed;
}

/** As far as markup says it. A rendered page knows better than the names of classes. */
function isClosed(tree: DomTree, node: number): boolean {
  if (isText(tree, node)) return false;
  if (attributeOf(tree, node, "hidden") !== null) return true;
  if (HIDING_STYLE.test(attributeOf(tree, node, "style") ?? "")) return true;
  const isOpen = attributeOf(tree, node, "open") !== null;
  if (tagOf(tree, node) === "dialog") return !isOpen;
  if (tree.boxes) return false;
  if (attributeOf(tree, node, "popover") !== null || attributeOf(tree, node, "aria-hidden") === "true") return true;
  if (DIALOG_ROLES.has(attributeOf(tree, node, "role") ?? "")) return !isOpen;
  const classes = attributeOf(tree, node, "class") ?? "";
  return CLOSED.test(classes) && !OPENED.test(classes);
}
