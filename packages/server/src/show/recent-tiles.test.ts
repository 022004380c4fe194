import fc from "fast-check";
import { expect, test } from "vitest";
import { RecentTiles } from "./tile-cache.ts";

const tile = (size: number) => ({ html: "x".repeat(size), css: "" });

test("a tile is rendered once, for those who ask at the same time as well", async () => {
  const tiles = new RecentTiles(1_000_000);
  let rendered = 0;
  const render = async () => {
    rendered++;
    return tile(1);
  };
  await Promise.all([tiles.get("a", render), tiles.get("a", render)]);
  await tiles.get("a", render);
  expect(rendered).toBe(1);
});

test("what failed is rendered again", async () => {
  const tiles = new RecentTiles(1_000_000);
  await expect(tiles.get("a", async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await tiles.get("a", async () => tile(2))).toEqual(tile(2));
});

test("whatever is asked for, no more is kept than allowed, and what was used last stays", async () => {
  const asked = fc.array(fc.record({ key: fc.constantFrom(..."abcdefgh"), size: fc.integer({ min: 0, max: 40 }) }));
  await fc.assert(
    fc.asyncProperty(asked, async (all) => {
      const tiles = new RecentTiles(100);
      for (const { key, size } of all) {
        await tiles.get(key, async () => tile(size));
        let isAgain = false;
        await tiles.get(key, async () => {
          isAgain = true;
          return tile(size);
        });
        expect(isAgain).toBe(false);
        expect(tiles.bytes).toBeLessThanOrEqual(100);
      }
    }),
    { numRuns: 50 },
  );
});
