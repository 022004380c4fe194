/** What a page tells those who do not see it: the elements that label one, its label, the words for a picture or a chart. */
import { attributeOf, type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import { headingText } from "./block-heading.ts";
import { nameIn } from "./name-words.ts";
import { type PieceOptions, textPieces } from "./text-pieces.ts";

/** "Navigation 4", "Main": what tells one bar of a page from the others says nothing beside those of other pages. */
const GENERIC = /^\s*(?:\p{L}+\s+\d+|main|primary|secondary|global|site|nav(?:igation|bar)?|menu|header|footer|bread-?crumbs?)\s*$/iu;
const DRAWN: ReadonlySet<string> = new Set("img svg canvas video iframe object embed".split(" "));
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
  const tag = tagOf(tree, node);
  const said = [attributeOf(tree, node, "aria-label"), tag === "img" ? attributeOf(tree, node, "alt") : null];
  return nameIn(said.find((text) => text !== null && nameIn(text) !== "") ?? "");
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
    const [name, value] = [tree.attrNames.indexOf("id"), tree.attrValues.indexOf(id)];
    if (id === "" || name < 0 || value < 0) return "";
    // by the numbers of name and value: pages may refer to ids as often as they like
    let entry = tree.attrValue.indexOf(value);
    while (entry >= 0 && tree.attrName[entry] !== name) entry = tree.attrValue.indexOf(value, entry + 1);
    const node = entry < 0 ? -1 : tree.attrStart.findLastIndex((start) => start <= entry);
    return node < 0 ? "" : headingText(tree, node, {});
  };
}
