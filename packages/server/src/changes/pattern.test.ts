import type { Words } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern, sizeFault, WordMatcher } from "./pattern.ts";

function matches(source: string, text: string): boolean | "invalid" {
  const pattern = compilePattern(source);
  return pattern.kind === "pattern" ? pattern.test(text) : "invalid";
}

test("a pattern matches anywhere in the text", () => {
  expect(matches("sold (out|off)", "now sold out!")).toBe(true);
  expect(matches("^now", "sold now")).toBe(false);
});

test("patterns that take exponential time elsewhere end at once", () => {
  const nearly = `${"a".repeat(20_000)}b`;
  for (const source of ["(a+)+$", "(a|a)*$", "(a*)*$", "(.*a){20}$", "([a-zA-Z]+)*$"]) {
    expect(matches(source, nearly)).not.toBe("invalid");
  }
});

test("what RE2 does not know is refused with a reason", () => {
  for (const source of ["(", "a{1000000}", "(?=x)", "\\1", "[z-a]", "((a{1,99}){1,99}){1,99}"]) {
    expect(compilePattern(source)).toMatchObject({ kind: "invalid", message: expect.stringMatching(/./) });
  }
});

test("any string is a pattern or is refused, never a crash", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab()[]{}*+?|^$\\.0,-:<P>") }), fc.string(), (source, text) => {
      expect([true, false, "invalid"]).toContain(matches(source, text));
    }),
  );
});

test("a pattern that grows large by its repeats is refused before it is compiled", () => {
  const huge = "\\pL{0,1000}".repeat(80);
  expect(compilePattern(huge)).toMatchObject({ kind: "invalid", message: expect.stringMatching(/too large.*2500/) });
  expect(sizeFault(huge)).not.toBeNull();
  for (const source of ["foo.{0,1000}bar", "\\pL{0,400}", "(?i)sold (out|off)"]) expect(sizeFault(source)).toBeNull();
});

const pattern = (text: string): Words => ({ as: "pattern", text });

test("a matcher finds words in any case and patterns as they are", () => {
  const matcher = new WordMatcher(1_000_000);
  expect(matcher.test({ as: "words", text: "SOLD" }, "now sold out")).toBe(true);
  expect(matcher.test(pattern("sold$"), "now sold")).toBe(true);
  expect(matcher.test(pattern("SOLD"), "now sold")).toBe(false);
  expect(matcher.test(pattern("("), "(")).toBe(false);
});

test("a matcher whose steps run out looks at the beginning only, and then at nothing", () => {
  const text = `${"-".repeat(10_000)}end`;
  expect(new WordMatcher(1_000_000).test(pattern("en[d]"), text)).toBe(true);
  expect(new WordMatcher(10_000).test(pattern("en[d]"), text)).toBe(false);
  expect(new WordMatcher(10_000).test(pattern("-"), text)).toBe(true);
  expect(new WordMatcher(0).test(pattern("-"), text)).toBe(false);
  expect(new WordMatcher(0).test({ as: "words", text: "end" }, text)).toBe(true);
});
