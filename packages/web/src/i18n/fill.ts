/** Sentences: places in them, `{name}`, filled with values, and the form that a number asks for. */

/** A sentence that is another one for other numbers, by the plural rules of its language (CLDR). */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

export type Sentence = string | PluralForms;

export type Values = Readonly<Record<string, string | number>>;

export function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The form of a sentence for its `count`. */
export function formFor(sentence: Sentence, { count }: Values, rules: Intl.PluralRules): string {
  if (typeof sentence === "string") return sentence;
  return sentence[rules.select(Number(count))] ?? sentence.other;
}
