/** The language of the app: one at a time, changed without a reload. */
import { codeOf, directionOf, isLocale, sayer, type Values } from "@tessera/model/sentence";
import { untrack } from "svelte";
import { en, type Key, type Words } from "./en.ts";
import { inRegion } from "./format.ts";

/** Every file named by a language is one, read when somebody speaks it; English is always there. */
const OTHERS = import.meta.glob<Words>(["./[a-z][a-z].ts", "!./en.ts"], { import: "words" });
/**
 * What only parts say that come later: the build leaves it out of the files above (`first-words.ts`). Without a build both
 * are the same.
 */
const LATE = import.meta.glob<Words>("./[a-z][a-z].ts", { import: "words", query: "?late" });

export const LANGUAGES: readonly string[] = ["en", ...Object.keys(OTHERS).map((path) => path.slice(2, -3))];

let language = $state.raw(languageOf(en, "en", "en"));
let wantsAll = false;
let allWords: Promise<void> | null = null;

/** The sentence of a key in the language of the person. */
export function t(key: Key, values?: Values): string {
  return language.say(key, values);
}

/** Whether there is a sentence of that name, among the words that are here by now. */
export function isKey(name: string): name is Key {
  return name in language.words;
}

/** BCP 47, for dates and numbers. */
export function locale(): string {
  return language.locale;
}

/** Whether the words that others write in English may stand beside ours. */
export function isEnglish(): boolean {
  return language.code === "en";
}

/** True where lines begin on the right, and with them the sheet. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === "rtl";
}

/** Takes over the language of a locale such as `de-AT`; words that are not there yet are English. */
export async function setLanguage(wanted: string): Promise<void> {
  const code = codeOf(wanted);
  const known = LANGUAGES.find((each) => each === code) ?? "en";
  const words = await wordsOf(known);
  language = languageOf(words, known, isLocale(wanted) ? inRegion(wanted, navigator.languages) : "en");
  document.documentElement.lang = known;
  // numbers and dates follow the locale even where words are missing, and so does the direction
  document.documentElement.dir = directionOf(code);
}

/** Everything that can be said, for parts that were not there from the start. */
export function needAllWords(): Promise<void> {
  allWords ??= addLateWords().catch((failure: unknown) => {
    allWords = null;
    throw failure;
  });
  return allWords;
}

async function addLateWords(): Promise<void> {
  wantsAll = true;
  // whoever asks for them is not to ask again because they have come
  const { code, locale } = untrack(() => language);
  const words = await wordsOf(code);
  // unless somebody has chosen another language meanwhile, with all of its words
  if (language.code === code) language = languageOf(words, code, locale);
}

async function wordsOf(code: string): Promise<Words> {
  const first = (await OTHERS[`./${code}.ts`]?.()) ?? en;
  return wantsAll ? { ...first, ...(await LATE[`./${code}.ts`]?.()) } : first;
}

function languageOf(words: Words, code: string, locale: string) {
  return { code, locale, words, say: sayer(words, { code, locale }) };
}
