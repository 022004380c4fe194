import { numbersIn } from "@tessera/engine";
import { ChangeSummary, type Content } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareContents } from "../../changes/compare.ts";
import { ENGLISH } from "./language.ts";
import { summarize } from "./summarize.ts";
import { PLAIN, shortSummary } from "./summary-words.ts";

const text = (value: string): Content => ({ text: value, html: "", items: null, pictures: [] });
const list = (...titles: string[]): Content => ({
  text: titles.join("\n"),
  html: "",
  items: titles.map((title) => ({ key: title, title, text: title, href: `https://example.org/${title}` })),
  pictures: [],
});
const summaryOf = (before: Content, after: Content, language = "en") =>
  summarize(compareContents(before, after), numbersIn(after.text, language));
const shortened = (summary: ChangeSummary) => shortSummary(summary, { ...PLAIN, language: ENGLISH });
const said = (before: string, after: string, language?: string) =>
  shortened(summaryOf(text(before), text(after), language));

test.each([
  ["38", "44", "38 → 44 (+6)"],
  ["Only 7 left", "Only 6 left", "Only 7 → 6 left (−1)"],
  ["Price: 40.50 €", "Price: 39.00 €", "Price: 40.50 € → 39.00 € (−1.50 €, −3.7%)"],
  ["€1,234.50 now", "€999.00 now", "€1,234.50 → €999.00 now (−€235.50, −19%)"],
  ["38%", "44.5%", "38% → 44.5% (+6.5%)"],
  ["5 °C", "-5 °C", "5 °C → -5 °C (−10 °C)"],
  ["-5 °C", "-7 °C", "-5 °C → -7 °C (−2 °C)"],
  ["12,345 visitors", "12,400 visitors", "12,345 → 12,400 visitors (+55)"],
  ["1.2M views", "1.3M views", "1.2M → 1.3M views"],
  ["at 17:45", "at 18:00", "at 17:45 → 18:00"],
  ["Wien 12 °C, Graz 10 °C", "Wien 14 °C, Graz 9 °C", "Wien 12 °C → 14 °C, Graz 10 °C → 9 °C"],
])("a number that becomes another is told with its words: %s, %s", (before, after, expected) => {
  expect(said(before, after)).toBe(expected);
});

test("what 1.234 means is the page's language to say", () => {
  expect(said("1.234 Besucher", "1.300 Besucher", "de")).toBe("1.234 → 1.300 Besucher (+66)");
  expect(said("1.234 points", "1.300 points", "en")).toBe("1.234 → 1.300 points (+0.066)");
  expect(said("Preis 40,50 €", "Preis 39,00 €", "de")).toBe("Preis 40,50 € → 39,00 € (−1,50 €, −3.7%)");
  expect(shortened(summarize(compareContents(text("1.234"), text("1.300"))))).toBe("1.234 → 1.300");
});

test.each([
  ["1 299,50 zł", "999,00 zł", "pl", "1 299,50 zł → 999,00 zł (−300,50 zł, −23%)"],
  ["12 990 Kč", "9 990 Kč", "cs", "12 990 Kč → 9 990 Kč (−3 000 Kč, −23%)"],
  ["999 € TTC", "3 499,90 € TTC", "fr", "999 € → 3 499,90 € TTC (+2 500,90 €, +250%)"],
  ["nyní 12 990 Kč s DPH", "nyní 990 Kč s DPH", "cs", "nyní 12 990 Kč → 990 Kč s DPH (−12 000 Kč, −92%)"],
  ["990 kr", "12 990 kr", "sv", "990 kr → 12 990 kr (+12 000 kr)"],
  ["3 500 besökare", "3 600 besökare", "sv", "3 500 → 3 600 besökare (+100)"],
  ["room 3 500 visitors", "room 4 500 visitors", "en", "room 3 → 4 500 visitors (+1)"],
])("thousands with a space are told as the page's language means them: %s, %s", (before, after, language, expected) => {
  expect(said(before, after, language)).toBe(expected);
});

test("words that became others are told as old and new, whole words and near words only", () => {
  expect(said("The old bridge opens", "The old bridge closes today")).toBe("The old bridge “opens” → “closes today”");
  expect(said("open", "closed")).toBe("open → closed");
  expect(said("Sale ends Friday", "Sale ends Friday at noon")).toBe("Sale ends Friday (new: at noon)");
  expect(said("Sale ends Friday at noon", "Sale ends Friday")).toBe("Sale ends Friday (gone: at noon)");
  expect(said("a\nb", "a\nnew line\nb")).toBe("New: new line");
  expect(said("a\nold line\nb", "a\nb")).toBe("Gone: old line");
  const far = "word ".repeat(60);
  expect(said(`${far}open${far}`, `${far}shut${far}`).length).toBeLessThan(250);
  expect(said("今日は晴れです", "今日は雨です")).toBe("今日は晴れ → 雨です");
});

test("a sentence with many changes is told as it was and as it is", () => {
  expect(said("We ship within three days to all of Europe", "They send in ten days to most of Asia")).toBe(
    "“We ship within three days to all of Europe” → “They send in ten days to most of Asia”",
  );
});

test("new items are named with their links, and so are those that went, moved or read otherwise", () => {
  const summary = summaryOf(list("a", "b", "c"), list("new", "newer", "a", "b"));
  expect(shortened(summary)).toBe("2 new: new, newer");
  expect(summary).toMatchObject({
    added: { count: 2, items: [{ title: "new", href: "https://example.org/new" }, { title: "newer" }] },
    removed: { count: 1, items: [{ title: "c" }] },
  });
  expect(shortened(summaryOf(list("a", "b", "c"), list("a", "b")))).toBe("1 gone: c");
  expect(shortened(summaryOf(list("a", "b", "c"), list("c", "a", "b")))).toBe("1 moved: c");
  const headed = (heading: string, ...titles: string[]) => ({
    ...list(...titles),
    text: [heading, ...titles].join("\n"),
  });
  expect(shortened(summaryOf(headed("Open", "a", "b"), headed("Closed", "b", "a")))).toContain("Open → Closed");
});

test("items without links that differ in their digits are the same ones with other numbers", () => {
  const unlinked = (...titles: string[]): Content => ({
    ...list(...titles),
    items: titles.map((title) => ({ key: title, title, text: title, href: null })),
  });
  expect(shortened(summaryOf(unlinked("213 cm"), unlinked("193 cm")))).toBe("213 → 193 cm (−20)");
  expect(shortened(summaryOf(unlinked("A 0 : 2 B", "C 1 : 1 D"), unlinked("A 0 : 3 B", "C 1 : 1 D")))).toMatch(
    /^A 0 : 2 → 3 B/,
  );
  expect(shortened(summaryOf(unlinked("Baker", "Cook"), unlinked("Driver", "Cook")))).toBe("1 new: Driver");
});

test("an item that reads otherwise is told by its words", () => {
  const items = (comments: number): Content => ({
    ...text(`Bridge opens\n${comments} comments\nMarket moves`),
    items: ["Bridge opens", "Market moves"].map((title) => {
      const lines = title === "Bridge opens" ? `${title}\n${comments} comments` : title;
      return { key: title, title, text: lines, href: null };
    }),
  });
  expect(shortened(summaryOf(items(3), items(5)))).toBe("3 → 5 comments (+2)");
});

test("whatever changed, its summary is a valid record that quotes what is there", () => {
  const words = fc.string({
    unit: fc.constantFrom("a", "ß ", "\n", "5", "1.234", "-", "€", " ", "😀", "今", ",", "%", "x".repeat(200)),
    maxLength: 60,
  });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const summary = summaryOf(text(before), text(after));
      expect(ChangeSummary.safeParse(summary).error).toBeUndefined();
      if (summary.kind !== "lines") return;
      for (const { pieces } of summary.lines) {
        const line = pieces.map(({ is }) => is).join("");
        if (!line.includes("…")) expect(after).toContain(line);
      }
    }),
  );
});
