import { readdirSync, readFileSync } from "node:fs";
import type { PluralForms, Sentence } from "@tessera/model/sentence";
import { describe, expect, test } from "vitest";
import { words as english } from "../words/en.ts";
import { KEYS, LANGUAGES, languageOf, type Words } from "./language.ts";

const isPlural = (sentence: Sentence): sentence is PluralForms => typeof sentence !== "string";
const formsOf = (sentence: Sentence): readonly string[] => (isPlural(sentence) ? Object.values(sentence) : [sentence]);
/** The names of the places in a sentence, sorted; a number may be left out where the word says it. */
const placesOf = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
const placesButCount = (sentence: string) => placesOf(sentence).filter((place) => place !== "count");
const mainForm = (sentence: Sentence): string => (isPlural(sentence) ? sentence.other : sentence);

test("every language of the app is a language of messages, and the other way round", () => {
  const app = readdirSync(new URL("../../../../web/src/i18n", import.meta.url)).filter((name) =>
    /^[a-z]{2}\.ts$/.test(name),
  );
  expect([...LANGUAGES.keys()].sort()).toEqual(app.map((name) => name.slice(0, 2)).sort());
});

describe.each<[string, Words]>([...LANGUAGES])("%s", (code, words) => {
  test("has exactly the sentences that English has, none of them empty, with the same places", () => {
    expect(Object.keys(words).sort()).toEqual([...KEYS].sort());
    for (const key of KEYS) {
      for (const form of formsOf(words[key])) expect(form.trim(), key).not.toBe("");
      expect(placesOf(mainForm(words[key])), key).toEqual(placesOf(mainForm(english[key])));
    }
  });

  test("a sentence with forms has all that its language counts by, which lack no place but the number", () => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
    for (const key of KEYS) {
      const sentence: Sentence = words[key];
      if (!isPlural(sentence)) continue;
      expect(Object.keys(sentence).sort(), key).toEqual([...pluralCategories].sort());
      for (const form of formsOf(sentence)) expect(placesButCount(form), key).toEqual(placesButCount(sentence.other));
    }
  });
});

test("every sentence is said somewhere", () => {
  const root = new URL("../../", import.meta.url);
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|words\/[a-z]{2}\.ts$/.test(path))
    .map((path) => readFileSync(new URL(path, root), "utf8"));
  const literals = new Set(sources.flatMap((text) => [...text.matchAll(/"(\w+\.[\w-]+)"/g)].map(([, key]) => key!)));
  const beginnings = sources.flatMap((text) => [...text.matchAll(/`(\w+\.)\$\{/g)].map(([, start]) => start!));
  const isSaid = (key: string) => literals.has(key) || beginnings.some((start) => key.startsWith(start));
  expect(KEYS.filter((key) => !isSaid(key))).toEqual([]);
});

test("numbers ask for the form of their language", () => {
  const several = (locale: string, ...counts: number[]) =>
    counts.map((count) => languageOf(locale).say("message.several", { count }));
  expect(several("ar", 0, 1, 2, 3, 10, 11, 99, 100)).toEqual([
    "لا قطع للنظر إليها",
    "قطعة واحدة للنظر إليها",
    "قطعتان للنظر إليهما",
    "3 قطع للنظر إليها",
    "10 قطع للنظر إليها",
    "11 قطعة للنظر إليها",
    "99 قطعة للنظر إليها",
    "100 قطعة للنظر إليها",
  ]);
  const added = [0, 1, 2, 3, 11, 100].map((count) => languageOf("ar").say("items.added", { count }));
  expect(new Set(added.map((form) => form.replace(/\d+/, ""))).size).toBe(6);
  expect(several("de", 1, 2, 1_234)).toEqual([
    "1 Block zum Ansehen",
    "2 Blöcke zum Ansehen",
    "1.234 Blöcke zum Ansehen",
  ]);
  expect(several("en", 2)).toEqual(["2 blocks to look at"]);
});

test("a locale speaks its language, and English where there is none", () => {
  const sourceIn = (locale: string) => {
    const { code, direction, say } = languageOf(locale);
    return [code, direction, say("message.source")];
  };
  for (const locale of ["de", "de-AT", "DE", "de-", "de-$$"]) expect(sourceIn(locale)).toEqual(["de", "ltr", "Quelle"]);
  for (const locale of ["ar", "ar-EG"]) expect(sourceIn(locale)).toEqual(["ar", "rtl", "المصدر"]);
  for (const locale of ["en-GB", "fr", "he", "tlh", "../../x", "language", "__proto__", "\u0000\ud800"]) {
    expect(sourceIn(locale)).toEqual(["en", "ltr", "Source"]);
  }
});
