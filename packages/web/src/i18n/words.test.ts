import { fill, formFor, type PluralForms, type Sentence } from "@tessera/model/sentence";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { words as ar } from "./ar.ts";
import { words as de } from "./de.ts";
import { en, type Key, type Words } from "./en.ts";

/** The names of the places in a sentence, sorted. */
function placesOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
}

const keys = Object.keys(en) as Key[];
const isPlural = (sentence: Sentence): sentence is PluralForms => typeof sentence !== "string";
const formsOf = (sentence: Sentence): readonly string[] => (isPlural(sentence) ? Object.values(sentence) : [sentence]);
const mainForm = (sentence: Sentence): string => (isPlural(sentence) ? sentence.other : sentence);

const others = Object.entries(
  import.meta.glob<Words>(["./[a-z][a-z].ts", "!./en.ts"], { import: "words", eager: true }),
).map(([path, words]): [string, Words] => [path.slice(2, -3), words]);

test("German and Arabic are among the languages", () => {
  expect(others.map(([language]) => language)).toEqual(expect.arrayContaining(["ar", "de"]));
});

describe.each<[string, Words]>([["en", en], ...others])("%s", (language, words) => {
  test("has exactly the sentences that English has, none of them empty", () => {
    expect(Object.keys(words).sort()).toEqual([...keys].sort());
    for (const key of keys) for (const form of formsOf(words[key])) expect(form.trim(), key).not.toBe("");
  });

  test("every sentence has the places that English has", () => {
    for (const key of keys) expect(placesOf(mainForm(words[key])), key).toEqual(placesOf(mainForm(en[key])));
  });

  test("a sentence with forms has all that its language counts by, which lack no place but the number", () => {
    const rules = new Intl.PluralRules(language);
    for (const key of keys) {
      const sentence: Sentence = words[key];
      if (!isPlural(sentence)) continue;
      expect(Object.keys(sentence).sort(), key).toEqual([...rules.resolvedOptions().pluralCategories].sort());
      const needed = placesOf(sentence.other).filter((place) => place !== "count");
      for (const form of formsOf(sentence)) {
        expect(
          placesOf(form).filter((place) => place !== "count"),
          key,
        ).toEqual(needed);
      }
    }
  });
});

test("German says du to everybody, and a block is a Block", () => {
  const formal = /[^.:!?…] (?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b|Baustein/;
  for (const key of keys) for (const form of formsOf(de[key])) expect(form, key).not.toMatch(formal);
});

test("the form of a sentence is the one that the number asks for", () => {
  const rules = new Intl.PluralRules("ar");
  const said = [0, 1, 2, 3, 11, 100].map((count) => formFor(ar["history.count"], { count }, rules));
  expect(new Set(said.slice(0, 5)).size).toBe(5);
  expect(formFor(en["history.count"], { count: 1 }, new Intl.PluralRules("en"))).toBe("{count} observation");
  expect(formFor("plain", {}, rules)).toBe("plain");
});

test("filling replaces the named places and nothing else", () => {
  expect(fill("{a} of {b}, {c}", { a: 1, b: "two" })).toBe("1 of two, {c}");
  fc.assert(fc.property(fc.string(), (text) => fill(text, {}) === text));
  fc.assert(fc.property(fc.string(), (value) => fill("<{x}>", { x: value }) === `<${value}>`));
});
