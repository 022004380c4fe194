import { parseHtml } from "@tessera/engine";
import { newId, PageSource, type PendingFollow, PendingFollowId, type Person, sizeFor } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CaptureOrder, CapturePage } from "../check/capture.ts";
import { addMailChannel, type CheckWorld, openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { PendingFollowStarter } from "./pending-follow-starter.ts";

let world: CheckWorld;
let ada: Person;
let granter: PendingFollowStarter;
beforeEach(async () => {
  world = await openCheckWorld();
  ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens at noon" }));
  granter = new PendingFollowStarter(world.parts, { holder: "test", onError: () => {} });
});
afterEach(async () => {
  await granter.stop();
  await world.store.close();
});

async function wishFor(change: Partial<PendingFollow> = {}): Promise<PendingFollow> {
  const wish: PendingFollow = {
    id: newId(PendingFollowId, world.now()),
    personId: ada.id,
    source: PageSource.parse({ url: URL_OF_PAGE }),
    wish: LEAD,
    title: "Wished for",
    schedule: { kind: "every", intervalMs: 60_000 },
    conditions: [],
    quietLines: [{ kind: "like", line: "3 minutes ago" }],
    isPaused: false,
    sheets: ["Home", "Work"],
    attempts: 0,
    dueAt: world.now(),
    error: null,
    createdAt: world.now(),
    ...change,
  };
  await world.store.wishes.add([wish]);
  return wish;
}

/** Claims what waits and tries it once. */
async function grantOne() {
  const request = { now: world.now(), limit: 1, leaseMs: 60_000, holder: "test" };
  const [claimed] = await world.store.wishes.claim(request);
  return granter.grant(claimed!);
}

const waiting = async () => (await world.store.wishes.list(ada.id, { limit: 9 })).items;
const follows = async () => (await world.store.follows.list(ada.id, { limit: 9 })).items;

test("a wish becomes a follow with all it asked for, on its sheets, and goes", async () => {
  const channel = await addMailChannel(world, ada);
  await world.store.channels.change(ada.id, channel, { isDefault: true }, { now: world.now() });
  await wishFor();
  expect(await grantOne()).toEqual({ kind: "granted" });
  const [view] = await follows();
  expect(view).toMatchObject({
    follow: {
      title: "Wished for",
      schedule: { kind: "every", intervalMs: 60_000 },
      channels: [channel],
      quiet: { lines: [{ kind: "like", line: "3 minutes ago" }] },
      pausedAt: null,
    },
    latest: { excerpt: "Bridge opens at noon" },
  });
  const sheets = await world.store.sheets.list(ada.id);
  expect(sheets.map(({ title }) => title)).toEqual(["Home", "Work"]);
  expect(await waiting()).toEqual([]);

  await wishFor({ isPaused: true, sheets: ["Home"], wish: { kind: "css", selector: ".weather" } });
  await grantOne();
  expect((await follows()).filter(({ follow }) => follow.pausedAt !== null)).toHaveLength(1);
  const home = await world.store.sheets.find(ada.id, sheets[0]!.id);
  const places = home?.tiles.map(({ tile }) => `${tile.place.x},${tile.place.y}`);
  expect(new Set(places).size).toBe(2);
});

test("a tile is as large as its block, where a browser has laid the page out", async () => {
  const layOut: CapturePage = async (order) => {
    const captured = await world.parts.capture(order);
    if (captured.kind !== "page") return captured;
    const tree = parseHtml(heraldPage({ lead: "Bridge opens at noon" }));
    const boxes = Int32Array.from({ length: 4 * tree.size }, (_, at) => [0, 0, 700, 90][at % 4]!);
    return { ...captured, tree: { ...tree, boxes, viewport: [1_280, 900] } };
  };
  const starter = new PendingFollowStarter({ ...world.parts, capture: layOut }, { holder: "test", onError: () => {} });
  await wishFor({ sheets: ["Home"] });
  const request = { now: world.now(), limit: 1, leaseMs: 60_000, holder: "test" };
  const [claimed] = await world.store.wishes.claim(request);
  expect(await starter.grant(claimed!)).toEqual({ kind: "granted" });
  const [sheet] = await world.store.sheets.list(ada.id);
  const [tile] = (await world.store.sheets.find(ada.id, sheet!.id))!.tiles;
  expect(tile!.tile.place).toEqual({ x: 0, y: 0, ...sizeFor({ width: 700, height: 90 }) });
});

test("a block that is not there waits for a person, a page that cannot be had is tried again, less and less often", async () => {
  await wishFor({ wish: { kind: "css", selector: ".nowhere" } });
  expect(await grantOne()).toMatchObject({ kind: "stuck" });
  expect(await waiting()).toMatchObject([{ dueAt: null, error: expect.stringContaining("no such block") }]);
  const [stuck] = await waiting();
  await world.store.wishes.remove(ada.id, stuck!.id);

  await wishFor({ source: PageSource.parse({ url: "https://unknown.example/" }) });
  expect(await grantOne()).toMatchObject({ kind: "again", dueAt: world.now() + 60_000 });
  const [again] = await waiting();
  expect(again).toMatchObject({ attempts: 1, dueAt: world.now() + 60_000 });
  expect(await follows()).toEqual([]);
});

test("a wish that fails for the last time is left to its person", async () => {
  await wishFor({ source: PageSource.parse({ url: "https://unknown.example/" }), attempts: 7 });
  expect(await grantOne()).toMatchObject({ kind: "stuck" });
});

test("what waits is granted by itself, and what a dead process held is taken up again", async () => {
  await wishFor();
  const request = { now: world.now(), limit: 9, leaseMs: 60_000, holder: "test" };
  expect(await world.store.wishes.claim(request)).toHaveLength(1);
  granter.start();
  granter.start();
  await expect.poll(follows, { timeout: 30_000 }).toHaveLength(1);
  await wishFor({ wish: { kind: "css", selector: ".weather" } });
  granter.wake();
  await expect.poll(follows, { timeout: 30_000 }).toHaveLength(2);
});

test("slow pages of one person leave others a place, and each attempt is its person's", async () => {
  const mallory = await world.addPerson();
  const orders: CaptureOrder[] = [];
  const slow = Promise.withResolvers<void>();
  const capture: CapturePage = async (order) => {
    orders.push(order);
    if (order.holder === mallory.id) await slow.promise;
    return world.parts.capture(order);
  };
  granter = new PendingFollowStarter({ ...world.parts, capture }, { holder: "test", onError: () => {} });
  for (let at = 0; at < 9; at++) {
    const source = PageSource.parse({ url: `https://slow${at}.example/` });
    await wishFor({ personId: mallory.id, source, dueAt: world.now() - 60_000 });
  }
  await wishFor();
  granter.start();
  await expect.poll(follows, { timeout: 30_000 }).toHaveLength(1);
  expect(orders.filter(({ holder }) => holder === mallory.id)).toHaveLength(4);
  expect(orders.find(({ holder }) => holder === ada.id)?.inBackground).toBe(true);
  slow.resolve();
});

test("the end does not wait for a page that does not answer: its wish waits again", async () => {
  const never = Promise.withResolvers<void>();
  let asked = 0;
  const capture: CapturePage = async (order) => {
    asked++;
    await never.promise;
    return world.parts.capture(order);
  };
  granter = new PendingFollowStarter({ ...world.parts, capture }, { holder: "test", onError: () => {} });
  await wishFor();
  granter.start();
  await expect.poll(() => asked, { timeout: 30_000 }).toBe(1);
  await granter.stop(10);
  const claim = { now: world.now(), limit: 9, leaseMs: 60_000, holder: "next", perPerson: 9 };
  expect(await world.store.wishes.claim(claim)).toHaveLength(1);
  never.resolve();
});

test("an import that would go beyond a cap is left to its person, with the reason", async () => {
  await world.store.settings.change({ caps: { follows: 1, sheets: 1 } });
  await wishFor();
  // for its second sheet there is no room, and nothing of it is done by halves
  expect(await grantOne()).toEqual({ kind: "stuck", error: expect.stringMatching(/may have 1 sheets here/) });
  expect(await waiting()).toMatchObject([{ dueAt: null, error: expect.stringMatching(/may have 1 sheets here/) }]);
  expect([await follows(), await world.store.sheets.list(ada.id)]).toEqual([[], []]);

  await world.store.settings.change({ caps: { follows: 1, sheets: 2 } });
  const [stuck] = await waiting();
  await world.store.wishes.bringForward(ada.id, stuck!.id, world.now());
  expect(await grantOne()).toEqual({ kind: "granted" });
  await wishFor({ wish: { kind: "css", selector: ".weather" } });
  expect(await grantOne()).toEqual({ kind: "stuck", error: expect.stringMatching(/may have 1 follows here/) });
});

test("a wish that two have taken up, one where the other ended, is granted once", async () => {
  await wishFor({ sheets: ["Home"] });
  const request = { now: world.now(), limit: 1, leaseMs: 0, holder: "test" };
  const [first] = await world.store.wishes.claim(request);
  const [second] = await world.store.wishes.claim(request);
  expect(await Promise.all([granter.grant(first!), granter.grant(second!)])).toHaveLength(2);
  expect(await follows()).toHaveLength(1);
  const [home] = await world.store.sheets.list(ada.id);
  expect((await world.store.sheets.find(ada.id, home!.id))?.tiles).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test("whatever an attempt throws is written down with it", async () => {
  const errors: unknown[] = [];
  const broken = { ...world.parts, capture: () => Promise.reject(new Error("broken")) };
  granter = new PendingFollowStarter(broken, { holder: "test", onError: (error) => errors.push(error) });
  await wishFor();
  expect(await grantOne()).toMatchObject({ kind: "again", dueAt: world.now() + 60_000 });
  expect(await waiting()).toMatchObject([{ attempts: 1 }]);
  expect(errors).toMatchObject([{ message: "broken" }]);
});

test("imports for the same new sheet make it once", async () => {
  const selectors = [".lead", ".weather", ".town", ".sport"];
  for (const selector of selectors) await wishFor({ sheets: ["New"], wish: { kind: "css", selector } });
  granter.start();
  await expect.poll(follows, { timeout: 30_000 }).toHaveLength(selectors.length);
  await expect.poll(waiting).toEqual([]);
  const sheets = await world.store.sheets.list(ada.id);
  expect(sheets.map(({ title }) => title)).toEqual(["New"]);
  expect((await world.store.sheets.find(ada.id, sheets[0]!.id))?.tiles).toHaveLength(selectors.length);
});
