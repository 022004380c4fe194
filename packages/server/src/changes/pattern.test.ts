import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern } from "./pattern.ts";

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
