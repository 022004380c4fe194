/** Where a block is in a stored page, and what there is to show of it. Runs in a worker thread. */
import { alikeSiblings, blockText, type DomTree, describePart, isText, nodeAt, pathOf, tagOf } from "@tessera/engine";
import { BlockPath, type CutPart, type NumberFound } from "@tessera/model";
import { partNodes, readContent } from "../changes/read-content.ts";
import { type ListEntry, listEntryOf } from "./list-entry.ts";
import { titleOfNodes } from "./trace-block.ts";
import { titleOf, treeOf } from "./trace-page.ts";

/** An element by its path, or by its number in the tree of the capture, as the picker's frame speaks of it. */
export type Place = BlockPath | number;

export interface LocateJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly finalUrl: string;
  readonly place: Place;
  readonly extent: "one" | "alike";
  /** Parts to leave out, by their place in the page. */
  readonly cutPlaces: readonly Place[];
  /** Parts to leave out, as a follow remembers them. */
  readonly cuts: readonly CutPart[];
}

/** An ancestor that is worth stopping at: one that holds more than the one below it. */
export interface Level {
  readonly node: number;
  readonly path: BlockPath;
  readonly tag: string;
  /** The first words in it; empty where it holds much of the page. */
  readonly excerpt: string;
}

export type Located =
  | {
      readonly kind: "located";
      readonly node: number;
      readonly path: BlockPath;
      /** Everything that belongs to the block: itself, or it and its siblings like it. */
      readonly nodes: readonly number[];
      /** Cut-out parts, by number and by path. */
      readonly without: readonly number[];
      readonly cutPaths: readonly BlockPath[];
      /** As it will be remembered, so that a preview says what an observation will say. */
      readonly text: string;
      readonly excerpt: string;
      readonly numbers: readonly NumberFound[];
      readonly isList: boolean;
      /** Null where it is no list. */
      readonly items: number | null;
      /** What it will be called where the person says nothing else. */
      readonly title: string;
      readonly pageTitle: string;
      /** From the block outwards to the whole page. */
      readonly levels: readonly Level[];
      /** How many siblings are like it, itself included. */
      readonly alike: number;
      /** Where it is one of many alike, or a part of one. */
      readonly entry: ListEntry | null;
    }
  | { readonly kind: "missing" };

const MAX_LEVELS = 50;
const MAX_LEVEL_EXCERPT = 80;
/** What is larger is not told by its first words. */
const MAX_EXCERPT_NODES = 2_000;

export function locateBlock(job: LocateJob): Located {
  const tree = treeOf(job.html, job.layout);
  const node = nodeOf(tree, job.place);
  const path = node === null ? null : pathIn(tree, node);
  if (node === null || path === null) return { kind: "missing" };
  const alike = alikeSiblings(tree, node);
  const nodes = job.extent === "alike" ? alike : [node];
  const cutNow = job.cutPlaces.flatMap((place): CutPart[] => {
    const part = nodeOf(tree, place);
    return part !== null && part > node && part < tree.end[node]! ? [describePart(tree, node, part)] : [];
  });
  const cuts = partNodes(tree, nodes, [...job.cuts, ...cutNow]);
  const reading = readContent({ tree, nodes, cuts, quiet: new Set(), baseUrl: job.finalUrl });
  const without = [...cuts];
  return {
    kind: "located",
    node,
    path,
    nodes,
    without,
    cutPaths: without.flatMap((part) => pathIn(tree, part) ?? []),
    text: reading.content.text,
    excerpt: reading.excerpt,
    numbers: reading.numbers,
    isList: reading.content.items !== null,
    items: reading.itemCount || null,
    title: titleOfNodes(tree, nodes, cuts, job.finalUrl),
    pageTitle: titleOf(tree),
    levels: levelsOf(tree, node),
    alike: alike.length,
    entry: listEntryOf(tree, node, cuts),
  };
}

/** The element at a place; a text run stands for the element that it is in. */
function nodeOf(tree: DomTree, place: Place): number | null {
  const node = typeof place === "number" ? (place < tree.size ? place : null) : nodeAt(tree, place);
  return node !== null && isText(tree, node) ? tree.parent[node]! : node;
}

function pathIn(tree: DomTree, node: number): BlockPath | null {
  return BlockPath.safeParse(pathOf(tree, node)).data ?? null;
}

function levelsOf(tree: DomTree, from: number): readonly Level[] {
  const levels: Level[] = [];
  for (let node = from, below = -1; node >= 0 && levels.length < MAX_LEVELS; below = node, node = tree.parent[node]!) {
    const addsNothing = below >= 0 && below === node + 1 && tree.end[below] === tree.end[node];
    const path = addsNothing ? null : pathIn(tree, node);
    if (path === null) continue;
    const isSmall = tree.end[node]! - node <= MAX_EXCERPT_NODES;
    const excerpt = isSmall ? blockText(tree, node).slice(0, MAX_LEVEL_EXCERPT) : "";
    levels.push({ node, path, tag: tagOf(tree, node), excerpt });
  }
  return levels;
}
