import { parseQuery } from "@tessera/model/search";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  answersOf,
  brought,
  linesAt,
  type Moment,
  NO_TEXT,
  packText,
  type Said,
  type SearchedText,
  unpackText,
  wordsOf,
} from "./searched-text.ts";

const moments = (texts: ReadonlyMap<number, string>): readonly Moment[] =>
  [...texts].sort(([one], [other]) => one - other).map(([at, text]) => ({ at, content: text }));

/** The content of a moment is its text here. */
const bring = (before: SearchedText, texts: ReadonlyMap<number, string>) =>
  brought(before, moments(texts), async ({ content }) => content);

const plain = (text: SearchedText) => ({
  moments: text.moments,
  lines: text.lines
    .map(({ text: line, words, runs }) => ({ line, words, runs }))
    .sort((a, b) => (a.line < b.line ? -1 : 1)),
});

const history = fc.array(
  fc.record({
    add: fc.dictionary(
      fc.integer({ min: 1, max: 40 }).map(String),
      fc
        .array(fc.constantFrom("rain", "wind", "snow", "東京", "Straße 5"), { maxLength: 4 })
        .map((lines) => lines.join("\n")),
      { maxKeys: 4 },
    ),
    drop: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  }),
  { maxLength: 8 },
);

describe("what a block has said", () => {
  test("brought along step by step is what reading all of it gives, whatever came, went and was written anew", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const texts = new Map<number, string>();
        let text = NO_TEXT;
        for (const { add, drop } of steps) {
          for (const [at, said] of Object.entries(add)) texts.set(Number(at), said);
          for (const at of drop) texts.delete(at);
          text = unpackText(packText(await bring(text, texts)));
        }
        expect(plain(text)).toEqual(plain(await bring(NO_TEXT, texts)));
        for (const [place, { at }] of text.moments.entries()) {
          const has = new Set((texts.get(at) ?? "").split("\n").filter((line) => line !== ""));
          const said = linesAt(text, place, parseQuery("rain wind snow 東京 straße ").terms);
          expect(new Set(said)).toEqual(has);
        }
      }),
    );
  });

  test("reads only what is new", async () => {
    const texts = new Map([
      [1, "a"],
      [2, "b"],
    ]);
    const before = await bring(NO_TEXT, texts);
    texts.set(3, "b\nc");
    const read: number[] = [];
    await brought(before, moments(texts), async ({ at, content }) => {
      read.push(at);
      return content;
    });
    expect(read).toEqual([3]);
  });

  test("is bounded: of a text that grows without end the older half is forgotten, and stays so", async () => {
    let text = NO_TEXT;
    const texts = new Map<number, string>();
    for (let at = 1; at <= 60; at++) {
      texts.set(at, Array.from({ length: 300 }, (_, line) => `line ${at} ${line} ${"x".repeat(30)}`).join("\n"));
      text = await bring(text, texts);
    }
    const characters = text.lines.reduce((sum, line) => sum + line.text.length, 0);
    expect(characters).toBeLessThanOrEqual(410_000);
    expect(text.moments.at(-1)?.at).toBe(60);
    expect(text.moments[0]!.at).toBeGreaterThan(text.since);
    expect([...wordsOf(text)].every((word) => word !== "1" || text.moments[0]!.at > 1)).toBe(true);
  });

  test("takes long lines apart at the ends of sentences, so that one new word does not make all of it new", async () => {
    const sentence = (at: number) => `Sentence number${at} says something of its own and nothing else.`;
    const long = Array.from({ length: 40 }, (_, at) => sentence(at));
    const first = await bring(NO_TEXT, new Map([[1, long.join(" ")]]));
    const second = await bring(
      first,
      new Map([
        [1, long.join(" ")],
        [2, [...long.slice(0, 39), "Another end."].join(" ")],
      ]),
    );
    expect(second.lines.length).toBe(first.lines.length + 1);
    const endless = await bring(NO_TEXT, new Map([[1, "y".repeat(10_000)]]));
    expect(endless.lines.every(({ text }) => text.length <= 1_000)).toBe(true);
  });

  test("is answered from what is stored beside it, at one moment and in one line, whatever the packed part is", async () => {
    const stored = packText(
      await bring(
        NO_TEXT,
        new Map([
          [1, "wind\nnew york"],
          [2, "york new\nwind"],
          [3, "new\nyork"],
        ]),
      ),
    );
    const answers = (query: string, title = " ", isCurrentOnly = false) =>
      answersOf({ ...stored, packed: Buffer.from("") } as Said, parseQuery(query), { title, isCurrentOnly }).map(
        ({ first, last }) => `${first}-${last}`,
      );
    expect(answers("york ")).toEqual(["0-2"]);
    expect(answers('"new york"')).toEqual(["0-0"]);
    expect(answers('"york new"')).toEqual(["1-1"]);
    expect(answers("york wind ")).toEqual(["0-1"]);
    expect(answers("york -wind ")).toEqual(["2-2"]);
    expect(answers("york title ", " title ")).toEqual(["0-2"]);
    expect(answers("york -title ", " title ")).toEqual([]);
    expect(answers("wind ", " ", true)).toEqual([]);
    expect(answers("york ", " ", true)).toEqual(["0-2"]);
    expect(
      answersOf({ words: stored.words, runs: "nonsense" }, parseQuery("new"), { title: " ", isCurrentOnly: true }),
    ).toEqual([]);
  });

  test("cannot be read where its parts do not belong together", async () => {
    const stored = packText(await bring(NO_TEXT, new Map([[1, "new york"]])));
    expect(() => unpackText({ ...stored, packed: Buffer.from("nonsense") })).toThrow();
    expect(() => unpackText({ ...stored, runs: "[1]" })).toThrow(RangeError);
    expect(() => unpackText({ ...stored, words: " new york \n more " })).toThrow(RangeError);
  });
});
