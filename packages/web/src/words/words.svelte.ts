/** The language of the app: one at a time, changed without a reload. */
import { en, type Key, type Words } from "./en.ts";
import { fill, type Values } from "./fill.ts";

export const LANGUAGES = ["en", "de"] as const;

/** Languages whose script runs from right to left; numbers and dates follow the locale even where words are missing. */
const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur", "ps", "sd", "ug", "yi", "dv"]);

const spoken = $state<{ words: Words; locale: string }>({ words: en, locale: "en" });

/** The sentence of a key in the language of the person. */
export function t(key: Key, values: Values = {}): string {
  return fill(spoken.words[key], values);
}

/** BCP 47, for dates and numbers. */
export function locale(): string {
  return spoken.locale;
}

/** Takes over the language of a locale such as `de-AT`; words that are not there yet are English. */
export async function speak(wanted: string): Promise<void> {
  const language = wanted.split("-")[0]!.toLowerCase();
  const words = language === "de" ? (await import("./de.ts")).de : en;
  spoken.words = words;
  spoken.locale = isLocale(wanted) ? wanted : "en";
  document.documentElement.lang = words === en ? "en" : language;
  document.documentElement.dir = RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
