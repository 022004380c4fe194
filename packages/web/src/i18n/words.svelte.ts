/** The language of the app: one at a time, changed without a reload. */
import { en, type Key, type Words } from "./en.ts";
import { fill, formFor, type Values } from "./fill.ts";
import { inRegion } from "./format.ts";

/** Every file named by a language is one, read when somebody speaks it; English is always there. */
const OTHERS = import.meta.glob<Words>(["./[a-z][a-z].ts", "!./en.ts"], { import: "words" });

export const LANGUAGES: readonly string[] = ["en", ...Object.keys(OTHERS).map((path) => path.slice(2, -3))];

/** Languages whose script runs from right to left; numbers and dates follow the locale even where words are missing. */
const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur", "ps", "sd", "ug", "yi", "dv"]);

let language = $state.raw(languageOf(en, "en", "en"));

/** The sentence of a key in the language of the person. */
export function t(key: Key, values: Values = {}): string {
  const { words, rules, numbers } = language;
  const written = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number" ? numbers.format(value) : value,
  ]);
  return fill(formFor(words[key], values, rules), Object.fromEntries(written));
}

/** BCP 47, for dates and numbers. */
export function locale(): string {
  return language.locale;
}

/** True where lines begin on the right, and with them the sheet. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === "rtl";
}

/** Takes over the language of a locale such as `de-AT`; words that are not there yet are English. */
export async function setLanguage(wanted: string): Promise<void> {
  const code = wanted.split("-")[0]!.toLowerCase();
  const known = LANGUAGES.find((each) => each === code) ?? "en";
  const words = (await OTHERS[`./${known}.ts`]?.()) ?? en;
  language = languageOf(words, known, isLocale(wanted) ? inRegion(wanted, navigator.languages) : "en");
  document.documentElement.lang = known;
  document.documentElement.dir = RIGHT_TO_LEFT.has(code) ? "rtl" : "ltr";
}

/** Words of one language, and how it counts and writes numbers. */
function languageOf(words: Words, code: string, locale: string) {
  return { words, locale, rules: new Intl.PluralRules(code), numbers: new Intl.NumberFormat(locale) };
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
