/** What [following-dynamic-blocks] sections 6.3 and 6.6 tell blocks apart by: how they change, how large they are. */
import { type DomTree, isText, pathOf, textOf } from "@tessera/engine";
import type { LabelledCase } from "../../data/cases.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { blockIn } from "./follow-case.ts";

export interface BlockFacts {
  /** The three change metrics of section 6.3: did it ever differ from the first version? Place is null without layout. */
  readonly path: boolean;
  readonly place: boolean | null;
  readonly text: boolean;
  /** Section 6.6: width times height on the first page; null without layout. */
  readonly pixels: number | null;
  /** Section 6.6: element nodes inside the block on the first page. */
  readonly elements: number;
}

interface ObservedBlock {
  readonly path: string;
  readonly place: string | null;
  readonly text: string;
}

export function blockFacts(labelled: LabelledCase, pages: PageCache): BlockFacts {
  const [first, ...later] = labelled.versions.filter((version) => version.path !== null);
  const page = pages.treeOf(labelled, first!);
  const block = blockIn(page, first!);
  const look = lookOf(page, block);
  const facts = { path: false, place: look.place === null ? null : false, text: false };
  for (const version of later) {
    const newer = pages.treeOf(labelled, version);
    const other = lookOf(newer, blockIn(newer, version));
    facts.path ||= other.path !== look.path;
    facts.text ||= other.text !== look.text;
    if (look.place !== null && other.place !== null && other.place !== look.place) facts.place = true;
  }
  return { ...facts, ...sizeOf(page, block) };
}

function lookOf(page: DomTree, block: number): ObservedBlock {
  return {
    path: pathOf(page, block),
    place: boxOf(page, block)?.join() ?? null,
    text: textOf(page, block).replace(/\s+/g, " ").trim(),
  };
}

function sizeOf(page: DomTree, block: number): { pixels: number | null; elements: number } {
  const box = boxOf(page, block);
  let elements = 0;
  for (let node = block + 1; node < page.end[block]!; node++) if (!isText(page, node)) elements++;
  return { pixels: box ? box[2]! * box[3]! : null, elements };
}

function boxOf(page: DomTree, node: number): Int32Array | null {
  const box = page.boxes?.subarray(node * 4, node * 4 + 4);
  return box && box[2]! >= 0 ? box : null;
}
