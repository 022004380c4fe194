/** The columns that the ranker sees of each candidate: every signal twice, and what only the whole picture tells. */
import { type Overlap, pageRecall } from "../../feature/overlap.ts";
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { Scratch } from "../../feature/scratch.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { CandidateTable } from "./candidate-table.ts";
import { CANDIDATE_LIMITS, candidatesOf, type Net } from "./candidates.ts";
import { type Column, fillRecall } from "./comparisons.ts";
import { factFinder } from "./live-features.ts";
import { type FusedMemory, type Lasting, type PageMark, pageMarkOf } from "./memory.ts";
import { OWN } from "./own-columns.ts";
import { overlapWith, type PageContext, type Reference, referTo } from "./reference.ts";
import { SIGNALS } from "./signals.ts";
import { ratio } from "./similarity.ts";

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

/** Overlays and line-ups live as long as the making of one table. */
const scratch = new Scratch();
const candidateTable = new CandidateTable();

/** How a table is made: how wide the net of its candidates is, and where it stands, if not in memory of its own. */
interface Making {
  readonly net?: Net;
  readonly buffer?: Scratch | null;
}

/**
 * Candidates of the page and all columns of each. The values stand in the given room where there is one: a table is
 * large, and making room for it takes longer than many of its columns.
 */
export function tableOf(
  memory: FusedMemory,
  tree: DomTree,
  { net = CANDIDATE_LIMITS, buffer = null }: Making = {},
): Table {
  scratch.reset();
  const index = pageIndex(tree);
  const context = { tree, index, scratch };
  const origin = referTo(memory.pointed[memory.pointed.length - 1], context);
  const latest = memory.latest === origin.print ? origin : referTo(memory.latest, context, origin);
  const nodes = candidatesOf(tree, origin === latest ? [latest] : [latest, origin], { net, scratch });
  const finder = factFinder(tree);
  candidateTable.stand(nodes.map((node) => finder.of(node)));
  const length = nodes.length * COLUMNS.length;
  const values = buffer?.singles(length) ?? new Float32Array(length);
  fillSignals(values, origin, latest);
  fillLasting(values, memory.lasting, { context, origin, latest });
  fillRoles(values, memory);
  fillOwn(values, situationOf(memory, pageMarkOf(tree), index));
  fillGaps(values, nodes.length);
  candidateTable.leave();
  return { nodes, ends: nodes.map((node) => tree.end[node]), values };
}

/** The column from `first` on. */
function columnOf(values: Float32Array, first: number): Column {
  return { values, rows: candidateTable.features.length, first, step: COLUMNS.length };
}

/** Signals that know the same by both references are copied from one to the other. */
function fillSignals(values: Float32Array, origin: Reference, latest: Reference): void {
  const count = FUNCTIONS.length;
  for (let at = 0; at < count; at++) FUNCTIONS[at].fill(origin, candidateTable, columnOf(values, at));
  for (let start = 0; start < values.length; start += COLUMNS.length) {
    values.copyWithin(start + count, start, start + count);
  }
  for (let at = 0; at < count; at++) {
    if (!FUNCTIONS[at].isSame(origin, latest)) FUNCTIONS[at].fill(latest, candidateTable, columnOf(values, count + at));
  }
}

/** From the other columns. */
function fillRoles(values: Float32Array, { pointed: [{ unit }], intent }: FusedMemory): void {
  const isPlace = intent === "auto" ? unit.before === 0 : intent === "position";
  const hasRank = unit.levels >= 0 && isPlace;
  const hasKey = unit.levels >= 0 && !isPlace;
  for (let start = 0; start < values.length; start += COLUMNS.length) {
    values[start + FIRST_ROLE] = hasRank ? meanOf(values, start, RANK_COLUMNS) : SILENT;
    values[start + FIRST_ROLE + 1] = hasKey ? meanOf(values, start, KEY_COLUMNS) : SILENT;
  }
}

function meanOf(values: Float32Array, start: number, columns: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < columns.length; at++) sum += values[start + columns[at]];
  return sum / columns.length;
}

/** What all sightings had in common; it is often all that one of them had. */
function fillLasting(
  values: Float32Array,
  lasting: Lasting,
  {
    context,
    origin,
    latest,
  }: { readonly context: PageContext; readonly origin: Reference; readonly latest: Reference },
): void {
  const column = (at: number) => ({ ...columnOf(values, FIRST_LASTING + at), below: 0 }) as const;
  const overlap = (part: keyof Lasting): Overlap =>
    overlapWith(lasting[part], { list: context.index[part], context, known: [latest[part], origin[part]] });
  const words = overlap("words");
  fillRecall(words, candidateTable, column(0));
  for (let row = 0; row < candidateTable.features.length; row++) {
    const { node, end } = candidateTable.features[row];
    const within = Math.max(1, words.within(node, end));
    values[row * COLUMNS.length + FIRST_LASTING + 1] = words.hits(node, end) / within;
  }
  fillRecall(overlap("patterns"), candidateTable, column(2));
  fillRecall(overlap("links"), candidateTable, column(3));
  fillRecall(overlap("classes"), candidateTable, column(4));
}

/** What each candidate is by itself, and the situation, which is the same for all of them. */
function fillOwn(values: Float32Array, situation: readonly number[]): void {
  for (let row = 0; row < candidateTable.features.length; row++) {
    const { own } = candidateTable.features[row];
    // plain loops: `set` costs more than copying a few numbers
    let place = row * COLUMNS.length + FIRST_OWN;
    for (let at = 0; at < own.length; at++) values[place++] = own[at];
    for (let at = 0; at < situation.length; at++) values[place++] = situation[at];
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
