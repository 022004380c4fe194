/** The columns that the ranker sees of each candidate: every signal twice, and what only the whole picture tells. */
import { Overlap } from "../../feature/overlap.ts";
import { LANDMARKS, type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { type DomTree, tagOf } from "../../tree/dom-tree.ts";
import { candidatesOf } from "./candidates.ts";
import { type Facts, factFinder } from "./facts.ts";
import { ratio, UNKNOWN } from "./likeness.ts";
import { type FusedMemory, type PageMark, pageMarkOf } from "./memory.ts";
import { type Reference, referTo } from "./reference.ts";
import { linkDensity, SIGNALS } from "./signals.ts";

/** Candidates with their columns, row by row in one array. */
export interface Table {
  readonly nodes: readonly number[];
  /** One past the last node of each candidate's subtree. */
  readonly ends: readonly number[];
  /** Row `i` is `[i * COLUMNS.length, (i + 1) * COLUMNS.length)`. */
  readonly values: Float32Array;
}

const LASTING = ["lastingWords", "lastingWordPrecision", "lastingPatterns", "lastingLinks", "lastingClasses"] as const;

/**
 * Whoever points at the first of many mostly means the place, whoever points at another one mostly means the thing:
 * each column speaks only in its own case. What the person said decides.
 */
const ROLE = ["roleRank", "roleKey"] as const;
const SILENT = -1;

/** What a candidate is by itself: some elements are what people follow, others are mere wrapping. */
const OWN = [
  "words",
  "share",
  "linkDensity",
  "alike",
  "depth",
  "startsWithHeading",
  "unitRank",
  "unitLevels",
  "wrappersAbove",
  "wrappersBelow",
  "isLandmark",
  "hasId",
  "spread",
  "shareOfParent",
] as const;

/** The same for all candidates of a page: they tell the ranker which signals to trust. */
const SITUATION = [
  "sightings",
  "habitPath",
  "habitWords",
  "habitRuns",
  "habitLinks",
  "habitHeading",
  "lastingWordCount",
  "blockWords",
  "blockElements",
  "blockLinks",
  "blockShare",
  "blockUnitLevels",
  "blockUnitRank",
  "blockUnitCount",
  "blockAlikeRank",
  "firstUnitRank",
  "pageClasses",
  "pageLinks",
  "pageWords",
  "pageElements",
  "pageTitle",
] as const;

/** Signals of which it matters how far a candidate is from the best of its rivals. */
const CONTESTED = [
  "latest.classes",
  "latest.ancestors",
  "latest.ancestorTokens",
  "latest.wordRecall",
  "latest.wordPrecision",
  "latest.runRecall",
  "latest.linkRecall",
  "latest.patternRecall",
  "latest.innerClassRecall",
  "latest.elementCount",
  "latest.wordCount",
  "latest.before",
  "latest.after",
  "latest.headingAbove",
  "latest.headingInside",
  "latest.headingAboveWords",
  "latest.headingInsideWords",
  "latest.firstWords",
  "latest.lastWords",
  "latest.swallowed",
  "latest.names",
  "latest.innerNameRecall",
  "latest.linkDirRecall",
  "latest.pageShare",
  "latest.landmarksInside",
  "origin.wordRecall",
  "origin.wordPrecision",
  "origin.runRecall",
  "origin.linkRecall",
  "origin.ancestors",
  "origin.headingAbove",
  "lastingWords",
  "lastingPatterns",
  "roleRank",
  "roleKey",
] as const;

const NAMES = Object.keys(SIGNALS);
const FUNCTIONS = Object.values(SIGNALS);

export const COLUMNS: readonly string[] = [
  ...NAMES.map((name) => `origin.${name}`),
  ...NAMES.map((name) => `latest.${name}`),
  ...LASTING,
  ...ROLE,
  ...OWN.map((name) => `own.${name}`),
  ...SITUATION,
  ...CONTESTED.map((name) => `gap.${name}`),
];

const CONTESTED_COLUMNS: readonly number[] = CONTESTED.map((name) => COLUMNS.indexOf(name));
const RANK_COLUMNS = ["origin.unitRank", "latest.unitRank"].map((name) => COLUMNS.indexOf(name));
const KEY_COLUMNS = ["origin.patternRecall", "latest.patternRecall"].map((name) => COLUMNS.indexOf(name));
const FIRST_GAP = COLUMNS.length - CONTESTED.length;

/** Candidates of the page and all columns of each. */
export function tableOf(memory: FusedMemory, tree: DomTree): Table {
  const index = pageIndex(tree);
  const origin = referTo(memory.pointed[memory.pointed.length - 1], tree);
  const latest = memory.latest === origin.print ? origin : referTo(memory.latest, tree);
  const lasting = new LastingOverlaps(memory, index);
  const nodes = candidatesOf(tree, origin === latest ? [latest] : [latest, origin]);
  const situation = situationOf(memory, pageMarkOf(tree), index);
  const values = new Float32Array(nodes.length * COLUMNS.length);
  const finder = factFinder(tree);
  const facts = nodes.map((node) => finder.of(node));
  fillSignals(values, { first: 0, reference: origin, facts });
  if (origin !== latest) fillSignals(values, { first: FUNCTIONS.length, reference: latest, facts });
  for (let row = 0; row < nodes.length; row++) {
    const start = row * COLUMNS.length;
    if (origin === latest) values.copyWithin(start + FUNCTIONS.length, start, start + FUNCTIONS.length);
    let at = start + 2 * FUNCTIONS.length;
    at = lasting.fill(values, at, facts[row]);
    at = fillRole(values, at, { start, memory });
    values.set(ownOf(facts[row]), at);
    values.set(situation, at + OWN.length);
  }
  fillGaps(values, nodes.length);
  return { nodes, ends: nodes.map((node) => tree.end[node]), values };
}

/** The signals of one reference for all candidates. */
interface SignalColumns {
  /** The column of the first signal. */
  readonly first: number;
  readonly reference: Reference;
  readonly facts: readonly Facts[];
}

/** Signal by signal, so that the code of one stays at hand for all candidates. */
function fillSignals(values: Float32Array, { first, reference, facts }: SignalColumns): void {
  for (let signal = 0; signal < FUNCTIONS.length; signal++) {
    const say = FUNCTIONS[signal];
    for (let [row, at] = [0, first + signal]; row < facts.length; row++, at += COLUMNS.length) {
      values[at] = say(reference, facts[row]);
    }
  }
}

/** From the columns of the row that begins at `start`. */
function fillRole(values: Float32Array, at: number, row: { start: number; memory: FusedMemory }): number {
  const { unit } = row.memory.pointed[0];
  const { intent } = row.memory;
  const mean = (columns: readonly number[]): number =>
    columns.reduce((sum, column) => sum + values[row.start + column], 0) / columns.length;
  const isPlace = intent === "auto" ? unit.before === 0 : intent === "position";
  values[at] = unit.levels >= 0 && isPlace ? mean(RANK_COLUMNS) : SILENT;
  values[at + 1] = unit.levels >= 0 && !isPlace ? mean(KEY_COLUMNS) : SILENT;
  return at + ROLE.length;
}

function ownOf(facts: Facts): number[] {
  const { tree, node, counts } = facts;
  return [
    Math.log(1 + counts.words),
    facts.pageShare,
    linkDensity(counts),
    Math.min(facts.alike, 20),
    tree.depth[node],
    facts.startsWithHeading ? 1 : 0,
    Math.min(facts.unit.before, 10),
    facts.unit.levels,
    facts.wrappersAbove,
    facts.wrappersBelow,
    LANDMARKS.includes(tagOf(tree, node)) ? 1 : 0,
    facts.self.id === 0 ? 0 : 1,
    facts.spread,
    facts.shareOfParent,
  ];
}

class LastingOverlaps {
  readonly #words: Overlap;
  readonly #patterns: Overlap;
  readonly #links: Overlap;
  readonly #classes: Overlap;

  constructor({ lasting }: FusedMemory, index: PageIndex) {
    this.#words = new Overlap(lasting.words, index.words);
    this.#patterns = new Overlap(lasting.patterns, index.patterns);
    this.#links = new Overlap(lasting.links, index.links);
    this.#classes = new Overlap(lasting.classes, index.classes);
  }

  fill(values: Float32Array, start: number, { node, end }: Facts): number {
    values[start] = recall(this.#words, node, end);
    values[start + 1] = this.#words.hits(node, end) / Math.max(1, this.#words.within(node, end));
    values[start + 2] = recall(this.#patterns, node, end);
    values[start + 3] = recall(this.#links, node, end);
    values[start + 4] = recall(this.#classes, node, end);
    return start + LASTING.length;
  }
}

function recall(overlap: Overlap, node: number, end: number): number {
  return overlap.isEmpty ? UNKNOWN : overlap.recall(node, end);
}

function situationOf(memory: FusedMemory, now: PageMark, index: PageIndex): number[] {
  const { habits, latest, lasting, page } = memory;
  return [
    Math.min(habits.sightings, 20),
    habits.path,
    habits.words,
    habits.runs,
    habits.links,
    habits.heading,
    Math.min(lasting.words.hashes.length, 50),
    Math.log(1 + latest.counts.words),
    Math.log(1 + latest.counts.elements),
    Math.log(1 + latest.counts.links),
    latest.pageShare,
    latest.unit.levels,
    Math.min(latest.unit.before, 10),
    Math.min(latest.unit.count, 30),
    Math.min(latest.alikeBefore, 10),
    Math.min(memory.pointed[0].unit.before, 10),
    new Overlap(page.classes, index.classes).pageRecall(),
    new Overlap(page.links, index.links).pageRecall(),
    ratio(page.words, now.words),
    ratio(page.elements, now.elements),
    page.title === now.title ? 1 : 0,
  ];
}

/** How far each row stays behind the best row in the contested columns. */
function fillGaps(values: Float32Array, rows: number): void {
  for (const [offset, column] of CONTESTED_COLUMNS.entries()) {
    let best = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < rows; row++) best = Math.max(best, values[row * COLUMNS.length + column]);
    for (let row = 0; row < rows; row++) {
      const start = row * COLUMNS.length;
      values[start + FIRST_GAP + offset] = values[start + column] - best;
    }
  }
}
