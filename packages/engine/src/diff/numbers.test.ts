import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_NUMBERS, mainNumber, numbersIn } from "./numbers.ts";

const values = (text: string, language?: string) => numbersIn(text, language).map(({ value }) => value);

test.each([
  ["1,234.50", "en", [1234.5]],
  ["1.234,50 €", "de", [1234.5]],
  ["1.234,50 €", "en", [1234.5]],
  ["1.234", "de", [1234]],
  ["1.234", "en", [1.234]],
  ["1,234", "en", [1234]],
  ["1,234", "de", [1.234]],
  ["12'000.–", "de-CH", [12000]],
  ["12 345,6", "fr", [12345.6]],
  ["12 345", "en", [12, 345]],
  ["12\u00a0345", "en", [12345]],
  ["12,34,567.89", "en-IN", [1234567.89]],
  ["٣٫٥", "ar", [3.5]],
  ["१२३", "hi", [123]],
  ["0.5 and .5 and 0,5", "en", [0.5, 0.5, 0.5]],
  ["99,95", "en", [99.95]],
  ["1.234.567", "en", [1234567]],
  ["1.2M views, 3k likes", "en", [1200000, 3000]],
  ["-5 °C, −7°, 5–7, A-4, sale - 20%", "en", [-5, -7, 5, 7, 4, 20]],
  ["12:30, 2026-05-01, 5/11/2026, 1. 5. 2026, v1.2.3, 10.0.0.1", "en", []],
  ["mp3 user_7", "en", []],
  ["LH450, Model A400, user_1234, @2024, v2024.10, GPT4.5", "en", []],
  ["COVID19 cases: 12", "en", [12]],
  ["iPhone15 €999", "en", [999]],
  ["A4, 500 sheets, No.5, #123", "en", [500, 5, 123]],
  ["no digits", "en", []],
  ["9".repeat(400), "en", []],
  ["7", "not a language!", [7]],
])("%s in %s reads as %j", (text, language, expected) => {
  expect(values(text, language)).toEqual(expected);
});

test("a unit on either side belongs to the number, and makes it the main one", () => {
  const numbers = numbersIn("2 pieces for $ 19.99 or 18 EUR, 5 % off");
  expect(numbers.map(({ value, text, unit, currency }) => [value, text, unit, currency])).toEqual([
    [2, "2", null, null],
    [19.99, "$ 19.99", "$", "USD"],
    [18, "18 EUR", "EUR", "EUR"],
    [5, "5 %", "%", null],
  ]);
  expect(mainNumber(numbers)?.value).toBe(19.99);
  expect(mainNumber(numbersIn("42 new"))?.value).toBe(42);
  expect(mainNumber([])).toBeNull();
});

test.each([
  ["1 299,50 zł", "pl", { value: 1299.5, currency: "PLN", unit: "zł" }],
  ["1299,50zł", "pl", { value: 1299.5, currency: "PLN", unit: "zł" }],
  ["cena 12 990 Kč s DPH", "cs", { value: 12990, currency: "CZK", unit: "Kč" }],
  ["499kr", "sv", { value: 499, currency: null, unit: "kr" }],
  ["100EUR", "de", { value: 100, currency: "EUR", unit: "EUR" }],
  ["EUR100", "de", { value: 100, currency: "EUR", unit: "EUR" }],
  ["Rs500", "en", { value: 500, currency: null, unit: "Rs" }],
  ["5 kronor", "sv", { value: 5, currency: null, unit: null }],
  ["7 złotych", "pl", { value: 7, currency: null, unit: null }],
])("%s in %s is an amount with its currency", (text, language, amount) => {
  expect(numbersIn(text, language)).toMatchObject([amount]);
});

test("what a language's own formatter writes is read back", () => {
  const amount = fc.integer({ min: -999_999_999, max: 999_999_999 }).map((cents) => cents / 100);
  const language = fc.constantFrom("en", "de", "fr", "sv", "pl", "de-CH", "en-IN", "hi", "fa", "ar-EG", "pt-BR", "ru");
  fc.assert(
    fc.property(amount, language, (value, lang) => {
      const written = new Intl.NumberFormat(lang, { minimumFractionDigits: 2 }).format(value);
      // bidirectional marks are not part of the number
      expect(values(written.replace(/[\u200e\u200f\u061c]/g, ""), lang)).toEqual([value]);
    }),
  );
});

test("any text gives finite numbers in reading order, and not too many", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123.,'- €%kM:/ a٣\n") }), (text) => {
      const numbers = numbersIn(text);
      for (const { value } of numbers) expect(Number.isFinite(value)).toBe(true);
      for (let at = 1; at < numbers.length; at++) expect(numbers[at].at).toBeGreaterThanOrEqual(numbers[at - 1].at);
    }),
  );
  expect(numbersIn("1, ".repeat(100_000))).toHaveLength(MAX_NUMBERS);
});

test("runs of digits without an end are passed once, and the numbers around them are read", () => {
  for (const run of ["1", "1:", "1,", "1/", "-", "€ ", "a1", "a1,", "EUR"]) {
    expect(values(`3 € ${run.repeat(400_000)} 5 €`)).toEqual(expect.arrayContaining([3]));
  }
  expect(values(`3 € ${"1".repeat(400_000)} 5 €`)).toEqual([3, 5]);
});
