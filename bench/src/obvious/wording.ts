/** Sentences, figures and the many ways to write one name. */
import type { Draw } from "./draw.ts";
import type { Vocabulary } from "./vocabularies.ts";

/** So many words in no order that means anything, with a capital where the script has them. */
export function sentence({ words, gap }: Vocabulary, draw: Draw, length: number): string {
  const text = Array.from({ length }, () => draw.one(words)).join(gap);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function sentences(vocabulary: Vocabulary, draw: Draw, count: number): string[] {
  return Array.from({ length: count }, () => sentence(vocabulary, draw, draw.between(4, 9)));
}

/** Ways to write all the names of a page, some with a number of entries; each leaves a name that a person takes for the same. */
export const REWRITINGS: readonly ((name: string, entries: number) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => `${name} ›`,
  (name) => `${name} »`,
  (name, entries) => `${name} (${entries})`,
  (name) => `${name}:`,
  (name) => `– ${name} –`,
  (name, entries) => `${name} ${entries}`,
];

export const MOST_ENTRIES = 60;

const MIN_LENGTH_OF_A_SLIP = 6;

/** The name with two neighbouring letters swapped; as it is where it is too short to be read then. */
export function misspelt(name: string, draw: Draw): string {
  const letters = [...name];
  if (letters.length < MIN_LENGTH_OF_A_SLIP) return name;
  const at = draw.between(1, letters.length - 3);
  [letters[at], letters[at + 1]] = [letters[at + 1]!, letters[at]!];
  return letters.join("");
}

export const amount = (draw: Draw): string => String(draw.between(3, 9999));

export const price = (draw: Draw): string => `${draw.between(4, 300)}.${draw.between(10, 99)} €`;

export const change = (draw: Draw): string =>
  `${draw.chance(0.5) ? "+" : "−"}${draw.between(0, 9)}.${draw.between(10, 99)} %`;

export const hours = (draw: Draw): string => `${draw.between(7, 10)}:00–${draw.between(16, 20)}:30`;
