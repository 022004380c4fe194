import { numbersIn } from "@tessera/engine";
import { ChangeSummary, type Content } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareContents } from "../../changes/compare.ts";
import { summarize } from "./summarize.ts";
import { headlineOf } from "./summary-words.ts";

const text = (value: string): Content => ({ text: value, html: "", items: null, pictures: [] });
const list = (...titles: string[]): Content => ({
  text: titles.join("\n"),
  html: "",
  items: titles.map((title) => ({ key: title, title, text: title, href: `https://example.org/${title}` })),
  pictures: [],
});
const summaryOf = (before: Content, after: Content, language = "en") =>
  summarize(compareContents(before, after), numbersIn(after.text, language));
const said = (before: string, after: string, language?: string) =>
  headlineOf(summaryOf(text(before), text(after), language));

test.each([
  ["38", "44", "38 → 44 (+6)"],
  ["Only 7 left", "Only 6 left", "Only 7 → 6 left (−1)"],
  ["Price: 40.50 €", "Price: 39.00 €", "Price: 40.50 → 39.00 € (−1.50 €)"],
  ["€1,234.50 now", "€999.00 now", "€1,234.50 → €999.00 now (−€235.50)"],
  ["38%", "44.5%", "38% → 44.5% (+6.5%)"],
  ["5 °C", "-5 °C", "5 → -5 °C (−10 °C)"],
  ["-5 °C", "-7 °C", "-5 → -7 °C (−2 °C)"],
  ["12,345 visitors", "12,400 visitors", "12,345 → 12,400 visitors (+55)"],
  ["1.2M views", "1.3M views", "1.2M → 1.3M views"],
  ["at 17:45", "at 18:00", "at 17:45 → 18:00"],
  ["Wien 12 °C, Graz 10 °C", "Wien 14 °C, Graz 9 °C", "Wien 12 → 14 °C, Graz 10 → 9 °C"],
])("a number that becomes another is told with its words: %s, %s", (before, after, expected) => {
  expect(said(before, after)).toBe(expected);
});

test("what 1.234 means is the page's language to say", () => {
  expect(said("1.234 Besucher", "1.300 Besucher", "de")).toBe("1.234 → 1.300 Besucher (+66)");
  expect(said("1.234 points", "1.300 points", "en")).toBe("1.234 → 1.300 points (+0.066)");
  expect(said("Preis 40,50 €", "Preis 39,00 €", "de")).toBe("Preis 40,50 → 39,00 € (−1,50 €)");
  expect(headlineOf(summarize(compareContents(text("1.234"), text("1.300"))))).toBe("1.234 → 1.300");
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

test("new items are named with their links, and so are those that went, moved or read otherwise", () => {
  const summary = summaryOf(list("a", "b", "c"), list("new", "newer", "a", "b"));
  expect(headlineOf(summary)).toBe("2 new: new; newer");
  expect(summary).toMatchObject({
    added: { count: 2, items: [{ title: "new", href: "https://example.org/new" }, { title: "newer" }] },
    removed: { count: 1, items: [{ title: "c" }] },
  });
  expect(headlineOf(summaryOf(list("a", "b", "c"), list("a", "b")))).toBe("1 gone: c");
  expect(headlineOf(summaryOf(list("a", "b", "c"), list("c", "a", "b")))).toBe("1 moved: c");
  const headed = (heading: string, ...titles: string[]) => ({
    ...list(...titles),
    text: [heading, ...titles].join("\n"),
  });
  expect(headlineOf(summaryOf(headed("Open", "a", "b"), headed("Closed", "b", "a")))).toContain("Open → Closed");
});

test("an item that reads otherwise is told by its words", () => {
  const items = (comments: number): Content => ({
    ...text(`Bridge opens\n${comments} comments\nMarket moves`),
    items: ["Bridge opens", "Market moves"].map((title) => {
      const lines = title === "Bridge opens" ? `${title}\n${comments} comments` : title;
      return { key: title, title, text: lines, href: null };
    }),
  });
  expect(headlineOf(summaryOf(items(3), items(5)))).toBe("3 → 5 comments (+2)");
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
