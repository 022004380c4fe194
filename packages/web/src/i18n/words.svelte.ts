/** The language of the app: one at a time, changed without a reload. */
import { codeOf, directionOf, isLocale, sayer, type Values } from "@tessera/model/sentence";
import { en, type Key, type Words } from "./en.ts";
import { inRegion } from "./format.ts";

/** Every file named by a language is one, read when somebody speaks it; English is always there. */
const OTHERS = import.meta.glob<Words>(["./[a-z][a-z].ts", "!./en.ts"], { import: "words" });

export const LANGUAGES: readonly string[] = ["en", ...Object.keys(OTHERS).map((path) => path.slice(2, -3))];

let language = $state.raw(languageOf(en, "en", "en"));

/** The sentence of a key in the language of the person. */
export function t(key: Key, values?: Values): string {
  return language.say(key, values);
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
  const code = codeOf(wanted);
  const known = LANGUAGES.find((each) => each === code) ?? "en";
  const words = (await OTHERS[`./${known}.ts`]?.()) ?? en;
  language = languageOf(words, known, isLocale(wanted) ? inRegion(wanted, navigator.languages) : "en");
  document.documentElement.lang = known;
  // numbers and dates follow the locale even where words are missing, and so does the direction
  document.documentElement.dir = directionOf(code);
}

function languageOf(words: Words, code: string, locale: string) {
  return { locale, say: sayer(words, { code, locale }) };
}
