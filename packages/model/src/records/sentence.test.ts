import { expect, test } from "vitest";
import { sayer } from "./sentence.ts";

const WORDS = {
  quoted: "{text} (!)",
  apart: "«\u2068{text}\u2069»",
  counted: { one: "{count} block of {name}", other: "{count} blocks of {name}" },
};

test("in a language from right to left words that run the other way stay where they are quoted", () => {
  const say = sayer(WORDS, { code: "ar", locale: "ar-u-nu-latn" });
  expect(say("quoted", { text: "€121.80" })).toBe("\u2068€121.80\u2069 (!)");
  expect(say("apart", { text: "€121.80" })).toBe("«\u2068€121.80\u2069»");
  expect(say("counted", { count: 1, name: "News" })).toBe("1 block of \u2068News\u2069");
  // what is filled in later is kept apart, too
  expect(say("quoted")).toBe("\u2068{text}\u2069 (!)");
});

test("from left to right nothing is added", () => {
  const say = sayer(WORDS, { code: "en", locale: "en-GB" });
  expect(say("quoted", { text: "€121.80" })).toBe("€121.80 (!)");
  expect(say("counted", { count: 1, name: "News" })).toBe("1 block of News");
});
