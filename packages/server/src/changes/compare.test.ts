import { type Content, DEFAULT_QUIET, type Quiet } from "@tessera/model";
import { expect, test } from "vitest";
import { changeThatCounts, Differences } from "./compare.ts";
import { WordMatcher } from "./pattern.ts";

const text = (lines: string): Content => ({ text: lines, html: "", items: null, pictures: [] });
const list = (...titles: string[]): Content => ({
  text: titles.join("\n"),
  html: "",
  items: titles.map((title) => ({ key: title, title, text: title, href: null })),
  pictures: [],
});
const counts = (before: Content, after: Content, quiet: Partial<Quiet> = {}) =>
  changeThatCounts(before, after, {
    quiet: { ...DEFAULT_QUIET, ...quiet },
    matcher: new WordMatcher(1_000_000),
    differences: new Differences(),
  }) !== null;

test("the same items in another order count only for those who say so", () => {
  expect(counts(list("a", "b", "c"), list("c", "a", "b"))).toBe(false);
  expect(counts(list("a", "b", "c"), list("c", "a", "b"), { order: false })).toBe(true);
  expect(counts(list("a", "b", "c"), list("c", "a", "d"))).toBe(true);
});

test("a line like an ignored one but for its digits does not count", () => {
  const quiet = { lines: [{ kind: "like", line: "3 minutes ago" }] } as const;
  const rule = { lines: [...quiet.lines] };
  expect(counts(text("News\n3 minutes ago"), text("News\n17 minutes ago"), rule)).toBe(false);
  expect(counts(text("News\n3 minutes ago"), text("Other\n17 minutes ago"), rule)).toBe(true);
  expect(counts(text("3 minutes ago"), text("3 hours ago"), rule)).toBe(true);
});

test("lines with ignored words or patterns do not count, in items either", () => {
  const words: Quiet["lines"] = [{ kind: "contains", words: { as: "words", text: "views" } }];
  expect(counts(list("A 5 Views", "b", "c"), list("A 6 views", "b", "c"), { lines: words })).toBe(false);
  const pattern: Quiet["lines"] = [{ kind: "contains", words: { as: "pattern", text: "^\\d+ online$" } }];
  expect(counts(text("x\n12 online"), text("x\n13 online"), { lines: pattern })).toBe(false);
  const broken: Quiet["lines"] = [{ kind: "contains", words: { as: "pattern", text: "(" } }];
  expect(counts(text("x"), text("y"), { lines: broken })).toBe(true);
});

test("an item that leads elsewhere is a change though it reads the same", () => {
  const linked = (href: string): Content => ({
    text: "a",
    html: "",
    items: [{ key: href, title: "a", text: "a", href }],
    pictures: [],
  });
  expect(counts(linked("https://a.example/1"), linked("https://a.example/2"))).toBe(true);
});

test("another picture in a block that is about pictures is a change", () => {
  const strip = (picture: string): Content => ({ ...text("Strip of the day"), pictures: [picture] });
  expect(counts(strip("/1.png"), strip("/2.png"))).toBe(true);
  expect(counts(strip("/1.png"), strip("/1.png"))).toBe(false);
});

test("the same two contents are compared once", () => {
  const differences = new Differences();
  const [before, after] = [text("one two"), text("one three")];
  expect(differences.between(before, after)).toBe(differences.between(before, after));
  expect(differences.between(after, before)).not.toEqual(differences.between(before, after));
});
