/** Places in a sentence, `{name}`, filled with values. */

export type Values = Readonly<Record<string, string | number>>;

export function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The names of the places in a sentence, sorted. */
export function placesOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
}
