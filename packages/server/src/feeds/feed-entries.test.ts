import { BlockId, type Content, newId, Observation, ObservationId } from "@tessera/model";
import { expect, test } from "vitest";
import { compareContents } from "../changes/compare.ts";
import { languageOf } from "../notify/message/language.ts";
import { feedEntries } from "./feed-entries.ts";

const options = {
  follow: { id: newId(ObservationId, 0) as never, title: "News" },
  sourceUrl: "https://example.org/",
  linkTo: ({ id }: Observation) => `https://tessera.example/at/${id}`,
};

function observation(at: number, verdict: "found" | "gone" = "found", change = "changed"): Observation {
  const found = { kind: "found", path: "html[1]", confidence: 1, margin: 1, candidates: [] };
  return Observation.parse({
    id: newId(ObservationId, at),
    blockId: newId(BlockId, at),
    captureId: null,
    at,
    lastAt: at,
    looks: 1,
    quietLooks: 0,
    verdict: verdict === "found" ? found : { kind: "gone", confidence: 0, candidates: [] },
    change,
    content: null,
    meaning: null,
    excerpt: "",
    numbers: [],
    diff: null,
    picture: null,
  });
}

const list = (...keys: string[]): Content => ({
  text: keys.join("\n"),
  html: "",
  items: keys.map((key) => ({ key, title: key, text: key, href: `https://example.org/${key}` })),
  pictures: [],
});

test("a list gives an entry for each item that is new, under an id that stays", () => {
  const [first, second] = [list("a", "b"), list("c", "a", "b")];
  const entries = feedEntries(
    [
      { observation: observation(2), content: second, change: compareContents(first, second) },
      { observation: observation(1), content: first, change: null },
    ],
    options,
  );
  expect(entries.map(({ title, link, at }) => [title, link, at])).toEqual([
    ["c", "https://example.org/c", 2],
    ["a", "https://example.org/a", 1],
    ["b", "https://example.org/b", 1],
  ]);
  const again = feedEntries([{ observation: observation(9), content: first, change: null }], options);
  expect(again.map(({ id }) => id)).toEqual(entries.slice(1).map(({ id }) => id));
});

const text = (value: string): Content => ({ text: value, html: "", items: null, pictures: [] });
const entryOf = (before: Content, after: Content) =>
  feedEntries([{ observation: observation(1), content: after, change: compareContents(before, after) }], options);

test("a number reads as old and new, even where a reader drops the marks", () => {
  const [entry] = entryOf(text("38"), text("44"));
  expect(entry?.title).toBe("News: 44 (was 38)");
  expect(entry?.html).toBe("<p><del>38</del> → <ins>44</ins> (+6)</p>");
  expect(entry?.html.replace(/<[^>]*>/g, "")).toBe("38 → 44 (+6)");
});

test("any other block gives an entry a change, with the difference marked and escaped", () => {
  const [entry] = entryOf(text("price 10"), text("price <9>"));
  expect(entry?.title).toBe("News: price 10 → <9> (−1)");
  expect(entry?.html).toBe("<p>price <del>10</del> → <ins>&#60;9&#62;</ins> (−1)</p>");
});

test("of a long text the lines that changed are told", () => {
  const lines = (value: string) => text(["a", value, "b".repeat(1_000), "last line"].join("\n"));
  const [entry] = entryOf(lines("The bridge opens"), {
    ...lines("The bridge closes"),
    text: `${lines("The bridge closes").text}\nnew`,
  });
  expect(entry?.title).toBe("News: The bridge opens → closes, and 1 more");
  expect(entry?.html).toBe("<p>The bridge <del>opens</del> → <ins>closes</ins><br>New: <ins>new</ins></p>");
});

test("a list that only lost items, or only another order, is told as that or not at all", () => {
  expect(entryOf(list("a", "b", "c"), list("a", "b")).map(({ title }) => title)).toEqual(["1 gone from News: c"]);
  expect(entryOf(list("a", "b", "c"), list("c", "a", "b"))).toEqual([]);
});

test("a block that is found again says so", () => {
  const again = { observation: observation(1, "found", "verdict"), content: text("Bridge opens"), change: null };
  expect(feedEntries([again], options)).toMatchObject([{ title: "News is back", html: "<p>Bridge opens</p>" }]);
});

test("a block that is gone says so", () => {
  const [entry] = feedEntries([{ observation: observation(1, "gone"), content: null, change: null }], options);
  expect(entry?.title).toBe("News is gone from its page");
});

test("where a block that is gone seems to be is told", () => {
  const gone = observation(1, "gone", "verdict");
  const movedTo = { url: "https://example.org/a&b", text: "News", title: "All news", isFound: true, lookedAt: 1 };
  const moved = Observation.parse({ ...gone, verdict: { ...gone.verdict, movedTo } });
  const [entry] = feedEntries([{ observation: moved, content: null, change: null }], options);
  expect(entry?.html).toContain('It seems to have moved to <a href="https://example.org/a&#38;b">All news</a>');
});

test("entries are in the language of whoever has the feed", () => {
  const language = languageOf("de");
  const change = compareContents(list("a", "b", "c"), list("a", "b"));
  const sources = [
    { observation: observation(3, "gone"), content: null, change: null },
    { observation: observation(2), content: list("a", "b"), change },
    { observation: observation(1, "found", "verdict"), content: text("Bridge opens"), change: null },
  ];
  const entries = feedEntries(sources, { ...options, language });
  expect(entries.map(({ title }) => title)).toEqual([
    "News ist nicht mehr auf der Seite",
    "1 weg aus News: c",
    "News ist wieder da",
  ]);
  expect(entries[1]?.html).toContain("<p>1 weg:<br>");
});
