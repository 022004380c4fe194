/** Sentences of a language, for the browser as well: places in them, `{name}`, and the form that a number asks for. */

/** A sentence that is another one for other numbers, by the plural rules of its language (CLDR). */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

export type Sentence = string | PluralForms;

export type Values = Readonly<Record<string, string | number>>;

/** The sentence of a key. Places that no value is given for stay. */
export type Say<Key extends string> = (key: Key, values?: Values) => string;

/** Says the words of a language, and numbers as people of the locale write them. */
export function sayer<Key extends string>(
  words: Readonly<Record<Key, Sentence>>,
  { code, locale }: { readonly code: string; readonly locale: string },
): Say<Key> {
  const rules = new Intl.PluralRules(code);
  const numbers = new Intl.NumberFormat(locale);
  const isRightToLeft = directionOf(code) === "rtl";
  return (key, values = {}) => {
    const written = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "number" ? numbers.format(value) : value,
    ]);
    // a word that has not come yet is its key, until it has
    const sentence = formFor(words[key] ?? key, values, rules);
    return fill(isRightToLeft ? isolating(sentence, values) : sentence, Object.fromEntries(written));
  };
}

/** Words that run the other way would otherwise take the signs around them to the wrong side (Unicode's UAX 9). */
function isolating(sentence: string, values: Values): string {
  return sentence.replace(/([\u2066-\u2068]?)\{(\w+)\}/g, (place, isolated: string, name: string) =>
    isolated || typeof values[name] === "number" ? place : `\u2068${place}\u2069`,
  );
}

export function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The form of a sentence for its `count`. @internal */
export function formFor(sentence: Sentence, { count }: Values, rules: Intl.PluralRules): string {
  if (typeof sentence === "string") return sentence;
  return sentence[rules.select(Number(count))] ?? sentence.other;
}

/** The language of a locale such as `de-AT`. */
export function codeOf(locale: string): string {
  return locale.split("-")[0]!.toLowerCase();
}

/** Languages whose script runs from right to left. */
const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur", "ps", "sd", "ug", "yi", "dv"]);

export function directionOf(code: string): "rtl" | "ltr" {
  return RIGHT_TO_LEFT.has(code) ? "rtl" : "ltr";
}

/** Whether numbers and dates can be written as this locale does. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
