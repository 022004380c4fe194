/** What a page tells those who do not see it: the elements that label one, its label, the words for a picture or a chart. */
import { attributeOf, type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import { headingText } from "./block-heading.ts";
import { nameIn } from "./name-words.ts";
import { classesOf, type PieceOptions, textPieces } from "./text-pieces.ts";

/** "Navigation 4", "Main": what tells one bar of a page from the others says nothing beside those of other pages. */
const GENERIC =
  /^\s*(?:\p{L}+\s+\d+|main|primary|secondary|global|site|nav(?:igation|bar)?|menu|header|footer|bread-?crumbs?)\s*$/iu;
const DRAWN: ReadonlySet<string> = new Set("img svg canvas video iframe object embed".split(" "));
const TAB_ATTRIBUTES: readonly string[] = ["aria-controls", "href", "data-target", "data-bs-target"];
/** Of a file or a variable: "profile_image", "IMG_2041.jpg". */
const IDENTIFIER = /^\s*(?:[\w-]+\.(?:jpe?g|png|gif|svg|webp|avif)|[a-z0-9]+(?:_[a-z0-9]+)+)\s*$/i;
const MAX_NODES = 2_000;

/** The same without names that say nothing beside those of other pages. */
export function accessibleName(tree: DomTree, node: number): string {
  const name = spokenName(tree, node);
  return GENERIC.test(name) ? "" : name;
}

export function spokenName(tree: DomTree, node: number): string {
  const labelled = attributeOf(tree, node, "aria-labelledby");
  const byOthers = labelled === null ? "" : nameIn(labelled.split(/\s+/).slice(0, 4).map(textOfId(tree)).join(" "));
  if (byOthers !== "") return byOthers;
  const tab = tabName(tree, node);
  if (tab !== "") return tab;
  const tag = tagOf(tree, node);
  const said = [attributeOf(tree, node, "aria-label"), tag === "img" ? attributeOf(tree, node, "alt") : null];
  return nameIn(said.find((text) => text !== null && nameIn(text) !== "" && !IDENTIFIER.test(text)) ?? "");
}

/** What a tab shows is called as the tab, which says its id. */
function tabName(tree: DomTree, node: number): string {
  const id = attributeOf(tree, node, "id") ?? "";
  const isPanel = attributeOf(tree, node, "role") === "tabpanel" || classesOf(tree, node).includes("tab-pane");
  if (id === "" || !isPanel) return "";
  const tab = [`#${id}`, id].flatMap((value) => TAB_ATTRIBUTES.map((name) => elementWith(tree, name, value)));
  const found = tab.find((element) => element >= 0 && element !== node);
  return found === undefined ? "" : headingText(tree, found, {});
}

/** The name of the only picture, chart or embedded page in a block that has nothing beside it. */
export function drawingName(tree: DomTree, block: number, options: PieceOptions): string {
  const drawings = drawingsIn(tree, block, options);
  const [drawing] = drawings;
  if (drawing === undefined || drawings.length > 1) return "";
  const without = new Set([...(options.without ?? []), drawing]);
  if (drawing !== block && textPieces(tree, block, { ...options, without, maxPieces: 1 }).length > 0) return "";
  return accessibleName(tree, drawing) || titleOf(tree, drawing);
}

function drawingsIn(tree: DomTree, block: number, { without }: PieceOptions): readonly number[] {
  const found: number[] = [];
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block; node < stop && found.length < 2; ) {
    const isDrawn = !isText(tree, node) && (DRAWN.has(tagOf(tree, node)) || attributeOf(tree, node, "role") === "img");
    const isOut = without?.has(node) || attributeOf(tree, node, "aria-hidden") === "true";
    if (isDrawn && !isOut) found.push(node);
    node = isDrawn || isOut ? tree.end[node] : node + 1;
  }
  return found;
}

/** As SVG has it, in an element, and embedded pages in an attribute. */
function titleOf(tree: DomTree, drawing: number): string {
  for (let child = drawing + 1; child < tree.end[drawing]; child = tree.end[child]) {
    if (!isText(tree, child) && tagOf(tree, child) === "title") return nameIn(textOf(tree, child));
  }
  return nameIn(attributeOf(tree, drawing, "title") ?? "");
}

function textOfId(tree: DomTree): (id: string) => string {
  return (id) => {
    const node = id === "" ? -1 : elementWith(tree, "id", id);
    return node < 0 ? "" : headingText(tree, node, {});
  };
}

/** The first element with an attribute of this value; -1 where there is none. */
function elementWith(tree: DomTree, attribute: string, written: string): number {
  const [name, value] = [tree.attrNames.indexOf(attribute), tree.attrValues.indexOf(written)];
  if (name < 0 || value < 0) return -1;
  // by the numbers of name and value: pages may refer to ids as often as they like
  let entry = tree.attrValue.indexOf(value);
  while (entry >= 0 && tree.attrName[entry] !== name) entry = tree.attrValue.indexOf(value, entry + 1);
  return entry < 0 ? -1 : tree.attrStart.findLastIndex((start) => start <= entry);
}
