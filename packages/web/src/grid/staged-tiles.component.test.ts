import { expect, test } from "vitest";
import { StagedTiles } from "./staged-tiles.svelte.ts";

test("a tile that is in the page stays there when it comes to stand further down, and the others follow by and by", async () => {
  const staged = new StagedTiles(2);
  expect([staged.has("feed", 1), staged.has("note", 2)]).toEqual([true, false]);
  expect([staged.has("feed", 7), staged.has("note", 2)]).toEqual([true, false]);
  staged.proceed(9);
  await expect.poll(() => staged.has("note", 8)).toBe(true);
});
