import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type AttackSites, serveAttacks } from "./attack-sites.ts";
import { openScene, type Scene } from "./scene.ts";
import { openLink, PATIENCE_MS, visit } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

interface Follow {
  readonly id: string;
  readonly title: string;
  readonly latest: { readonly captureId: string };
}

let world: World;
let attacks: AttackSites;
/** One of every page of the corpus, with a past of at least two versions. */
let follows: readonly Follow[] = [];

beforeAll(async () => {
  attacks = await serveAttacks();
  // the program reaches the pages but never the attacker: whoever reaches him is the browser
  world = await openWorld({ moreSites: attacks.urls });
  follows = await followAll();
});
afterAll(async () => {
  await world.stop();
  await attacks.close();
});

async function followAll(): Promise<readonly Follow[]> {
  const begun = await inBatches([...attacks.urls.entries()], ([index, url]) =>
    world.api
      .ask<Follow>("POST", "/follows", {
        source: { url },
        wish: { kind: "css", selector: "body" },
        title: `Group ${index}`,
      })
      // a page that leads elsewhere at once leads to where nobody may go
      .catch((failure: Error) => (/forbidden-address/.test(failure.message) ? null : Promise.reject(failure))),
  );
  const followed = begun.filter((follow) => follow !== null);
  attacks.change();
  await inBatches(followed, ({ id }) => world.api.ask("POST", `/follows/${id}/check`));
  for (const { id } of followed) {
    const count = async () => (await world.api.ask<{ items: unknown[] }>("GET", `/follows/${id}/history`)).items.length;
    await vi.waitFor(async () => expect(await count()).toBeGreaterThanOrEqual(2), PATIENCE_MS);
  }
  return followed;
}

interface Watched extends Scene {
  /** Nothing happened that nobody asked for, and the app is still where it was. */
  expectNothing(path: string): void;
}

/** The owner in a browser of which it is known what it does that nobody asked for. */
async function watched(): Promise<Watched> {
  const reachedBefore = new Set(attacks.reached);
  // high enough that every tile is in view and therefore drawn
  const scene = await openScene(world, { isOwner: true, viewport: { width: 1_400, height: 8_000 } });
  const strayed: string[] = [];
  scene.context.on("request", (request) => {
    const url = request.url();
    if (/^(https?|wss?|ftp):/.test(url) && !url.startsWith(world.tessera.url)) strayed.push(url);
  });
  scene.context.on("page", (popup) => strayed.push(`a new window: ${popup.url()}`));
  scene.page.on("dialog", (dialog) => {
    strayed.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return Object.assign(scene, {
    expectNothing: (path: string) => {
      expect([...attacks.reached].filter((name) => !reachedBefore.has(name))).toEqual([]);
      expect(strayed).toEqual([]);
      expect(new URL(scene.page.url()).pathname).toBe(path);
    },
  });
}

test("the corpus is large and can fail: shown as it is, most of it reaches the attacker", async () => {
  const all = attacks.groups.flat();
  const loud = all.filter(({ isQuiet }) => !isQuiet);
  expect(all.length).toBeGreaterThanOrEqual(150);
  const { context, page } = await visit(world);
  onTestFinished(() => context.close());
  page.on("dialog", (dialog) => void dialog.dismiss());
  await page.goto(attacks.unprotected, { waitUntil: "commit" });
  await expect.poll(() => attacks.baited.size, { timeout: PATIENCE_MS }).toBeGreaterThan(loud.length * 0.75);
});

test("almost every page of it can be followed", () => {
  const followed = follows.flatMap(({ title }) => attacksOf(title));
  expect(followed.length).toBeGreaterThanOrEqual(attacks.groups.flat().length * 0.95);
});

test("as tiles on a sheet nothing of it runs, navigates or asks for anything, drawn or as text", async () => {
  const robin = await watched();
  const { page, sheetId } = robin;
  for (const [index, { id }] of follows.entries()) {
    const place = { x: (index % 6) * 2, y: Math.floor(index / 6) * 3, width: 2, height: 3 };
    await robin.api.ask("POST", `/sheets/${sheetId}/tiles`, { followId: id, place });
  }
  const path = `/sheets/${sheetId}`;
  await robin.toSheet();
  await expect.poll(() => page.locator("article iframe").count(), { timeout: PATIENCE_MS }).toBe(follows.length);
  await pressAll(page);
  for (const { title } of follows) await showsGroup(page, `article[aria-label="${title}"] iframe`, title);
  robin.expectNothing(path);

  for (const { title } of follows) await page.getByRole("article", { name: title, exact: true }).press("r");
  await expect.poll(() => page.locator("article iframe").count(), { timeout: PATIENCE_MS }).toBe(0);
  await expect.poll(() => page.getByText("friendly words").count(), { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  robin.expectNothing(path);
});

test("nor in the picker", async () => {
  const robin = await watched();
  const { page } = robin;
  await openLink(page, world.tessera.url, attacks.urls.at(-1) ?? "");
  await page.locator('iframe[data-ready="true"]').waitFor();
  // the frame of the picker once more for each page, as the picker shows it
  await page.evaluate(
    (captures) => {
      for (const { captureId, title } of captures) {
        const frame = document.createElement("iframe");
        frame.src = `/api/v1/captures/${captureId}/page`;
        frame.setAttribute("sandbox", document.querySelector("iframe")?.getAttribute("sandbox") ?? "");
        frame.title = title;
        document.body.append(frame);
      }
    },
    follows.map(({ title, latest: { captureId } }) => ({ title, captureId })),
  );
  await pressAll(page);
  for (const { title } of follows) await showsGroup(page, `iframe[title="${title}"]`, title);
  robin.expectNothing("/pick");
});

test("nor in history and its differences", async () => {
  const robin = await watched();
  const { page } = robin;
  await page.setViewportSize({ width: 1_400, height: 1_000 });
  for (const { id } of follows) {
    const path = `/follows/${id}/history`;
    await page.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
    await page.getByText("Changes", { exact: true }).click();
    await page.locator("main ins").first().waitFor();
    await page.locator("main del").first().waitFor();
    await page.getByText("Before and after", { exact: true }).click();
    // what can be seen of a side decides whether it is shown by its markup or as text
    await expect.poll(() => page.locator("main iframe, main .text").count(), { timeout: PATIENCE_MS }).toBe(2);
    await pressAll(page);
    robin.expectNothing(path);
  }
});

function attacksOf(title: string): readonly { readonly name: string }[] {
  return attacks.groups[Number(/\d+/.exec(title)?.[0])] ?? [];
}

/** The frame holds the page of that group and not, say, an error. */
async function showsGroup(page: Page, frame: string, title: string): Promise<void> {
  const text = async () => (await page.frameLocator(frame).locator("body").textContent()) ?? "";
  await expect.poll(text, { timeout: PATIENCE_MS }).toContain(attacksOf(title)[0]?.name);
}

/**
 * Waits until all frames are loaded, and then presses everything in them that can be pressed. Links to a web page are
 * meant to open it, in a window of its own that knows nothing of ours: they are looked at instead.
 */
async function pressAll(page: Page): Promise<void> {
  for (const frame of page.frames().slice(1)) {
    try {
      await frame.waitForLoadState("load");
      expect(await frame.evaluate(PRESS_ALL), frame.url()).toEqual([]);
    } catch (failure) {
      // a hidden one has measured, or what it showed gave place to text
      if (!frame.isDetached()) throw failure;
    }
  }
}

const PRESS_ALL = `{
  const bad = [];
  for (const element of document.querySelectorAll("a, button, input, area, label, summary, [onclick], text")) {
    const link = element.closest("a, area");
    const href = link?.getAttribute("href") ?? link?.getAttribute("xlink:href") ?? "#";
    if (link && /^https?:/i.test(href)) {
      const isApart = link.target === "_blank" && /noopener/.test(link.rel);
      if (!isApart && !document.querySelector("[data-tessera-node]")) bad.push(link.outerHTML);
    } else element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  bad;
}`;

async function inBatches<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const size = 8;
  for (let start = 0; start < list.length; start += size) {
    done.push(...(await Promise.all(list.slice(start, start + size).map(work))));
  }
  return done;
}
