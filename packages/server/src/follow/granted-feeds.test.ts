import { newId, PageSource, type PendingFollow, PendingFollowId, type Person } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSiteWorld, type SiteAnswer, type SiteWorld } from "../api/site-world.fixture.ts";

let world: SiteWorld;
let ada: Person;
const site: Record<string, SiteAnswer> = {};
beforeEach(async () => {
  world = await openSiteWorld(site);
  ada = (await world.assembly.services.store.people.list({ limit: 1 })).items[0]!;
});
afterEach(() => world.close());

function wishFor(path: string, feedTile: string | null = "News"): PendingFollow {
  const item = `<item><guid>${path}</guid><title>About ${path}</title></item>`;
  const body = `<rss version="2.0"><channel><title>${path}</title>${item}</channel></rss>`;
  site[path] = { type: "application/rss+xml", body };
  return {
    ...{ id: newId(PendingFollowId, Date.now()), personId: ada.id, wish: { kind: "page" }, title: path },
    ...{ source: PageSource.parse({ url: `${world.origin}${path}`, respectRobots: false }), schedule: null },
    ...{ conditions: [], quietLines: [], isPaused: false, sheets: ["Home"], feedTile },
    ...{ attempts: 0, dueAt: Date.now(), error: null, createdAt: Date.now() },
  };
}

/** All at the same time, as far as they may be. */
async function grant(...wishes: readonly PendingFollow[]): Promise<readonly string[]> {
  const { store, wishes: granter } = world.assembly.services;
  await store.wishes.add(wishes);
  const claimed = await store.wishes.claim({ now: Date.now(), limit: 9, leaseMs: 60_000, holder: "test" });
  return Promise.all(claimed.map(async (each) => (await granter.grant(each)).kind));
}

/** What is on the only sheet: of each tile its name and the titles of what it shows. */
async function tiles(): Promise<readonly (readonly [string, ...string[]])[]> {
  const { store } = world.assembly.services;
  const { items } = await store.follows.list(ada.id, { limit: 99 });
  const [home, ...others] = await store.sheets.list(ada.id);
  expect(others).toEqual([]);
  const view = await store.sheets.find(ada.id, home!.id);
  return (view?.tiles ?? []).map(({ tile: { content, followId } }) => {
    const [name, ids] = content.kind === "feed" ? [content.title ?? "", content.followIds] : [content.kind, [followId]];
    const titleOf = (id: string | null) => items.find(({ follow }) => follow.id === id)?.follow.title ?? "";
    return [name, ...ids.map(titleOf).sort()];
  });
}

const followed = async () =>
  (await world.assembly.services.store.follows.list(ada.id, { limit: 99 })).items.map(({ follow }) => follow.title);

test("a feed that waits twice for a tile is followed once, and in it once", async () => {
  expect(await grant(wishFor("/a"), wishFor("/a"))).toEqual(["granted", "granted"]);
  expect(await followed()).toEqual(["/a"]);
  expect(await tiles()).toEqual([["News", "/a"]]);
  expect(await grant(wishFor("/a", null))).toEqual(["granted"]);
  expect(await tiles()).toEqual([["News", "/a"]]);
});

test("feeds that come at once are all in their tile", async () => {
  expect(new Set(await grant(wishFor("/a"), wishFor("/b"), wishFor("/c"), wishFor("/b", "Other")))).toEqual(
    new Set(["granted"]),
  );
  expect((await followed()).toSorted()).toEqual(["/a", "/b", "/c"]);
  expect((await tiles()).toSorted()).toEqual([
    ["News", "/a", "/b", "/c"],
    ["Other", "/b"],
  ]);
});
