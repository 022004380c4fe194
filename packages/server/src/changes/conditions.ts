/** Whether a person wants to know: their conditions, evaluated on what a look showed. */
import { mainNumber } from "@tessera/engine";
import type { Change, Condition, ContentCondition, NumberFound, VerdictKind } from "@tessera/model";
import type { WordMatcher } from "./pattern.ts";

/** What a look showed, beside what had been told before. */
export interface StateChange {
  readonly before: BlockState | null;
  readonly after: BlockState;
  /** The difference that counts for this person; null where there is none. */
  readonly change: Change | null;
  /** Tests words and patterns. */
  readonly matcher: WordMatcher;
}

export interface BlockState {
  readonly verdict: VerdictKind;
  /** What was told of it already, since it was last found or somebody answered: the same doubt is not told twice. */
  readonly doubts?: readonly VerdictKind[];
  readonly text: string;
  readonly numbers: readonly NumberFound[];
  /** It has little in common with what it was. */
  readonly looksDifferent?: boolean;
}

/** The first condition that the change meets, or null. Each is met by becoming true, not by staying so. */
export function firstMet(conditions: readonly Condition[], state: StateChange): Condition | null {
  return conditions.find((condition) => isMet(condition, state)) ?? null;
}

function isMet(condition: Condition, state: StateChange): boolean {
  switch (condition.kind) {
    case "gone":
    case "unsure":
      return becomes(state, condition.kind) && !state.before?.doubts?.includes(condition.kind);
    case "unreachable":
      return becomes(state, "unreachable") || becomes(state, "blocked");
    case "back":
      return becomes(state, "found") && (state.before?.verdict === "gone" || state.before?.verdict === "unsure");
    default:
      return state.after.verdict === "found" && state.change !== null && isMetByContent(condition, state);
  }
}

function isMetByContent(condition: ContentCondition, state: StateChange): boolean {
  const { before, after, change, matcher } = state;
  switch (condition.kind) {
    case "any-change":
      return true;
    case "contains":
      return turnsTrue(state, (seen) => matcher.test(condition.words, seen.text));
    case "lacks":
      return turnsTrue(state, (seen) => !matcher.test(condition.words, seen.text));
    case "adds":
      return matcher.test(condition.words, textOf(change, "added"));
    case "removes":
      return matcher.test(condition.words, textOf(change, "removed"));
    case "number-above":
      return turnsTrue(state, (seen) => compared(seen, condition.which, (value) => value > condition.limit));
    case "number-below":
      return turnsTrue(state, (seen) => compared(seen, condition.which, (value) => value < condition.limit));
    case "number-changed-by":
      return before !== null && hasChangedBy(condition, before, after);
    case "looks-different":
      return after.looksDifferent === true;
    case "new-item":
      return (change?.items?.added.length ?? 0) > 0;
  }
}

function becomes({ before, after }: StateChange, verdict: VerdictKind): boolean {
  return after.verdict === verdict && before?.verdict !== verdict;
}

/** True now and not before, so that a price below its limit is told once and not at every change of it. */
function turnsTrue({ before, after }: StateChange, test: (seen: BlockState) => boolean): boolean {
  return test(after) && !(before !== null && before.verdict === "found" && test(before));
}

function compared(seen: BlockState, which: number | null, test: (value: number) => boolean): boolean {
  const number = numberOf(seen, which);
  return number !== null && test(number);
}

function hasChangedBy(
  condition: Extract<Condition, { kind: "number-changed-by" }>,
  before: BlockState,
  after: BlockState,
): boolean {
  const from = numberOf(before, condition.which);
  const to = numberOf(after, condition.which);
  if (from === null || to === null || from === to) return false;
  if (condition.direction !== "any" && condition.direction !== (to > from ? "up" : "down")) return false;
  const difference = Math.abs(to - from);
  if (condition.unit === "absolute") return difference >= condition.amount;
  // from nothing to something is more than any percentage
  return from === 0 || (difference / Math.abs(from)) * 100 >= condition.amount;
}

function numberOf({ numbers }: BlockState, which: number | null): number | null {
  return numberMeant(numbers, which)?.value ?? null;
}

/** The number that a condition is about. */
export function numberMeant(numbers: readonly NumberFound[], which: number | null): NumberFound | null {
  return (which === null ? mainNumber(numbers) : numbers[which]) ?? null;
}

/** Added or removed words; lines of their own, so that a pattern cannot match across what stood apart. */
function textOf(change: Change | null, kind: "added" | "removed"): string {
  return (change?.parts ?? [])
    .filter((part) => part.kind === kind)
    .map(({ text }) => text.trim())
    .join("\n");
}
