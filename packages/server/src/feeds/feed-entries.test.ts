import { BlockId, type Content, newId, Observation, ObservationId } from "@tessera/model";
import { expect, test } from "vitest";
import { compareContents } from "../changes/compare.ts";
import { feedEntries } from "./feed-entries.ts";

const options = {
  follow: { id: newId(ObservationId, 0) as never, title: "News" },
  sourceUrl: "https://example.org/",
  linkTo: ({ id }: Observation) => `https://tessera.example/at/${id}`,
};

function observation(at: number, verdict: "found" | "gone" = "found"): Observation {
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
    change: "changed",
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

test("any other block gives an entry a change, with the difference marked and escaped", () => {
  const text = (value: string): Content => ({ text: value, html: "", items: null, pictures: [] });
  const change = compareContents(text("price 10"), text("price <9>"));
  const [entry] = feedEntries([{ observation: observation(1), content: text("price <9>"), change }], options);
  expect(entry?.title).toBe("News: <9>");
  expect(entry?.html).toBe("<p>price <del>10</del><ins>&#60;9&#62;</ins></p>");
});

test("a block that is gone says so", () => {
  const [entry] = feedEntries([{ observation: observation(1, "gone"), content: null, change: null }], options);
  expect(entry?.title).toBe("News: gone from its page");
});
