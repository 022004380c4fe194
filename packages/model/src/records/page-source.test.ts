import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AskedSource,
  isOnesOwn,
  isVisitedAsSomebody,
  PagePatch,
  PageSource,
  WebUrl,
  withPatch,
} from "./page-source.ts";

test("only http and https URLs pass, normalised", () => {
  expect(WebUrl.parse(" HTTP://Example.org:80/a b")).toBe("http://example.org/a%20b");
  for (const text of [
    "",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.org",
    "example.org",
    "view-source:http://a",
  ]) {
    expect(WebUrl.safeParse(text).success).toBe(false);
  }
});

test("an address for readers of feeds is the web address in it, and nothing else of that scheme passes", () => {
  expect(WebUrl.parse("feed://example.org/f")).toBe("http://example.org/f");
  expect(WebUrl.parse("feed:https://example.org/f")).toBe("https://example.org/f");
  for (const text of ["feed:", "feed:file:///etc/passwd", "feed:javascript:alert(1)", "feed:8080/a"])
    expect(WebUrl.safeParse(text).success, text).toBe(false);
});

test("a URL alone is a complete page source", () => {
  expect(PageSource.parse({ url: "https://example.org/" })).toMatchObject({
    fetcher: "auto",
    steps: [],
    respectRobots: true,
  });
});

const URL_OF_PAGE = "https://example.org/";
const isTaken = (settings: object): boolean => PageSource.safeParse({ url: URL_OF_PAGE, ...settings }).success;

test("nobody can ask for more waiting than a capture has time for; what was stored before is read", () => {
  const waiting = (...seconds: number[]) => seconds.map((each) => ({ kind: "wait", ms: each * 1_000 }));
  const askedFor = (steps: readonly object[]): boolean => {
    const [source, patch] = [AskedSource.safeParse({ url: URL_OF_PAGE, steps }), PagePatch.safeParse({ steps })];
    expect(patch.success).toBe(source.success);
    for (const { error } of [source, patch]) {
      if (error) expect(error.issues).toMatchObject([{ path: ["steps"], message: "all waits together: at most 90 s" }]);
    }
    return source.success;
  };
  expect([askedFor(waiting(30, 30, 30)), askedFor(waiting(30, 30, 30, 1))]).toEqual([true, false]);
  expect(isTaken({ steps: waiting(30, 30, 30, 30) })).toBe(true);
});

describe("hostile settings", () => {
  test("nothing that ends a line, or frames a request, gets into a header", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, value) => {
        const parsed = PageSource.safeParse({ url: URL_OF_PAGE, headers: [{ name, value }] });
        if (!parsed.success) return;
        const [header] = parsed.data.headers ?? [];
        expect(() => new Headers([[header!.name, "value" in header! ? header.value : ""]])).not.toThrow();
        expect(JSON.stringify(header)).not.toMatch(/\\[rn]|\\u00/);
      }),
    );
    for (const name of [
      "Host",
      "cookie",
      "Content-Length",
      "transfer-encoding",
      "Proxy-Authorization",
      "sec-fetch-site",
      "a b",
      "a:b",
      "",
    ]) {
      expect([name, isTaken({ headers: [{ name, value: "x" }] })]).toEqual([name, false]);
    }
    for (const value of ["a\r\nb: c", "a\nb", "a\0b", "a\x7fb", "ü", "", " "]) {
      expect([value, isTaken({ headers: [{ name: "x-a", value }] })]).toEqual([value, false]);
    }
    expect(isTaken({ headers: [{ name: "X-A", value: "x", secret: "y" }] })).toBe(false);
  });

  test("a cookie has no second one in it", () => {
    for (const [name, value] of [
      ["a", "b; c=d"],
      ["a", "b\nc"],
      ["a=b", "c"],
      ["a", 'b"c'],
      ["", "a"],
      ["a", "b,c"],
    ]) {
      expect([name, value, isTaken({ cookies: [{ name, value }] })]).toEqual([name, value, false]);
    }
    expect(isTaken({ cookies: [{ name: "a", value: "" }] })).toBe(true);
  });

  test("steps are few, short and of the kinds that there are", () => {
    const click = { kind: "click", selector: "a" };
    expect(isTaken({ steps: Array(50).fill(click) })).toBe(true);
    expect(isTaken({ steps: Array(10_000).fill(click) })).toBe(false);
    expect(isTaken({ steps: [{ ...click, selector: ":has(".repeat(10_000) }] })).toBe(false);
    expect(isTaken({ steps: [{ ...click, selector: "a\u0000b" }] })).toBe(false);
    expect(isTaken({ steps: [{ ...click, selector: " " }] })).toBe(false);
    expect(isTaken({ steps: [{ kind: "evaluate", code: "alert(1)" }] })).toBe(false);
    expect(isTaken({ steps: [{ kind: "wait", ms: 1e9 }] })).toBe(false);
    expect(isTaken({ steps: [{ kind: "typeSecret", selector: "a", secret: "p", text: "shown" }] })).toBe(false);
  });

  test("screens, languages, names and proxies are those that there can be", () => {
    for (const viewport of [
      { width: 0, height: 0 },
      { width: 1e9, height: 300 },
      { width: 300.5, height: 300 },
      { width: -300, height: 300 },
      { width: Number.NaN, height: 300 },
    ]) {
      expect(isTaken({ viewport })).toBe(false);
    }
    for (const language of ["", "*", "de\r\n", "de;q=0", "deutsch", "de-", "../de"])
      expect(isTaken({ language })).toBe(false);
    for (const language of ["de", "pt-BR", "zh-Hant-TW"]) expect(isTaken({ language })).toBe(true);
    for (const userAgent of ["", "a\nb", "x".repeat(501)]) expect(isTaken({ userAgent })).toBe(false);
    for (const proxy of ["", "a b", "http://evil.example", "x".repeat(41)]) expect(isTaken({ proxy })).toBe(false);
    expect(isTaken({ consent: "maybe" })).toBe(false);
  });

  test("no source holds a secret, whatever it is given", () => {
    for (const secret of ["a\nb", "", "x".repeat(61), "a/b"]) {
      expect(isTaken({ headers: [{ name: "x-a", secret }] })).toBe(false);
    }
  });
});

describe("changing settings", () => {
  test("what is taken back leaves the source as if it had never been said", () => {
    const plain = PageSource.parse({ url: URL_OF_PAGE });
    const changed = withPatch(plain, { language: "de", consent: "accept", headers: [{ name: "x-a", value: "1" }] });
    expect(changed).toMatchObject({ language: "de", consent: "accept" });
    expect(withPatch(changed, { language: null, consent: "reject", headers: [] })).toEqual(plain);
    expect(withPatch(changed, {})).toEqual(changed);
  });

  test("whose a page is follows from what it does, and from what it shows", () => {
    const own = (settings: object): boolean => isOnesOwn(PageSource.parse({ url: URL_OF_PAGE, ...settings }));
    expect(own({})).toBe(false);
    expect(own({ language: "de", proxy: "de", consent: "accept", userAgent: "x" })).toBe(false);
    expect(own({ steps: [{ kind: "wait", ms: 1 }] })).toBe(true);
    expect(own({ cookies: [{ name: "a", value: "1" }] })).toBe(true);
    expect(own({ headers: [{ name: "x-a", secret: "b" }] })).toBe(true);
    expect(own({ url: "https://ada:pw@example.org/" })).toBe(true);
  });

  test("a page knows its visitor by what it is sent and by what is typed, not by what is pressed", () => {
    const isKnown = (settings: object): boolean =>
      isVisitedAsSomebody(PageSource.parse({ url: URL_OF_PAGE, ...settings }));
    expect(isKnown({ language: "de", userAgent: "x", steps: [{ kind: "click", selector: "button" }] })).toBe(false);
    expect(isKnown({ steps: [{ kind: "typeSecret", selector: "input", secret: "password" }] })).toBe(true);
    expect(isKnown({ cookies: [{ name: "a", value: "1" }] })).toBe(true);
    expect(isKnown({ headers: [{ name: "x-a", secret: "b" }] })).toBe(true);
    expect(isKnown({ keepCookies: true })).toBe(true);
  });
});
