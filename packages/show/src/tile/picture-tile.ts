/** A block as a picture of it: its links lie over it where they are in the picture, and its words are there for who hears them. */
import { type Attribute, HtmlWriter } from "@tessera/engine";
import { isElement, type Node, parsePage } from "../html/page-node.ts";
import { NOT_IN_TREE } from "../html/tile-chain.ts";
import { stylesOf } from "./page-styles.ts";
import type { ShownCapture } from "./render-picker-page.ts";
import type { Box } from "./tile-layout.ts";

export interface PictureDrawing {
  readonly capture: ShownCapture;
  /** Of the whole page, by node. */
  readonly boxes: Int32Array;
  /** The block, by its number. */
  readonly node: number;
  readonly without: readonly number[];
  /** Where the picture is. */
  readonly source: string;
  /** What the block says, line by line. */
  readonly text: string;
  readonly linkMode: "open" | "inert";
}

export interface PictureTile {
  readonly html: string;
  readonly css: string;
}

interface LinkArea {
  readonly href: string;
  readonly label: string;
  readonly box: Box;
}

const MAX_LINKS = 500;
const MAX_LABEL = 200;
const MAX_TEXT = 100_000;

/** As wide as its frame, and never larger than it was. */
const STYLE = [
  "body{margin:0}[data-tessera-picture]{position:relative;margin:var(--tessera-pad,0px);max-width:100%}",
  "[data-tessera-picture] img{display:block;width:100%;height:auto}",
  "[data-tessera-picture] a{position:absolute;border-radius:2px}",
  "[data-tessera-picture] a:is(:hover,:focus-visible){outline:2px solid Highlight;outline-offset:1px}",
  // heard, not seen
  "[data-tessera-words],[data-tessera-picture] a span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:pre-line}",
].join("\n");

/** Throws a RangeError where the page has no such element with a box. */
export function pictureTile(drawing: PictureDrawing): PictureTile {
  const { capture, boxes, node, source, text, linkMode } = drawing;
  const root = parsePage(capture.html);
  const shown = boxOf(boxes, node);
  if (!root || !shown) throw new RangeError(`the page has no picture of ${node}`);
  const { base } = stylesOf(root, capture);
  const areas = linkMode === "open" ? linksIn(root, drawing, base) : [];
  const writer = new HtmlWriter();
  writer.open("div", [
    ["data-tessera-picture", ""],
    ["style", `width:${shown[2]}px`],
  ]);
  writer.open("img", [["src", source], ["alt", ""], ...sizeOf(shown)]);
  writer.close();
  for (const { href, label, box } of areas) {
    writer.open("a", [
      ["href", href],
      ["target", "_blank"],
      ["rel", "noopener noreferrer nofollow"],
      ["style", placeIn(box, shown)],
    ]);
    writer.open("span");
    writer.text(label);
    writer.close();
    writer.close();
  }
  writer.open("div", [["data-tessera-words", ""]]);
  writer.text(text.slice(0, MAX_TEXT));
  return { html: writer.finish(), css: STYLE };
}

function sizeOf([, , width, height]: Box): Attribute[] {
  return [
    ["width", String(width)],
    ["height", String(height)],
  ];
}

/** In shares of the picture, which is scaled with its tile. */
function placeIn([left, top, width, height]: Box, [x, y, w, h]: Box): string {
  const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)}%`;
  return `left:${share(left - x, w)};top:${share(top - y, h)};width:${share(width, w)};height:${share(height, h)}`;
}

function boxOf(boxes: Int32Array, node: number): Box | null {
  const [left, top, width, height] = boxes.subarray(4 * node, 4 * node + 4);
  return height !== undefined && width! >= 1 && height >= 1 ? [left!, top!, width!, height] : null;
}

/** The links of the block that have a box, in document order. */
function linksIn(root: Node, { node: block, without, boxes }: PictureDrawing, base: URL): readonly LinkArea[] {
  const links: LinkArea[] = [];
  const cut = new Set(without);
  const pending: { readonly node: Node; readonly isInside: boolean }[] = [{ node: root, isInside: false }];
  let count = 0;
  for (let visit = pending.pop(); visit && links.length < MAX_LINKS; visit = pending.pop()) {
    const { node } = visit;
    if (!isElement(node)) {
      if (/\S/.test(node.value)) count++;
      continue;
    }
    if (NOT_IN_TREE.has(node.tagName)) continue;
    const number = count++;
    const isInside = (visit.isInside || number === block) && !cut.has(number);
    const box = isInside && node.tagName === "a" ? boxOf(boxes, number) : null;
    const href = box && webAddress(node.attrs.find(({ name }) => name === "href")?.value, base);
    if (box && href) links.push({ href, box, label: labelOf(node) });
    for (const child of node.childNodes.toReversed()) pending.push({ node: child, isInside });
  }
  return links;
}

function webAddress(value: string | undefined, base: URL): string | null {
  const url = value === undefined ? null : URL.parse(value.trim(), base.href);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

function labelOf(link: Node): string {
  const words: string[] = [];
  const pending: Node[] = [link];
  for (let node = pending.pop(); node && words.length < MAX_LABEL; node = pending.pop()) {
    if (!isElement(node)) words.push(node.value);
    else {
      const alt = node.attrs.find(({ name }) => name === "aria-label" || name === "alt")?.value;
      if (alt) words.push(alt);
      for (const child of node.childNodes.toReversed()) pending.push(child);
    }
  }
  return words.join(" ").replaceAll(/\s+/g, " ").trim().slice(0, MAX_LABEL);
}
