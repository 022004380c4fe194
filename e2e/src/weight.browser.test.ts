import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene, type Scene } from "./scene.ts";
import { enter, openPicker, PATIENCE_MS } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

/** Of all JavaScript that a view loads, compressed. */
const MAX_BYTES = 120_000;
/** The same of a sheet that has a tile of every kind, once all that it uses is there. */
const MAX_ALL_KINDS_BYTES = 150_000;
/** Of what the document asks for: all that is loaded before something can be seen. */
const MAX_FIRST_BYTES = 60_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** Bytes of every script that the page loads from now on, compressed, by its path. */
function weigh(page: Page): ReadonlyMap<string, number> {
  const scripts = new Map<string, number>();
  page.on("response", async (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    const body = await response.body().catch(() => null);
    if (body) scripts.set(new URL(response.url()).pathname, gzipSync(body).length);
  });
  return scripts;
}

const sumOf = (scripts: ReadonlyMap<string, number>): number =>
  [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);

/** What the document itself asks for; in the page there are more by now, put there by what was loaded later. */
async function firstOf(page: Page): Promise<readonly string[]> {
  const html = await (await page.request.get(page.url())).text();
  const asked = /<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"/g;
  return [...html.matchAll(asked)].map(([, path = ""]) => new URL(path, page.url()).pathname);
}

async function expectLight(page: Page, scripts: ReadonlyMap<string, number>, maxBytes: number): Promise<void> {
  const first = await firstOf(page);
  await expect.poll(() => first.every((path) => scripts.has(path)), { timeout: PATIENCE_MS }).toBe(true);
  const beforePaint = first.reduce((sum, path) => sum + (scripts.get(path) ?? 0), 0);
  console.log(
    `${(beforePaint / 1_000).toFixed(1)} kB before it is seen, ${(sumOf(scripts) / 1_000).toFixed(1)} kB in all`,
  );
  expect(beforePaint, JSON.stringify([...scripts])).toBeGreaterThan(20_000);
  expect(beforePaint, JSON.stringify([...scripts])).toBeLessThanOrEqual(MAX_FIRST_BYTES);
  expect(sumOf(scripts), JSON.stringify([...scripts])).toBeLessThanOrEqual(maxBytes);
}

test("the sheet loads at most 60 kB of JavaScript before it is seen, and even with the picker 120 kB in all", async () => {
  const { page } = await enter(world, world.owner);
  const scripts = weigh(page);
  await page.reload({ waitUntil: "load" });
  await expectLight(page, scripts, MAX_BYTES);
  await openPicker(page, world.tessera.url, world.sites.news ?? "");
  expect(sumOf(scripts), JSON.stringify([...scripts])).toBeLessThanOrEqual(MAX_BYTES);
});

/** Kinds that are no block, and what shows that a tile of it is there. */
const OTHERS = {
  feed: "[data-item]",
  board: "tbody th",
  links: "[data-place]",
  note: ".read > *",
  search: "[role=combobox]",
  heading: "[data-heading]",
} as const;

async function furnish(robin: Scene): Promise<void> {
  const river = await robin.follow("notices", "#river", "River");
  const source = { url: new URL("feed.xml", robin.sites.news).href };
  const feed = await robin.api.ask<{ readonly id: string }>("POST", "/follows", { source, wish: { kind: "page" } });
  const put = (content: object, followId?: string) =>
    robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, followId ? { content, followId } : { content });
  await put({ kind: "feed", followIds: [feed.id] }, feed.id);
  await put({ kind: "board", title: "Numbers", followIds: [river] }, river);
  const links = [{ title: "News", url: robin.sites.news }];
  await put({ kind: "links", title: "Links", groups: [{ heading: null, links }] });
  await put({ kind: "note", title: "Note", text: "- [ ] buy **milk**" });
  await put({ kind: "search", engines: [{ name: "News", template: `${robin.sites.news}?q=%s` }] });
  await put({ kind: "heading", title: "Group" });
}

test("a sheet of all kinds is no heavier before it is seen: each kind is loaded when it is used", async () => {
  const robin = await openScene(world, { viewport: { width: 1_400, height: 2_000 } });
  const { page } = robin;
  const scripts = weigh(page);
  await page.reload({ waitUntil: "load" });
  await page.getByRole("heading", { name: "Nothing here yet" }).waitFor();
  const kinds = () => [...scripts.keys()].filter((path) => /Tile-/.test(path));
  expect(kinds()).toEqual([]);
  await furnish(robin);
  await page.reload({ waitUntil: "load" });
  await page.locator("article iframe").first().waitFor();
  for (const shown of Object.values(OTHERS)) await page.locator(shown).first().waitFor();
  await expect.poll(() => kinds().length, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(Object.keys(OTHERS).length);
  await expectLight(page, scripts, MAX_ALL_KINDS_BYTES);
});
