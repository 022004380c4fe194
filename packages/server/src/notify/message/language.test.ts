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
    counts.map((count) => languageOf(locale).say("items.added", { count }));
  expect(several("ar", 0, 1, 2, 3, 11, 100)).toEqual([
    "لا عناصر جديدة",
    "عنصر جديد واحد",
    "عنصران جديدان",
    "3 عناصر جديدة",
    "11 عنصرًا جديدًا",
    "100 عنصر جديد",
  ]);
  const titles = "Price";
  expect(languageOf("de").say("digest.title", { count: 1, titles })).toBe("1 Änderung: Price");
  expect(languageOf("en").say("digest.title", { count: 2, titles })).toBe("2 changes: Price");
});

test("amounts, shares and times are written as people of the place do", () => {
  const [en, de] = [languageOf("en-GB", "UTC"), languageOf("de-AT", "Europe/Vienna")];
  expect(en.amount(100, { currency: "EUR" })).toBe("€100");
  expect(de.amount(1_299.5, { currency: "EUR" }).replace(/\s/g, " ")).toBe("€ 1.299,50");
  expect(en.amount(10, { unit: "%" })).toBe("10%");
  expect(de.amount(10, { unit: "%" })).toBe("10 %");
  expect(en.share(-0.2326)).toBe("−23%");
  expect(de.share(0.045).replace(/\s/g, " ")).toBe("+4,5 %");
  expect(de.instant(Date.UTC(2026, 6, 1, 22, 30))).toContain("00:30");
  expect(en.instant(Date.UTC(2026, 6, 1, 22, 30))).toContain("22:30");
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
