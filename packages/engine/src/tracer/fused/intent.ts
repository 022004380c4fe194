/**
 * Following a place ("the first headline, whichever it is") is not following a thing ("this headline, wherever it
 * goes"). By default the ranker knows which, by the list that the block stands in and by its habits. A person who says
 * which one it is decides: "whatever stands there" is the same rank of the same list, and "this one" is never another
 * thing in its place.
 */
import type { Intent } from "../tracer.ts";
import { COLUMNS } from "./columns.ts";
import type { FusedMemory } from "./memory.ts";

/** How far the person's word outweighs the learned score, in units of the score. */
const PLACE_WEIGHT = 16;
/** How sure the same place makes of a place, and the very same words and links of a thing: no older guess is asked. */
const TRUST = 0.995;
const SAME_LIST = 0.9;
const RANK = COLUMNS.indexOf("latest.unitRank");
const LEVELS = COLUMNS.indexOf("latest.unitLevels");
const ANCESTORS = COLUMNS.indexOf("latest.ancestors");

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
const CONTENT_COLUMNS: readonly number[] = CONTENT.map((name) => COLUMNS.indexOf(name));
const NAME = COLUMNS.indexOf("latest.hasOwnName");

/** What the person's word adds to the score of the row that starts at `start`. */
export function intentBonus(memory: FusedMemory, values: Float32Array, start: number): number {
  return isSameRank(memory, values, start) ? PLACE_WEIGHT * values[start + ANCESTORS] : 0;
}

/** How sure the row is it by the person's word and what they can see; 0 where they have not said anything. */
export function trustInIntent(memory: FusedMemory, values: Float32Array, start: number): number {
  return isSamePlace(memory, values, start) || isVeryThing(memory, values, start) ? TRUST : 0;
}

/** A place, whatever stands there, by its list and its rank alone. */
function isSamePlace(memory: FusedMemory, values: Float32Array, start: number): boolean {
  const isWhole = memory.latest.unit.levels === 0;
  return isWhole && isSameRank(memory, values, start) && values[start + ANCESTORS] >= SAME_LIST;
}

/** A thing, wherever it goes, by its name with all that it said. */
function isVeryThing({ intent }: FusedMemory, values: Float32Array, start: number): boolean {
  return intent === "item" && values[start + NAME] === 1 && mean(CONTENT_COLUMNS, values, start) === 1;
}

function isSameRank({ intent, latest: { unit } }: FusedMemory, values: Float32Array, start: number): boolean {
  return intent === "position" && unit.levels >= 0 && values[start + RANK] === 1 && values[start + LEVELS] === 1;
}

/** For a thing that is followed wherever it goes: the probability that the row is another thing; 0 otherwise. */
export function anotherThing(intent: Intent, values: Float32Array, start: number): number {
  if (intent !== "item" || values[start + NAME] === 1) return 0;
  const similarity = mean(CONTENT_COLUMNS, values, start);
  return similarity >= SAME_THING ? 0 : 1 - similarity / SAME_THING;
}

function mean(columns: readonly number[], values: Float32Array, start: number): number {
  let sum = 0;
  for (const column of columns) sum += values[start + column];
  return sum / columns.length;
}
