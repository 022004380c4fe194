import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TileCache } from "./tile-cache.ts";

const folder = () => mkdtempSync(join(tmpdir(), "tessera-tiles-"));
const tile = { html: "<p>x</p>", css: "p{}", isComplete: true };
const never = async () => {
  throw new Error("rendered again");
};

test("a tile survives a restart", async () => {
  const directory = folder();
  expect(await new TileCache(directory, () => 1_000).get("a", async () => tile)).toEqual(tile);
  expect(await new TileCache(directory, () => 2_000).get("a", never)).toEqual(tile);
});

test("one without all of its styles is soon rendered again, and the whole one stays", async () => {
  let now = 0;
  const cache = new TileCache(folder(), () => now);
  const plain = { ...tile, css: "", isComplete: false };
  expect(await cache.get("a", async () => plain)).toEqual(plain);
  now += 60 * 60_000;
  expect(await cache.get("a", async () => tile)).toEqual(tile);
  now += 60 * 60_000;
  expect(await cache.get("a", never)).toEqual(tile);
});
