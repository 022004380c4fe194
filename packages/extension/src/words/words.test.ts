import { expect, test } from "vitest";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Key, type Words } from "./en.ts";

const KEYS = Object.keys(en) as Key[];

/** The places of a sentence, whatever its number. */
function placesIn(words: Words, key: Key): readonly string[] {
  const sentence = words[key];
  const forms = typeof sentence === "string" ? [sentence] : Object.values(sentence);
  return [...new Set(forms.flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
}

test("every language says the same with the same places in it", () => {
  for (const words of [de, ar]) {
    expect(Object.keys(words).sort()).toEqual([...KEYS].sort());
    for (const key of KEYS) expect(placesIn(words, key), key).toEqual(placesIn(en, key));
  }
});

test("Arabic has a form for each of its six numbers wherever there is one for English", () => {
  for (const key of KEYS) {
    if (typeof en[key] !== "string")
      expect(Object.keys(ar[key]).sort(), key).toEqual(["few", "many", "one", "other", "two", "zero"]);
  }
});
