import fc from "fast-check";
import { expect, test } from "vitest";
import { readRobots } from "./robots.ts";

const ROBOTS = new URL("https://site.test/robots.txt");
const allows = (text: string, path: string) => readRobots(ROBOTS, text).allows(new URL(path, ROBOTS));

test("rules for us are taken, or else those for everybody, and never those for others", () => {
  const text = [
    "User-agent: *",
    "Disallow: /all",
    "",
    "User-agent: other",
    "User-Agent: TESSERA/2.0",
    "Disallow: /us # not here",
    "Allow: /us/open",
  ].join("\r\n");
  expect(allows(text, "/us")).toBe(false);
  expect(allows(text, "/us/open")).toBe(true);
  expect(allows(text, "/all")).toBe(true);
  expect(allows("User-agent: other\nDisallow: /", "/")).toBe(true);
  expect(allows("User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /b\nUser-agent: *\nDisallow: /c", "/c")).toBe(
    false,
  );
});

test("a group for us without rules allows everything", () => {
  expect(allows("User-agent: *\nDisallow: /\n\nUser-agent: tessera\nDisallow:", "/x")).toBe(true);
  expect(allows("User-agent: *\nDisallow: /\n\nUser-agent: tessera", "/x")).toBe(true);
});

test("wildcards, ends, queries, percent codes and the longest match", () => {
  const text =
    "User-agent: *\nDisallow: /*.pdf$\nDisallow: /private/\nAllow: /private/*/public\nDisallow: /find?q=\nDisallow: /%7Eann";
  expect(allows(text, "/a/b.pdf")).toBe(false);
  expect(allows(text, "/a/b.pdf?x")).toBe(true);
  expect(allows(text, "/private/x")).toBe(false);
  expect(allows(text, "/private/x/public")).toBe(true);
  expect(allows(text, "/find?q=1")).toBe(false);
  expect(allows(text, "/find")).toBe(true);
  expect(allows(text, "/%7eann")).toBe(false);
});

test("a crawl delay is taken within reason", () => {
  const delay = (value: string) => readRobots(ROBOTS, `User-agent: *\nCrawl-delay: ${value}`).crawlDelayMs;
  expect([delay("2"), delay("0.5"), delay("86400"), delay("-1"), delay("x")]).toEqual([2_000, 500, 30_000, 0, 0]);
});

test("any text and any path give an answer", () => {
  const line = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom("user-agent", "allow", "disallow", "crawl-delay", "constructor", "__proto__"), fc.string())
      .map(([field, value]) => `${field}: ${value}`),
  );
  fc.assert(
    fc.property(
      fc.array(line).map((lines) => lines.join("\n")),
      fc.string().map(encodeURIComponent),
      (text, path) => {
        expect(typeof allows(text, `/x${path}`)).toBe("boolean");
      },
    ),
  );
});

test("texts made to be slow or large are answered", () => {
  const agents = "User-agent: *\n".repeat(18_000);
  const rules = "Disallow: /a\n".repeat(18_000);
  expect(allows(agents + rules, "/a")).toBe(false);
  const slow = `User-agent: *\n${`Disallow: /${"*a".repeat(500)}b\n`.repeat(500)}`;
  expect(allows(slow, `/${"a".repeat(8_000)}`)).toBe(true);
});
