/**
 * Following a place ("the first headline, whichever it is") is not following a thing ("this headline, wherever it
 * goes"). By default the ranker weighs both by the block's habits; a person who says which one it is decides.
 */
import type { Intent } from "../tracer.ts";
import { COLUMNS, type Table } from "./columns.ts";
import type { FusedMemory } from "./memory.ts";

/** How far the person's word outweighs the learned score, in units of the score. */
const WEIGHT = 8;
/** Below this likeness of content another thing stands there. */
const SAME_THING = 0.35;

const CONTENT = [
  "latest.runRecall",
  "latest.linkRecall",
  "latest.wordRecall",
  "origin.runRecall",
  "origin.linkRecall",
  "origin.wordRecall",
];
const PLACE = [
  "latest.path",
  "latest.unitRank",
  "latest.ancestors",
  "latest.pathBottom",
  "origin.unitRank",
  "latest.elementCount",
];
const NAME_GAP = COLUMNS.indexOf("gap.roleKey");
const HEADING_COLUMNS = ["latest.headingInside", "origin.headingInside"].map((name) => COLUMNS.indexOf(name));
/** A rival has this much more of the texts that tell a block from its like. */
const NAME_ELSEWHERE = -0.3;
/** Headings that stayed at least this often are names. */
const NAME_KEPT = 0.5;
const NAME_LOST = 0.5;
const CONTENT_COLUMNS: readonly number[] = CONTENT.map((name) => COLUMNS.indexOf(name));
const PLACE_COLUMNS: readonly number[] = PLACE.map((name) => COLUMNS.indexOf(name));

/** What the person's word adds to the score of the row that starts at `start`. */
export function intentBonus({ intent }: FusedMemory, values: Float32Array, start: number): number {
  if (intent === "auto") return 0;
  return WEIGHT * mean(intent === "item" ? CONTENT_COLUMNS : PLACE_COLUMNS, values, start);
}

/** For a thing that is followed wherever it goes: the probability that the row is another thing; 0 otherwise. */
export function anotherThing(intent: Intent, values: Float32Array, start: number): number {
  if (intent !== "item") return 0;
  const similarity = mean(CONTENT_COLUMNS, values, start);
  return similarity >= SAME_THING ? 0 : 1 - similarity / SAME_THING;
}

/**
 * One of many that is not the first (a row, a card) has a name that tells it from the others. Where that name now
 * stands in a rival, or another one stands where it stood, the choice is not to be trusted without asking.
 */
export function trustInName({ pointed, habits, intent }: FusedMemory, table: Table, best: number): number {
  const { unit } = pointed[0];
  const isNamed = unit.levels >= 0 && (intent === "auto" ? unit.before > 0 : intent === "item");
  if (!isNamed) return 1;
  const value = (column: number): number => table.values[best * COLUMNS.length + column];
  const isElsewhere = value(NAME_GAP) <= NAME_ELSEWHERE;
  const isRenamed = HEADING_COLUMNS.every((column) => value(column) === 0) && habits.heading >= NAME_KEPT;
  return isElsewhere || isRenamed ? NAME_LOST : 1;
}

function mean(columns: readonly number[], values: Float32Array, start: number): number {
  let sum = 0;
  for (const column of columns) sum += values[start + column];
  return sum / columns.length;
}
