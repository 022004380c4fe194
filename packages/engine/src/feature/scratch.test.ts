import fc from "fast-check";
import { expect, test } from "vitest";
import { Scratch } from "./scratch.ts";

const request = fc.record({ kind: fc.constantFrom("bytes", "integers", "numbers", "singles"), length: fc.nat(20_000) });

test("no two arrays share memory until they are taken back", () => {
  fc.assert(
    fc.property(fc.array(fc.array(request, { maxLength: 8 }), { maxLength: 4 }), (traces) => {
      const scratch = new Scratch();
      for (const requests of traces) {
        scratch.reset();
        const given = requests.map(({ kind, length }, at) => {
          const array = scratch[kind as "bytes"](length);
          if (kind === "bytes") expect(array.every((byte) => byte === 0)).toBe(true);
          expect(array).toHaveLength(length);
          return array.fill(at + 1);
        });
        for (const [at, array] of given.entries()) expect(array.every((value) => value === at + 1)).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});
