import fc from "fast-check";
import { expect, test } from "vitest";
import { thinOut } from "./thin-out.ts";

const times = fc.uniqueArray(fc.nat(1_000)).map((all) => all.sort((a, b) => a - b).map((at) => ({ at })));

test("what is left keeps its order, its distance and its number, with the first and the last of what could be chosen", () => {
  fc.assert(
    fc.property(times, fc.nat(200), fc.integer({ min: 0, max: 20 }), (versions, everyMs, limit) => {
      const spaced = thinOut(versions, { everyMs });
      const chosen = thinOut(versions, { everyMs, limit });
      expect(chosen.length).toBe(Math.min(limit, spaced.length));
      for (let index = 1; index < chosen.length; index++) {
        expect(chosen[index]!.at - chosen[index - 1]!.at).toBeGreaterThanOrEqual(Math.max(everyMs, 1));
      }
      if (limit >= 2) expect([chosen[0], chosen.at(-1)]).toEqual([spaced[0], spaced.at(-1)]);
      if (limit === 1) expect(chosen[0]).toEqual(spaced.at(-1));
    }),
  );
});
