/** The columns that the ranker sees of each candidate: every signal twice, and what only the whole picture tells. */
import { type Overlap, pageRecall } from "../../feature/overlap.ts";
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { Scratch } from "../../feature/scratch.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { splitPath } from "../../tree/path.ts";
import { CANDIDATE_LIMITS, candidatesOf, type Net } from "./candidates.ts";
import { CandidateTable, type Column, fillRecall } from "./comparisons.ts";
import { sameInNamesake } from "./listing.ts";
import { type FactFinder, factFinder, OWN } from "./live-features.ts";
import { type FusedMemory, type Lasting, type PageFigures, pageFiguresOf } from "./memory.ts";
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

/** Of what is still on the page at all of what was remembered, the share that stands in the candidate: recalls made relative. */
const KEPT: Readonly<Record<string, { readonly recall: string; readonly of: (filling: Filling) => Overlap }>> = {
  keptWords: { recall: "latest.wordRecall", of: ({ latest }) => latest.words },
  keptRuns: { recall: "latest.runRecall", of: ({ latest }) => latest.runs },
  keptLinks: { recall: "latest.linkRecall", of: ({ latest }) => latest.links },
  keptFirstRuns: { recall: "origin.runRecall", of: ({ origin }) => origin.runs },
  keptFirstLinks: { recall: "origin.linkRecall", of: ({ origin }) => origin.links },
};
const KEPT_READINGS = Object.values(KEPT);

/**
 * Whoever points at the first of many mostly means the place, whoever points at another one mostly means the thing:
 * each column speaks only in its own case. What the person said decides.
 */
const ROLE = ["roleRank", "roleKey"] as const;
const SILENT = -1;

/** What the situation is read from: what is remembered, and the page as it is now. */
interface Situation {
  readonly memory: FusedMemory;
  readonly now: PageFigures;
  readonly index: PageIndex;
}

/** The same for all candidates of a page, by name: they tell the ranker which signals to trust. */
const SITUATION: Readonly<Record<string, (situation: Situation) => number>> = {
  sightings: ({ memory }) => Math.min(memory.habits.sightings, 20),
  habitPath: ({ memory }) => memory.habits.path,
  habitWords: ({ memory }) => memory.habits.words,
  habitRuns: ({ memory }) => memory.habits.runs,
  habitLinks: ({ memory }) => memory.habits.links,
  habitHeading: ({ memory }) => memory.habits.heading,
  habitName: ({ memory }) => memory.habits.name,
  habitUnitName: ({ memory }) => memory.habits.unitName,
  habitRank: ({ memory }) => memory.habits.rank,
  isPlaceMeant: ({ memory }) => (memory.intent === "position" ? 1 : 0),
  isThingMeant: ({ memory }) => (memory.intent === "item" ? 1 : 0),
  namesakes: ({ memory }) => Math.min(memory.pointed[0].namesakes, 10),
  blockName: ({ memory }) => memory.latest.name.length,
  lastingWordCount: ({ memory }) => Math.min(memory.lasting.words.hashes.length, 50),
  blockWords: ({ memory }) => Math.log(1 + memory.latest.counts.words),
  blockElements: ({ memory }) => Math.log(1 + memory.latest.counts.elements),
  blockLinks: ({ memory }) => Math.log(1 + memory.latest.counts.links),
  blockShare: ({ memory }) => memory.latest.pageShare,
  blockUnitLevels: ({ memory }) => memory.latest.unit.levels,
  blockUnitRank: ({ memory }) => Math.min(memory.latest.unit.before, 10),
  blockUnitCount: ({ memory }) => Math.min(memory.latest.unit.count, 30),
  blockAlikeRank: ({ memory }) => Math.min(memory.latest.alikeBefore, 10),
  firstUnitRank: ({ memory }) => Math.min(memory.pointed[0].unit.before, 10),
  pageClasses: ({ memory, index }) => pageRecall(memory.page.classes, index.classes),
  pageLinks: ({ memory, index }) => pageRecall(memory.page.links, index.links),
  pageWords: ({ memory, now }) => ratio(memory.page.words, now.words),
  pageElements: ({ memory, now }) => ratio(memory.page.elements, now.elements),
  pageTitle: ({ memory, now }) => (memory.page.title === now.title ? 1 : 0),
};

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
  "latest.name",
  "latest.nameAbove",
  "latest.unitName",
  "latest.called",
  "origin.name",
  "origin.unitName",
  "origin.called",
  "latest.hasOwnName",
  "latest.isOther",
  "latest.listKept",
  "latest.hasOwnLink",
  "latest.isOtherLink",
  ...Object.keys(KEPT),
];

const NAMES = Object.keys(SIGNALS);
const FUNCTIONS = Object.values(SIGNALS);
const SITUATION_READINGS = Object.values(SITUATION);

export const COLUMNS: readonly string[] = [
  ...NAMES.map((name) => `origin.${name}`),
  ...NAMES.map((name) => `latest.${name}`),
  ...LASTING,
  ...ROLE,
  ...Object.keys(KEPT),
  ...OWN.map((name) => `own.${name}`),
  ...Object.keys(SITUATION),
  ...CONTESTED.map((name) => `gap.${name}`),
];

const CONTESTED_COLUMNS: readonly number[] = CONTESTED.map((name) => COLUMNS.indexOf(name));
const RANK_COLUMNS = ["origin.unitRank", "latest.unitRank"].map((name) => COLUMNS.indexOf(name));
const KEY_COLUMNS = ["origin.patternRecall", "latest.patternRecall"].map((name) => COLUMNS.indexOf(name));
const FIRST_LASTING = 2 * NAMES.length;
const FIRST_ROLE = FIRST_LASTING + LASTING.length;
const FIRST_KEPT = FIRST_ROLE + ROLE.length;
const KEPT_COLUMNS = KEPT_READINGS.map(({ recall }) => COLUMNS.indexOf(recall));
const FIRST_OWN = FIRST_KEPT + KEPT_READINGS.length;
const FIRST_GAP = COLUMNS.length - CONTESTED.length;

/** Memory for the making of one table after the other: a tracer owns one. */
export class Workspace {
  /** What is laid over the page. */
  readonly scratch: Scratch = new Scratch();
  readonly candidates: CandidateTable = new CandidateTable();
  /** The tables of one trace. */
  readonly tables: Scratch = new Scratch();
}

/** How a table is made: how wide the net of its candidates is, and in which memory, if not in one of its own. */
interface Making {
  readonly net?: Net;
  readonly workspace?: Workspace | null;
}

/**
 * Candidates of the page and all columns of each. The values stand in the given workspace where there is one, until its
 * tables are reset: a table is large, and making room for it takes longer than many of its columns.
 */
export function tableOf(
  memory: FusedMemory,
  tree: DomTree,
  { net = CANDIDATE_LIMITS, workspace = null }: Making = {},
): Table {
  const { scratch, candidates } = workspace ?? new Workspace();
  scratch.reset();
  const index = pageIndex(tree);
  const context = { tree, index, scratch };
  const origin = referTo(memory.pointed[memory.pointed.length - 1], context);
  const latest = memory.latest === origin.print ? origin : referTo(memory.latest, context, origin);
  const references = origin === latest ? [latest] : [latest, origin];
  const finder = factFinder(tree);
  const nodes = withNamesakes(candidatesOf(tree, references, { net, scratch }), references, finder);
  candidates.stand(nodes.map((node) => finder.of(node)));
  const length = nodes.length * COLUMNS.length;
  const values = workspace?.tables.singles(length) ?? new Float32Array(length);
  const filling = { values, candidates, context, origin, latest };
  fillSignals(filling);
  fillLasting(filling, memory.lasting);
  fillRoles(values, memory);
  fillKept(filling);
  const situation = { memory, now: pageFiguresOf(tree), index };
  fillOwn(
    filling,
    SITUATION_READINGS.map((read) => read(situation)),
  );
  fillGaps(values, nodes.length);
  candidates.leave();
  return { nodes, ends: nodes.map((node) => tree.end[node]), values };
}

/** A cell of numbers fits any other: in the lists of the candidates, the part of the thing with the block's name comes along. */
function withNamesakes(nodes: readonly number[], references: readonly Reference[], finder: FactFinder): number[] {
  const all = new Set(nodes);
  const lists = new Set(nodes.map((node) => finder.of(node).things));
  for (const { listing, print } of references) {
    const { levels } = print.unit;
    const part = { name: listing.own, steps: levels > 0 ? splitPath(print.path).slice(-levels) : [] };
    for (const things of lists) {
      const node = sameInNamesake(finder.tree, things, part);
      if (node >= 0) all.add(node);
    }
  }
  return [...all].sort((a, b) => a - b);
}

/** A table in the making. */
interface Filling {
  readonly values: Float32Array;
  readonly candidates: CandidateTable;
  readonly context: PageContext;
  readonly origin: Reference;
  readonly latest: Reference;
}

/** The column from `first` on. */
function columnOf({ values, candidates }: Filling, first: number): Column {
  return { values, rows: candidates.features.length, first, step: COLUMNS.length };
}

/** Signals that know the same by both references are copied from one to the other. */
function fillSignals(filling: Filling): void {
  const { values, candidates, origin, latest } = filling;
  const count = FUNCTIONS.length;
  for (let at = 0; at < count; at++) FUNCTIONS[at].fill(origin, candidates, columnOf(filling, at));
  for (let start = 0; start < values.length; start += COLUMNS.length) {
    values.copyWithin(start + count, start, start + count);
  }
  for (let at = 0; at < count; at++) {
    if (!FUNCTIONS[at].isSame(origin, latest)) FUNCTIONS[at].fill(latest, candidates, columnOf(filling, count + at));
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

/** From the recalls, each divided by what is on the page of what was remembered. */
function fillKept(filling: Filling): void {
  const { values } = filling;
  const present = KEPT_READINGS.map((kept) => kept.of(filling).presentShare);
  for (let start = 0; start < values.length; start += COLUMNS.length) {
    for (let at = 0; at < present.length; at++) {
      const share = present[at];
      values[start + FIRST_KEPT + at] = share === 0 ? SILENT : values[start + KEPT_COLUMNS[at]] / share;
    }
  }
}

function meanOf(values: Float32Array, start: number, columns: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < columns.length; at++) sum += values[start + columns[at]];
  return sum / columns.length;
}

/** What all sightings had in common; it is often all that one of them had. */
function fillLasting(filling: Filling, lasting: Lasting): void {
  const { values, candidates, context, origin, latest } = filling;
  const column = (at: number) => ({ ...columnOf(filling, FIRST_LASTING + at), below: 0 }) as const;
  const overlap = (part: keyof Lasting): Overlap =>
    overlapWith(lasting[part], { list: context.index[part], context, known: [latest[part], origin[part]] });
  const words = overlap("words");
  fillRecall(words, candidates, column(0));
  for (let row = 0; row < candidates.features.length; row++) {
    const { node, end } = candidates.features[row];
    const within = Math.max(1, words.within(node, end));
    values[row * COLUMNS.length + FIRST_LASTING + 1] = words.hits(node, end) / within;
  }
  fillRecall(overlap("patterns"), candidates, column(2));
  fillRecall(overlap("links"), candidates, column(3));
  fillRecall(overlap("classes"), candidates, column(4));
}

/** What each candidate is by itself, and the situation, which is the same for all of them. */
function fillOwn({ values, candidates }: Filling, situation: readonly number[]): void {
  for (let row = 0; row < candidates.features.length; row++) {
    const { own } = candidates.features[row];
    // plain loops: `set` costs more than copying a few numbers
    let place = row * COLUMNS.length + FIRST_OWN;
    for (let at = 0; at < own.length; at++) values[place++] = own[at];
    for (let at = 0; at < situation.length; at++) values[place++] = situation[at];
  }
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
