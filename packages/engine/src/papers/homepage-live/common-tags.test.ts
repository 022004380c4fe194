import fc from "fast-check";
import { expect, test } from "vitest";
import { CommonTags } from "./tag-string.ts";

function obviousCommon(a: readonly number[], b: readonly number[]): number {
  const table = [...Array(a.length + 1)].map(() => new Array<number>(b.length + 1).fill(0));
  for (let x = 1; x <= a.length; x++) {
    for (let y = 1; y <= b.length; y++) {
      table[x]![y] = a[x - 1] === b[y - 1] ? table[x - 1]![y - 1]! + 1 : Math.max(table[x - 1]![y]!, table[x]![y - 1]!);
    }
  }
  return table[a.length]![b.length]!;
}

test("the length is that of the table, for every suffix on the way and over word borders", () => {
  const tags = fc.array(fc.nat(4), { maxLength: 100 });
  fc.assert(
    fc.property(tags, tags, (pattern, text) => {
      const common = new CommonTags(Uint32Array.from(pattern));
      common.start();
      expect(common.common()).toBe(0);
      for (let start = text.length - 1; start >= 0; start--) {
        common.prepend(text[start]!);
        if (start % 7 === 0) expect(common.common()).toBe(obviousCommon(pattern, text.slice(start)));
      }
    }),
    { numRuns: 300 },
  );
});
