import fc from "fast-check";
import { expect, test } from "vitest";
import { jaccard, UNKNOWN } from "./similarity.ts";

const members = fc.uniqueArray(fc.nat(99), { maxLength: 80 });

test("the share of common members is that of two sets, however long they are", () => {
  fc.assert(
    fc.property(members, members, (a, b) => {
      const all = new Set([...a, ...b]);
      const common = a.filter((member) => b.includes(member)).length;
      expect(jaccard(a, b)).toBe(all.size === 0 ? UNKNOWN : common / all.size);
      expect(jaccard(b, a)).toBe(jaccard(a, b));
    }),
  );
});
