/** The columns that the ranker sees of each candidate: every signal twice, and what only the whole picture tells. */
import { Overlap, pageRecall } from "../../feature/overlap.ts";
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { Scratch } from "../../feature/scratch.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { candidatesOf } from "./candidates.ts";
import { fillRecall } from "./comparisons.ts";
import { type Facts, factFinder } from "./facts.ts";
import { ratio } from "./likeness.ts";
import { type FusedMemory, type PageMark, pageMarkOf } from "./memory.ts";
import { OWN } from "./own-columns.ts";
import { type Reference, referTo } from "./reference.ts";
import { SIGNALS } from "./signals.ts";

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
const FIRST_LASTING = 2 * NAMES.length;
const FIRST_ROLE = FIRST_LASTING + LASTING.length;
const FIRST_OWN = FIRST_ROLE + ROLE.length;
const FIRST_GAP = COLUMNS.length - CONTESTED.length;

/** References live as long as the making of one table. */
const scratch = new Scratch();

/** Candidates of the page and all columns of each. */
export function tableOf(memory: FusedMemory, tree: DomTree): Table {
  scratch.reset();
  const index = pageIndex(tree);
  const origin = referTo(memory.pointed[memory.pointed.length - 1], tree, scratch);
  const latest = memory.latest === origin.print ? origin : referTo(memory.latest, tree, scratch);
  const lasting = new LastingOverlaps(memory, index);
  const nodes = candidatesOf(tree, origin === latest ? [latest] : [latest, origin], scratch);
  const situation = situationOf(memory, pageMarkOf(tree), index);
  const values = new Float32Array(nodes.length * COLUMNS.length);
  const finder = factFinder(tree);
  const facts = nodes.map((node) => finder.of(node));
  fillSignals(values, facts, { reference: origin, first: 0 });
  if (origin !== latest) fillSignals(values, facts, { reference: latest, first: FUNCTIONS.length });
  lasting.fill(values, facts);
  for (let row = 0; row < nodes.length; row++) {
    const start = row * COLUMNS.length;
    if (origin === latest) values.copyWithin(start + FUNCTIONS.length, start, start + FUNCTIONS.length);
    fillRole(values, start, memory);
    values.set(facts[row].own, start + FIRST_OWN);
    values.set(situation, start + FIRST_OWN + OWN.length);
  }
  fillGaps(values, nodes.length);
  return { nodes, ends: nodes.map((node) => tree.end[node]), values };
}

/** The signals of one reference from column `first` on. */
function fillSignals(
  values: Float32Array,
  candidates: readonly Facts[],
  { reference, first }: { readonly reference: Reference; readonly first: number },
): void {
  for (const [at, signal] of FUNCTIONS.entries()) {
    signal(reference, candidates, { values, first: first + at, step: COLUMNS.length });
  }
}

/** From the other columns of the row that begins at `start`. */
function fillRole(values: Float32Array, start: number, { pointed: [{ unit }], intent }: FusedMemory): void {
  const mean = (columns: readonly number[]): number =>
    columns.reduce((sum, column) => sum + values[start + column], 0) / columns.length;
  const isPlace = intent === "auto" ? unit.before === 0 : intent === "position";
  values[start + FIRST_ROLE] = unit.levels >= 0 && isPlace ? mean(RANK_COLUMNS) : SILENT;
  values[start + FIRST_ROLE + 1] = unit.levels >= 0 && !isPlace ? mean(KEY_COLUMNS) : SILENT;
}

class LastingOverlaps {
  readonly #words: Overlap;
  readonly #patterns: Overlap;
  readonly #links: Overlap;
  readonly #classes: Overlap;

  constructor({ lasting }: FusedMemory, index: PageIndex) {
    this.#words = new Overlap(lasting.words, index.words, scratch);
    this.#patterns = new Overlap(lasting.patterns, index.patterns, scratch);
    this.#links = new Overlap(lasting.links, index.links, scratch);
    this.#classes = new Overlap(lasting.classes, index.classes, scratch);
  }

  fill(values: Float32Array, candidates: readonly Facts[]): void {
    const column = (at: number) => ({ values, first: FIRST_LASTING + at, step: COLUMNS.length, below: 0 }) as const;
    fillRecall(this.#words, candidates, column(0));
    for (let row = 0; row < candidates.length; row++) {
      const { node, end } = candidates[row];
      const within = Math.max(1, this.#words.within(node, end));
      values[row * COLUMNS.length + FIRST_LASTING + 1] = this.#words.hits(node, end) / within;
    }
    fillRecall(this.#patterns, candidates, column(2));
    fillRecall(this.#links, candidates, column(3));
    fillRecall(this.#classes, candidates, column(4));
  }
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
    pageRecall(page.classes, index.classes),
    pageRecall(page.links, index.links),
    ratio(page.words, now.words),
    ratio(page.elements, now.elements),
    page.title === now.title ? 1 : 0,
  ];
}

/** How far each row stays behind the best row in the contested columns. Row by row, as the table is stored. */
function fillGaps(values: Float32Array, rows: number): void {
  const best = CONTESTED_COLUMNS.map(() => Number.NEGATIVE_INFINITY);
  for (let start = 0; start < rows * COLUMNS.length; start += COLUMNS.length) {
    for (let at = 0; at < best.length; at++) best[at] = Math.max(best[at], values[start + CONTESTED_COLUMNS[at]]);
  }
  for (let start = 0; start < rows * COLUMNS.length; start += COLUMNS.length) {
    for (let at = 0; at < best.length; at++) {
      values[start + FIRST_GAP + at] = values[start + CONTESTED_COLUMNS[at]] - best[at];
    }
  }
}
