import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openPicker, PATIENCE_MS } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

/** Of all JavaScript that a view loads, compressed. */
const MAX_BYTES = 120_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

test("the sheet, and even the picker with it, load at most 120 kB of JavaScript", async () => {
  const { page } = await enter(world, world.owner);
  const scripts = new Map<string, number>();
  page.on("response", async (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    const body = await response.body().catch(() => null);
    if (body) scripts.set(new URL(response.url()).pathname, gzipSync(body).length);
  });
  const total = () => [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
  await page.reload({ waitUntil: "load" });
  await expect.poll(total, { timeout: PATIENCE_MS }).toBeGreaterThan(1_000);
  expect(total(), JSON.stringify([...scripts])).toBeLessThanOrEqual(MAX_BYTES);
  await openPicker(page, world.tessera.url, world.sites.news ?? "");
  expect(total(), JSON.stringify([...scripts])).toBeLessThanOrEqual(MAX_BYTES);
});
