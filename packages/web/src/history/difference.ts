/** A difference easier to read: edits begin where a line or a word does, and before and after are two texts. */
import type { DiffPart } from "@tessera/model";

/** Edits further from a better place than this stay where they are. */
const MAX_STEPS = 400;

/** The same two texts; only where an addition or a removal stands alone between unchanged text may it move. */
export function slideEdits(parts: readonly DiffPart[]): readonly DiffPart[] {
  const slid = [...parts];
  for (let at = 1; at + 1 < slid.length; at++) {
    const [before, edit, after] = [slid[at - 1]!, slid[at]!, slid[at + 1]!];
    if (edit.kind === "same" || before.kind !== "same" || after.kind !== "same") continue;
    const best = bestPlace(before.text, edit.text, after.text);
    slid[at - 1] = { ...before, text: best.before };
    slid[at] = { ...edit, text: best.edit };
    slid[at + 1] = { ...after, text: best.after };
  }
  return slid.filter(({ text }) => text !== "");
}

interface Placed {
  readonly before: string;
  readonly edit: string;
  readonly after: string;
}

function bestPlace(before: string, edit: string, after: string): Placed {
  // all that can be slid over, from the leftmost place to the rightmost
  const left = stepsLeft(before, edit);
  const right = stepsRight(edit, after);
  const all = before + edit + after;
  let best = 0;
  let most = worth(all, before.length, edit.length);
  for (let step = -left; step <= right; step++) {
    const here = worth(all, before.length + step, edit.length);
    if (here > most || (here === most && Math.abs(step) < Math.abs(best))) [best, most] = [step, here];
  }
  const from = before.length + best;
  return {
    before: all.slice(0, from),
    edit: all.slice(from, from + edit.length),
    after: all.slice(from + edit.length),
  };
}

/** The text reads the same with the edit one place further left where its last letter is the one before it. */
function stepsLeft(before: string, edit: string): number {
  const all = before + edit;
  let steps = 0;
  while (steps < MAX_STEPS && steps < before.length && all.at(-1 - steps) === before.at(-1 - steps)) steps++;
  return steps;
}

function stepsRight(edit: string, after: string): number {
  const all = edit + after;
  let steps = 0;
  while (steps < MAX_STEPS && steps < after.length && all[steps] === after[steps]) steps++;
  return steps;
}

/** Whole lines are best, then an edit that begins a line, then whole words. */
function worth(all: string, from: number, length: number): number {
  const beginsLine = from === 0 || all[from - 1] === "\n";
  const endsLine = all[from + length - 1] === "\n" || from + length === all.length;
  const beginsWord = from === 0 || /\s/.test(all[from - 1] ?? " ");
  const endsWord = /\s/.test(all[from + length - 1] ?? " ") || /\s/.test(all[from + length] ?? " ");
  return (beginsLine && endsLine ? 4 : 0) + (beginsLine ? 2 : 0) + (beginsWord && endsWord ? 1 : 0);
}

export interface Sides {
  readonly before: readonly DiffPart[];
  readonly after: readonly DiffPart[];
}

export function sidesOf(parts: readonly DiffPart[]): Sides {
  return {
    before: parts.filter(({ kind }) => kind !== "added"),
    after: parts.filter(({ kind }) => kind !== "removed"),
  };
}

/** How many words were added and removed, for a line that says so. */
export function wordCounts(parts: readonly DiffPart[]): { readonly added: number; readonly removed: number } {
  const count = (kind: DiffPart["kind"]): number =>
    parts.filter((part) => part.kind === kind).reduce((sum, { text }) => sum + words(text), 0);
  return { added: count("added"), removed: count("removed") };
}

function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
