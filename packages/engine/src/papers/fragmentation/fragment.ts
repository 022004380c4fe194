/**
 * Following a web component after [page-fragmentation] (Bouras, Kounenis and Misedakis, 2007), sections 7 and 8: the page
 * is fragmented, its components are identified by their constant content or their position, and the update phase finds
 * them again on a new capture.
 *
 * Departures: the paper follows components only; a block inside of one is found by its path from there, and one around
 * several by its height above the first of them. Where a page has no component to hold on to, the path from the root
 * decides. Training begins with one capture and goes on with every capture on which the block was found, up to
 * `TRAINING_CAPTURES`; a page that is fragmented otherwise `MAX_STRAYS` times in a row is trained anew, as then those
 * captures are the majority. Of the constant content at most `MAX_TERMS` words and images are remembered.
 */
import { type ContentVector, contentVector, intersection, overlap } from "../../segment/content-vector.ts";
import { SECTION_MODE, TABLE_MODE } from "../../segment/section-blocks.ts";
import {
  componentIds,
  type FragmentedPage,
  type FragmentMode,
  fragmentPage,
  type PageIndex,
  pageIndexEntries,
  structureOf,
} from "../../segment/train-page.ts";
import { type PageUpdate, updatePage } from "../../segment/update-page.ts";
import type { Candidate, Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import { contains, type DomTree } from "../../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";

/** A component as it is remembered: its CCV and its sizes. */
interface RememberedComponent {
  readonly id: string;
  readonly words: readonly string[];
  readonly images: readonly string[];
  readonly textLength: number;
  readonly imageCount: number;
}

export interface FragmentMemory extends Memory {
  readonly components: readonly RememberedComponent[];
  readonly structure: number;
  /** Captures that the constant content comes from. */
  readonly captures: number;
  /** Captures in a row that were fragmented otherwise. */
  readonly strays: number;
  readonly place: BlockPlace;
}

const VERSION = 1;
/** The paper's evaluation parses each page ten times. */
const TRAINING_CAPTURES = 10;
const MAX_STRAYS = 3;
/** Words and images of all components together, about 30 kB; shared out evenly. */
const MAX_TERMS = 3000;
const MIN_TERMS = 3;
/** Other components that are offered where the block may be one of them. */
const RIVALS = 6;
/** How much each way of finding the component is trusted, before its content is looked at. */
const TRUST = { unchanged: 1, signatures: 0.95, structure: 0.9, order: 0.6, closest: 0.5 } as const;
/** A rival is behind any component that the update phase found. */
const RIVAL_TRUST = 0.4;
/** A component was found, but what led from it to the block is gone. */
const LOST_WAY_TRUST = 0.2;
/** What a component without any of its constant content is worth. */
const MIN_OVERLAP = 0.4;

/** The generalised mode, for the pages of today. */
export const fragment: Tracer<FragmentMemory> = tracerOf(SECTION_MODE, {
  name: "fragment",
  about: "[page-fragmentation] 7 and 8, by sections: the web component with the signature of the block's",
  // `bench calibrate`: sure only where the fragmentation is what it was and most of the constant content is left
  calibration: { bias: -2.904, score: 8.495, margin: 0.122, foundFrom: 0.99, goneBelow: 0 },
});

/** By TABLE elements only, as in the paper. */
export const fragmentTable: Tracer<FragmentMemory> = tracerOf(TABLE_MODE, {
  name: "fragment-table",
  about: "[page-fragmentation] 7 and 8, by TABLE only: the web component with the signature of the block's",
  // `bench calibrate`: what it is wrong about costs more than asking about all of it, so that no score reaches `foundFrom`
  calibration: { bias: -0.153, score: -2.292, margin: 5.641, foundFrom: 0.97, goneBelow: 0 },
});

type Described = Pick<Tracer, "name" | "about" | "calibration">;

function tracerOf(mode: FragmentMode, described: Described): Tracer<FragmentMemory> {
  const learn = (page: DomTree, node: number) => remember(described.name, fragmentPage(page, mode), node);
  return {
    ...described,
    learn,
    trace: (memory, page) => ranked(memory, updatePage(pageIndexOf(memory), page, mode)),
    adapt(memory, page, node, teacher) {
      return teacher === "person" ? learn(page, node) : trainedOn(memory, fragmentPage(page, mode), node);
    },
    revive: (stored) => revived(stored, described.name),
  };
}

function remember(tracer: string, page: FragmentedPage, node: number): FragmentMemory {
  const share = Math.max(MIN_TERMS, Math.floor(MAX_TERMS / Math.max(1, page.components.length)));
  return {
    tracer,
    version: VERSION,
    components: page.components.map(({ id, node: root, textLength, images: imageCount }) => {
      const { words, images } = contentVector(page.tree, root);
      const kept = { words: [...words].slice(0, share), images: [...images].slice(0, share) };
      return { id, ...kept, textLength, imageCount };
    }),
    structure: structureOf(page.index),
    captures: 1,
    strays: 0,
    place: placeOf(page, node),
  };
}

/** One more sample: its content is intersected, or it is rejected as the paper rejects samples that differ. */
function trainedOn(memory: FragmentMemory, page: FragmentedPage, node: number): FragmentMemory {
  if (componentIds(page) !== memory.components.map(({ id }) => id).join(" ")) {
    if (memory.strays + 1 >= MAX_STRAYS) return remember(memory.tracer, page, node);
    return { ...memory, strays: memory.strays + 1 };
  }
  if (memory.captures >= TRAINING_CAPTURES) return { ...memory, strays: 0 };
  const components = memory.components.map((component, at) => {
    const { node: root, textLength, images: imageCount } = page.components[at];
    const { words, images } = intersection([vectorOf(component), contentVector(page.tree, root)]);
    return { ...component, words: [...words], images: [...images], textLength, imageCount };
  });
  return { ...memory, components, captures: memory.captures + 1, strays: 0 };
}

function pageIndexOf({ components, structure, captures }: FragmentMemory): PageIndex {
  const sizes = components.map(({ id, textLength, imageCount }) => ({ id, textLength, images: imageCount }));
  return { components: pageIndexEntries(sizes, components.map(vectorOf)), structure, captures, rejected: 0 };
}

function vectorOf({ words, images }: RememberedComponent): ContentVector {
  return { words: new Set(words), images: new Set(images) };
}

function ranked(memory: FragmentMemory, update: PageUpdate): Ranking {
  const { tree, components } = update.page;
  const { place } = memory;
  if (place.component < 0) return byPathAlone(tree, place);
  const own = vectorOf(memory.components[place.component]);
  const found = update.nodes[place.component];
  const candidates: Candidate[] = [];
  if (found >= 0) candidates.push(candidate(tree, place, { root: found, own, trust: TRUST[update.way] }));
  const rivals = components.filter(({ node }) => node !== found);
  const others = rivals.map(({ node }) => candidate(tree, place, { root: node, own, trust: RIVAL_TRUST }));
  candidates.push(...others.sort((a, b) => b.score - a.score || a.node - b.node).slice(0, RIVALS));
  return { candidates: distinct(candidates).sort((a, b) => b.score - a.score || a.node - b.node) };
}

interface Guess {
  /** Root of the component that may be the one. */
  readonly root: number;
  /** Constant content of the component that is looked for. */
  readonly own: ContentVector;
  readonly trust: number;
}

function candidate(tree: DomTree, place: BlockPlace, { root, own, trust }: Guess): Candidate {
  const shared = overlap(own, contentVector(tree, root));
  const node = nodeAtPlace(tree, root, place);
  const score = trust * (MIN_OVERLAP + (1 - MIN_OVERLAP) * shared);
  const signals = { trust, overlap: shared, way: node === null ? 0 : 1 };
  return node === null ? { node: root, score: score * LOST_WAY_TRUST, signals } : { node, score, signals };
}

function byPathAlone(tree: DomTree, place: BlockPlace): Ranking {
  const node = nodeAtPlace(tree, -1, place);
  return { candidates: node === null ? [] : [{ node, score: TRUST.order, signals: { trust: TRUST.order } }] };
}

/** Keeps the best candidate for each node. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const one of candidates) if (one.score > (best.get(one.node)?.score ?? -1)) best.set(one.node, one);
  return [...best.values()];
}

function revived(stored: unknown, name: string): FragmentMemory | null {
  const memory = stored as Partial<FragmentMemory> | null;
  if (typeof memory !== "object" || memory?.tracer !== name || memory.version !== VERSION) return null;
  const { components, structure, captures, strays, place } = memory;
  const isWhole = [structure, captures, strays].every(Number.isSafeInteger) && Array.isArray(components);
  if (!isWhole || !components?.every(isRemembered) || !isBlockPlace(place, components.length)) return null;
  return memory as FragmentMemory;
}

function isRemembered(component: Partial<RememberedComponent> | null): boolean {
  const isStrings = (list: unknown) => Array.isArray(list) && list.every((term) => typeof term === "string");
  return (
    typeof component?.id === "string" &&
    isStrings(component.words) &&
    isStrings(component.images) &&
    Number.isFinite(component.textLength) &&
    Number.isFinite(component.imageCount)
  );
}

// Where a block lies relative to a web component: inside of it, or around it.

interface BlockPlace {
  /** Sequence number of the component, -1 where none lies in or around the block. */
  readonly component: number;
  /** Steps down from the component, empty for the component itself; the path from the root where there is none. */
  readonly down: string;
  /** Levels up from the component. */
  readonly up: number;
}

/** The block inside of its component, else around the first component in it, else on its own. */
function placeOf({ tree, components }: FragmentedPage, node: number): BlockPlace {
  const around = components.findIndex((component) => contains(tree, component.node, node));
  if (around >= 0) {
    const down = pathOf(tree, node).slice(pathOf(tree, components[around].node).length + 1);
    return { component: around, down, up: 0 };
  }
  const inside = components.findIndex((component) => contains(tree, node, component.node));
  if (inside < 0) return { component: -1, down: pathOf(tree, node), up: 0 };
  return { component: inside, down: "", up: tree.depth[components[inside].node] - tree.depth[node] };
}

/** The element at a place relative to the root of a component, or null where the page has none there. */
function nodeAtPlace(tree: DomTree, root: number, place: BlockPlace): number | null {
  if (root < 0) return nodeAt(tree, place.down);
  if (place.down !== "") return nodeAt(tree, `${pathOf(tree, root)}/${place.down}`);
  let node = root;
  for (let level = 0; level < place.up && node > 0; level++) node = tree.parent[node];
  return node;
}

function isBlockPlace(place: unknown, components: number): place is BlockPlace {
  const { component, down, up } = (place ?? {}) as Partial<BlockPlace>;
  return (
    Number.isInteger(component) &&
    (component as number) >= -1 &&
    (component as number) < components &&
    typeof down === "string" &&
    Number.isInteger(up)
  );
}
