import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asksSomething,
  excerptOf,
  excludesItself,
  folded,
  hasTerm,
  marksIn,
  parseQuery,
  wordLine,
  wordsIn,
} from "./index.ts";

/** Letters of many scripts, marks, controls, halves of characters, quotes and the operators of search engines. */
const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(
      ..."aAßẞİıςΣéñøÆŁþĳǽ東京都กำ한שלוםعَـ\u0301\u200d\u200f\u202e\u00ad\0\n\t \"'“”„-*:()^~{}[]\\/+&|!?.,;%_".split(
        "",
      ),
      "\ud83d",
      "\udc00",
      "😀",
      "tag:",
      "-tag:",
      "in:",
      " OR ",
      " NEAR(",
      "ﬁ",
      "㎏",
      "½",
      "ﷺ",
    ),
    maxLength: 120,
  }),
);

const words = (text: string) => wordsIn(text).map(({ word }) => word);
const finds = (query: string, text: string) => {
  const { terms, without } = parseQuery(query);
  const line = wordLine(text);
  return terms.every((term) => hasTerm(line, term)) && !without.some((term) => hasTerm(line, term));
};

describe("words", () => {
  test("have neither case nor accents, and ligatures, widths and invisible characters make no difference", () => {
    expect(words("Ärger STRASSE Straße ﬁn Ｗｉｄｅ so\u00adft İstanbul ΟΔΟΣ οδός")).toEqual([
      ...["arger", "strasse", "strasse", "fin", "wide", "soft", "istanbul", "οδοσ", "οδοσ"],
    ]);
    expect(words("don't e-mail 5.50 a_b")).toEqual(["don", "t", "e", "mail", "5", "50", "a", "b"]);
  });

  test("have letters with a stroke and letters of two as they are typed without them, in either direction", () => {
    expect(words("Søk ŁÓDŹ æther Œuvre Đorđe Þór eðlis Ħamrun Kızılay STRAẞE Ǽ Ǿ Azərbaycan Ⱥ")).toEqual([
      ..."sok lodz aether oeuvre dorde thor edlis hamrun kizilay strasse ae o azerbaycan a".split(" "),
    ]);
    for (const [one, other] of ["sok søk", "lodz łódź", "strasse straße", "aether æther"].map((pair) =>
      pair.split(" "),
    )) {
      expect(finds(one!, `${other} `), one).toBe(true);
      expect(finds(other!, `${one} `), other).toBe(true);
    }
  });

  test("of Arabic and Hebrew have no vowel signs, whatever marks of direction stand around them", () => {
    expect(words("\u200fعَرَبِيّ\u200e كتـــاب")).toEqual(words("عربي كتاب"));
    expect(words("שָׁלוֹם")).toEqual(["שלום"]);
  });

  test("of scripts without spaces are pairs, and any part of a run is found", () => {
    expect(words("東京都 ok")).toEqual(["東京", "京都", "都", "ok"]);
    for (const part of ["東", "京", "都", "東京", "京都", "東京都", '"東京都 ok"', "都*"]) {
      expect(finds(part, "私は東京都 ok"), part).toBe(true);
    }
    expect(finds("都京", "東京都")).toBe(false);
    expect(finds("กำไร", "มีกำไรมาก")).toBe(true);
  });

  test("are cut at a length, so that a long one costs no more than another", () => {
    const [word] = words("x".repeat(100_000));
    expect(word).toHaveLength(40);
    expect(finds("x".repeat(400), "x".repeat(100_000))).toBe(true);
  });

  test("of any text fold once and for all, are letters and digits, and stand where they say", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        let before = 0;
        for (const { word, start, end } of wordsIn(text)) {
          expect(folded(word)).toBe(word);
          expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
          expect(word.isWellFormed()).toBe(true);
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          before = start;
        }
      }),
    );
  });

  test("of a text are found in it, each by itself", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = wordLine(text);
        for (const word of words(text)) expect(hasTerm(line, { words: [word], isPrefix: false })).toBe(true);
      }),
    );
  });
});

describe("a question", () => {
  test("is words, phrases, words and tags that must not be there, tags and sheets", () => {
    expect(parseQuery('rain "New York" -snow -"black ice" tag:weather -TAG:"far away" in:"My page" wind ')).toEqual({
      terms: [
        { words: ["rain"], isPrefix: false },
        { words: ["new", "york"], isPrefix: false },
        { words: ["wind"], isPrefix: false },
      ],
      without: [
        { words: ["snow"], isPrefix: false },
        { words: ["black", "ice"], isPrefix: false },
      ],
      tags: ["weather"],
      withoutTags: ["far away"],
      sheets: [{ title: "My page", isQuoted: true }],
    });
  });

  test("takes its last word as a beginning while it is typed, and others with a star", () => {
    expect(parseQuery("new yor").terms.map((term) => term.isPrefix)).toEqual([false, true]);
    expect(parseQuery("new yor ").terms.map((term) => term.isPrefix)).toEqual([false, false]);
    expect(parseQuery("ne* y").terms.map((term) => term.isPrefix)).toEqual([true, false]);
    expect(parseQuery('"new yor').terms.map((term) => term.isPrefix)).toEqual([false]);
  });

  test("takes what is one word to a person as its parts beside each other", () => {
    expect(finds("e-mail ", "my e-mail address")).toBe(true);
    expect(finds("e-mail ", "mail my e")).toBe(false);
    expect(finds("12.50 ", "costs 12.50 now")).toBe(true);
    expect(finds("12.50 ", "costs 50.12 now")).toBe(false);
  });

  test("of signs only asks nothing", () => {
    for (const text of ["", "   ", '"', '""', "-", "- -", "***", "tag:", "-tag:", 'in:""', "()", "\0"]) {
      expect(asksSomething(parseQuery(text)), JSON.stringify(text)).toBe(false);
    }
  });

  test("that excludes itself is known to find nothing", () => {
    const excludes = (text: string) => excludesItself(parseQuery(text));
    for (const text of ["river -river", '"old bridge" -bridge', "riverside -riv*", "Élan -elan "]) {
      expect(excludes(text), text).toBe(true);
    }
    for (const text of ["river -level", 'bridge -"old bridge"', "river -", "riv -river ", "-river"]) {
      expect(excludes(text), text).toBe(false);
    }
  });

  test("that excludes itself finds no text, whatever that says", () => {
    const words = fc.constantFrom("a", "ab", "abc", '"a b"', '"b a"', "ab*", "-a", "-ab", "-ab*", '-"a b"', "-b ");
    const lines = fc.array(fc.constantFrom("a", "ab", "abc", "b"), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 4 }), lines, (asked, said) => {
        const question = asked.join(" ");
        fc.pre(excludesItself(parseQuery(question)));
        expect(finds(question, said.join(" "))).toBe(false);
      }),
    );
  });

  test("can be any text: bounded, and all its words are words", () => {
    fc.assert(
      fc.property(hostileText, fc.nat(40), (text, times) => {
        const { terms, without, tags, withoutTags, sheets } = parseQuery(text.repeat(times));
        const filters = tags.length + withoutTags.length + sheets.length;
        expect(terms.length + without.length + filters).toBeLessThanOrEqual(12);
        for (const term of [...terms, ...without]) {
          expect(term.words.length).toBeGreaterThan(0);
          for (const word of term.words) expect(folded(word)).toBe(word);
        }
      }),
    );
  });

  test("finds a text by any of its own words and by a phrase of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        const { terms } = parseQuery(`"${text.replaceAll(/["“”„]/g, " ")}"`);
        const line = wordLine(text.replaceAll(/["“”„]/g, " "));
        for (const term of terms) if (term.words.length < 20) expect(hasTerm(line, term)).toBe(true);
      }),
    );
  });
});

describe("an excerpt", () => {
  test("marks what was asked for, as it is written", () => {
    const { text, marks } = excerptOf("Der Ärger in STRASSBURG wächst", parseQuery("arger straßb").terms);
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["Ärger", "STRASSBURG"]);
  });

  test("marks words as long as they are written, also where they are typed with more letters", () => {
    const { text, marks } = excerptOf("Ægæiske Søk, Straße", parseQuery("aegaeiske sok strasse").terms);
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["Ægæiske", "Søk", "Straße"]);
  });

  test("marks a phrase as one, and overlapping pairs as one", () => {
    const marked = (text: string, query: string) =>
      marksIn(text, parseQuery(query).terms).map(([a, b]) => text.slice(a, b));
    expect(marked("in New  York, new york", '"new york"')).toEqual(["New  York", "new york"]);
    expect(marked("私は東京都にいる", "東京都")).toEqual(["東京都"]);
  });

  test("of a long line begins at a word a little before the first mark", () => {
    const { text, marks } = excerptOf(
      `${"lorem ".repeat(200)}needle ${"ipsum ".repeat(200)}`,
      parseQuery("needle").terms,
    );
    expect(text).toMatch(/^…lorem .*needle ipsum .*…$/);
    expect(text.length).toBeLessThan(260);
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["needle"]);
  });

  test("of any text has ranges inside it, in order, no control characters and no half characters of its own making", () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.nat(60), (line, query, times) => {
        const long = line.repeat(times);
        const { text, marks } = excerptOf(long, parseQuery(query).terms);
        expect(text.length).toBeLessThanOrEqual(243);
        expect(text).not.toMatch(/\p{Cc}/u);
        if (long.isWellFormed()) expect(text.isWellFormed()).toBe(true);
        let before = 0;
        for (const [from, to] of marks) {
          expect(from).toBeGreaterThanOrEqual(before);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          before = to;
        }
      }),
    );
  });
});
