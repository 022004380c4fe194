import { ATTACKS } from "@tessera/page/attack-corpus";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type AttackFeeds, serveAttackFeeds } from "./attack-feeds.ts";
import { openScene, type Scene } from "./scene.ts";
import { PATIENCE_MS, visit } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let attacks: AttackFeeds;

beforeAll(async () => {
  attacks = await serveAttackFeeds();
  // the program reaches the feeds but never the attacker: whoever reaches him is the browser
  world = await openWorld({ moreSites: attacks.urls });
});
afterAll(async () => {
  await world.stop();
  await attacks.close();
});

const MAX_TITLE = 300;
const MAX_NOTE = 19_000;
/** High enough that every tile is in view and therefore drawn. */
const HIGH = { viewport: { width: 1_400, height: 9_000 } } as const;

test("the corpus can fail: a reader that knows no better is brought to the attacker by most of it", async () => {
  const { context, page } = await visit(world);
  onTestFinished(() => context.close());
  page.on("dialog", (dialog) => void dialog.dismiss());
  await page.goto(attacks.careless, { waitUntil: "commit" });
  const loud = ATTACKS.filter(({ isQuiet }) => !isQuiet);
  await expect.poll(() => attacks.baited.size, { timeout: PATIENCE_MS }).toBeGreaterThan(loud.length * 0.7);
});

/** All attacks in notes as long as notes may be. */
function notes(): readonly string[] {
  const texts: string[] = [];
  for (const html of attacks.written) {
    const last = texts.at(-1);
    if (last === undefined || last.length + html.length > MAX_NOTE) texts.push(html);
    else texts[texts.length - 1] = `${last}\n\n${html}`;
  }
  return texts;
}

/** Every attack as items of feeds, in notes, in titles and headings of links, and as names of whatever has one. */
async function furnish({ api, sheetId }: Scene): Promise<void> {
  let y = 0;
  const put = (content: object, height: number, followId?: string): Promise<unknown> => {
    const place = { x: 0, y, width: 12, height };
    y += height;
    return api.ask("POST", `/sheets/${sheetId}/tiles`, { content, place, ...(followId ? { followId } : {}) });
  };
  const title = (at: number): string => attacks.written[at]?.slice(0, MAX_TITLE) ?? "";
  await put({ kind: "heading", title: title(9) }, 1);
  for (const [at, url] of attacks.urls.entries()) {
    const { id } = await api.ask<{ readonly id: string }>("POST", "/follows", {
      source: { url },
      wish: { kind: "page" },
    });
    const shows = at % 2 === 0 ? "summaries" : "titles";
    await put({ kind: "feed", followIds: [id], shows, limit: 100 }, 6, id);
  }
  for (const [at, text] of notes().entries()) await put({ kind: "note", title: title(at), text }, 6);
  const links = attacks.written.map((html) => ({ title: html.slice(0, MAX_TITLE), url: `${world.tessera.url}/#` }));
  await put({ kind: "links", title: title(3), groups: [{ heading: title(4), links }] }, 8);
  const engines = [{ name: title(0).slice(0, 60), template: `${world.tessera.url}/?q=%s` }];
  await put({ kind: "search", title: title(5), engines }, 2);
}

/** What a browser does that nobody asked for. */
function watch(context: BrowserContext, page: Page): readonly string[] {
  const strayed: string[] = [];
  context.on("request", (request) => {
    const url = request.url();
    if (/^(https?|wss?|ftp):/.test(url) && !url.startsWith(world.tessera.url)) strayed.push(url);
  });
  context.on("page", (popup) => strayed.push(`a new window: ${popup.url()}`));
  page.on("dialog", (dialog) => {
    strayed.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return strayed;
}

/** Elements that nothing of ours has among what is shown, and places that a press would lead to. */
const HARM = `(() => {
  const bad = [];
  for (const element of document.querySelectorAll("main *")) {
    const { localName } = element;
    if (/^(script|object|embed|link|meta|base|math|form|video|audio|portal|marquee)$/.test(localName)
      && !element.matches("form.app-not-on-paper")) bad.push(element.outerHTML.slice(0, 200));
    if (localName === "style" || (localName === "img" && new URL(element.src).origin !== location.origin)) bad.push(element.outerHTML.slice(0, 200));
    const href = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? element.getAttribute("action");
    if (href && !/^(https?:|\\/|#)/i.test(href)) bad.push(element.outerHTML.slice(0, 200));
    for (const { name } of element.attributes) if (/^on/.test(name)) bad.push(element.outerHTML.slice(0, 200));
  }
  return bad;
})()`;

interface Shown {
  readonly page: Page;
  readonly strayed: readonly string[];
  readonly path: string;
}

/** The last of everything is there, and nothing happened that nobody asked for. */
async function expectHarmless({ page, strayed, path }: Shown, { hasFeeds = true } = {}): Promise<void> {
  const last = ATTACKS.at(-1)?.name ?? "";
  if (hasFeeds) {
    // once in each form of feed
    const items = page.locator("[data-item]").filter({ hasText: `${last} ` });
    await expect.poll(() => items.count(), { timeout: PATIENCE_MS }).toBe(2);
    await expect.poll(() => page.locator("[data-item]").count(), { timeout: PATIENCE_MS }).toBe(2 * ATTACKS.length);
  }
  await expect.poll(() => page.locator("main a[href$='/#']").count(), { timeout: PATIENCE_MS }).toBe(ATTACKS.length);
  await expect.poll(() => page.locator("main").getByText("fetch(").count()).toBeGreaterThan(100);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(HARM)).toEqual([]);
  expect([strayed, [...attacks.reached]]).toEqual([[], []]);
  expect(new URL(page.url()).pathname).toBe(path);
}

test("feeds, notes, links and names that attack are text on the sheet, with whom it is shared, and on a wall", async () => {
  const ada = await openScene(world, HIGH);
  const bob = await openScene(world, HIGH);
  await furnish(ada);
  await ada.api.ask("PUT", `/sheets/${ada.sheetId}/shares`, { name: bob.account.name, role: "view" });
  const path = `/sheets/${ada.sheetId}`;
  for (const { page, context } of [ada, bob]) {
    const strayed = watch(context, page);
    await page.goto(world.tessera.url + path);
    await expectHarmless({ page, strayed, path });
  }
  const strayed = watch(ada.context, ada.page);
  await ada.page.goto(`${world.tessera.url}/wall?sheets=${ada.sheetId}&seconds=600`);
  await expectHarmless({ page: ada.page, strayed, path: "/wall" });
});

test("nor does any of it do more on the page of a secret link, alone or turning as a wall", async () => {
  const ada = await openScene(world, HIGH);
  await furnish(ada);
  for (const wall of [null, { sheetIds: [], seconds: 600 }]) {
    const { url } = await ada.api.ask<{ readonly url: string }>("POST", "/gadgets", {
      ...{ sheetId: ada.sheetId, face: "link" },
      ...(wall ? { wall } : {}),
    });
    const { page, context } = await visit(world, HIGH);
    onTestFinished(() => context.close());
    const strayed = watch(context, page);
    await page.goto(url);
    // feeds on a private host are shown to nobody else: those are attacked in the tests of the server
    await expectHarmless({ page, strayed, path: new URL(url).pathname }, { hasFeeds: false });
  }
});
