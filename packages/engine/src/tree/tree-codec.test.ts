import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { tagSoup } from "../html/tag-soup.arbitrary.ts";
import { TreeBuilder } from "./tree-builder.ts";
import { decodeTree, encodeTree, TreeCodecError } from "./tree-codec.ts";

const page = encodeTree(parseHtml("<title>Caf\u00e9</title><p class=a>na\u00efve \u20ac \ud83d\ude00<p class=a>x"));

function refusal(bytes: Uint8Array): string | null {
  try {
    decodeTree(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof TreeCodecError)) throw error;
    return error.code;
  }
}

function changed(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = value;
  return copy;
}

test("any page survives the way there and back", () => {
  fc.assert(
    fc.property(fc.oneof(tagSoup, fc.string({ unit: "binary" })), (html) => {
      const tree = parseHtml(html);
      expect(decodeTree(encodeTree(tree))).toEqual(tree);
    }),
  );
});

test("an empty tree and one with boxes survive, too", () => {
  const empty = new TreeBuilder().finish();
  expect(decodeTree(encodeTree(empty))).toEqual(empty);
  const builder = new TreeBuilder();
  builder.setBox(builder.openElement("html"), 1, -2, 300, 40);
  builder.closeElement();
  const boxed = builder.finish();
  expect(decodeTree(encodeTree(boxed))).toEqual(boxed);
});

test("bytes may lie anywhere in their buffer", () => {
  for (let shift = 0; shift < 9; shift++) {
    const shifted = new Uint8Array(page.length + shift).subarray(shift);
    shifted.set(page);
    expect(decodeTree(shifted)).toEqual(decodeTree(page));
  }
});

test("every shorter piece is refused as truncated", () => {
  for (let length = 0; length < page.length; length++) expect(refusal(page.subarray(0, length))).toBe("truncated");
});

test("foreign, newer and overlong bytes are refused as what they are", () => {
  expect(refusal(new Uint8Array(200).fill(60))).toBe("foreign");
  expect(refusal(page.toReversed())).toBe("foreign");
  expect(refusal(changed(page, 4, 2))).toBe("newer");
  expect(refusal(changed(page, 4, 0))).toBe("corrupt");
  expect(refusal(new Uint8Array([...page, 0, 0, 0, 0, 0, 0, 0, 0]))).toBe("corrupt");
});

test("no changed byte goes unnoticed", () => {
  fc.assert(
    fc.property(fc.nat(page.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
      expect(refusal(changed(page, at, page[at] ^ difference))).not.toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test("random bytes behind a good beginning are refused, never a crash", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(60), (noise, kept) => {
      expect(refusal(new Uint8Array([...page.subarray(0, kept), ...noise]))).not.toBeNull();
    }),
    { numRuns: 2_000 },
  );
});
