import fc from "fast-check";
import { expect, test } from "vitest";
import { rewriteSrcset } from "./inert-attributes.ts";

const rewritten = (srcset: string) => rewriteSrcset(srcset, (url) => (url.startsWith("bad") ? null : `/a/${url}`));

test("every candidate has another address and its own descriptor", () => {
  expect(rewritten("a.png")).toBe("/a/a.png");
  expect(rewritten("a.png 1x,b.png 2x")).toBe("/a/a.png 1x, /a/b.png 2x");
  expect(rewritten(" a.png, b,c.png 2.5x ,\n d.png 100w 50h ,")).toBe("/a/a.png, /a/b,c.png 2.5x, /a/d.png 100w 50h");
  expect(rewritten("a.png, bad.png 2x, c.png calc(1px, 2px), d.png 1q")).toBe("/a/a.png");
  expect(rewritten("")).toBe("");
});

test("hundreds of thousands of commas and brackets are passed once", () => {
  for (const unit of [",", " ,", "a ,", "a (", "(,", ", a("])
    expect(rewritten(unit.repeat(400_000))).toBeTypeOf("string");
  expect(rewritten(`a.png ${",".repeat(400_000)} b.png 2x`)).toBe("/a/a.png, /a/b.png 2x");
});

test("whatever comes in, what comes out are addresses of ours and descriptors", () => {
  const piece = fc.constantFrom("a", ",", " ", "1x", "(", ")", "bad", "2w", "\n");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const candidate of rewritten(pieces.join("")).split(", ").filter(Boolean))
        expect(candidate).toMatch(/^\/a\/\S+(?: \d+[wxh](?:\s+\d+[wxh])?)?$/);
    }),
  );
});
