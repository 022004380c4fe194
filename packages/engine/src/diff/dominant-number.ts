/** Whether a block is about one number: a price, a level, a count; not headlines, scores or a table with numbers in them. */
import { mainNumber, type NumberValue } from "./numbers.ts";

/** A price, the price before and what is saved are still one price; more of one unit are a list. */
const MAX_OF_ONE_UNIT = 3;

/** About seven words: with more around it, a bare number is part of what they say. */
const LETTERS_AROUND_BARE = 40;

/** A unit makes a number weigh more: about a sentence may go with it. */
const LETTERS_AROUND_UNIT = 80;

/** A number with a unit and no more than a word or two on its line stands out of a text of any length. */
const LETTERS_ON_OWN_LINE = 12;

type Weighed = Pick<NumberValue, "value" | "text" | "unit" | "at">;

/** The one number that `text` is about, or null; `numbers` are those in it, and in what may have followed it. */
export function dominantNumber<N extends Weighed>(numbers: readonly N[], text: string): N | null {
  const main = mainNumber(numbers);
  if (main === null || main.at >= text.length) return null;
  const dominates = main.unit === null ? isOnlyBareNumber(main, numbers, text) : isForemostOfUnit(main, numbers, text);
  return dominates ? main : null;
}

function isForemostOfUnit(main: Weighed, numbers: readonly Weighed[], text: string): boolean {
  if (numbers.filter(({ unit }) => unit === main.unit).length > MAX_OF_ONE_UNIT) return false;
  return letters(text) <= LETTERS_AROUND_UNIT || letters(lineAt(text, main)) <= LETTERS_ON_OWN_LINE;
}

/** Signed numbers after it tell how it changed: `342 cm, +2`. */
function isOnlyBareNumber(main: Weighed, numbers: readonly Weighed[], text: string): boolean {
  const hasRival = numbers.some((other) => other.value !== main.value && !/^[-−–+]/.test(other.text));
  return !hasRival && letters(text) <= LETTERS_AROUND_BARE;
}

/** The line of a number without the number. */
function lineAt(text: string, { at, text: written }: Weighed): string {
  const before = text.slice(0, at).split("\n").at(-1) ?? "";
  const [after = ""] = text.slice(at + written.length).split("\n");
  return before + after;
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
