import { FEED_CONDITIONS, type Person, type TileId } from "@tessera/model";
import type { FeedItemsReply, FollowReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSharedWorld, type SharedWorld } from "./shared-world.fixture.ts";

const FEED = "https://feed.example/";
const WISH = { kind: "css", selector: "[role=feed]" };

let shared: SharedWorld;
let feed: FollowReply;
let tile: TileId;

const entry = (id: string) =>
  `<article itemid="${id}"><h2><a href="/stories/${id}">Story ${id}</a></h2><p>About ${id}</p></article>`;

function publish(...ids: readonly string[]): void {
  const body = `<title>The Herald</title><h1>The Herald</h1><div role="feed">${ids.map(entry).join("")}</div>`;
  shared.world.web.set(FEED, body);
}

async function look(): Promise<void> {
  const { world, ada } = shared;
  await world.check((await world.store.follows.find(ada.id, feed.id))!, 600_000);
}

const itemsAs = async (person: Person): Promise<FeedItemsReply> =>
  (await shared.as(person).get(`/tiles/${tile}/items`)).json();
const unread = async (person: Person) =>
  (await itemsAs(person)).items
    .filter(({ isRead }) => !isRead)
    .map(({ title }) => title)
    .sort();
const mark = (person: Person, payload: object) =>
  shared.as(person).send("POST", `/follows/${feed.id}/items/read`, payload);

beforeEach(async () => {
  shared = await openSharedWorld();
  const { ada, sheet, as } = shared;
  publish("a", "before");
  feed = (await as(ada).send("POST", "/follows", { source: { url: FEED }, wish: WISH })).json();
  await mark(ada, {});
  const content = { kind: "feed", title: "News", followIds: [feed.id] };
  tile = (await as(ada).send("POST", `/sheets/${sheet}/tiles`, { followId: feed.id, content })).json().id;
});
afterEach(() => shared.world.close());

test("what somebody finds in a shared feed counts as read, what comes then is unread, and nothing of it is its owner's", async () => {
  const { ada, bob } = shared;
  await shared.share("view");
  expect((await itemsAs(bob)).items.map(({ title }) => title)).toEqual(["Story a", "Story before"]);
  expect([await unread(ada), await unread(bob)]).toEqual([[], []]);
  publish("c", "b", "a", "before");
  await look();
  const news = ["Story b", "Story c"];
  expect([await unread(ada), await unread(bob)]).toEqual([news, news]);
  const { items } = await itemsAs(bob);
  expect((await mark(bob, { items: [items.find(({ title }) => title === "Story b")?.id] })).json()).toEqual({
    marked: 1,
  });
  expect([await unread(ada), await unread(bob)]).toEqual([news, ["Story c"]]);
  await mark(ada, {});
  expect([await unread(ada), await unread(bob)]).toEqual([[], ["Story c"]]);
  await mark(bob, { isRead: false });
  expect([await unread(ada), (await unread(bob)).length]).toEqual([[], 4]);
});

test("somebody who was shown it later begins with what is there then", async () => {
  const { world, bob } = shared;
  await shared.share("view");
  await itemsAs(bob);
  publish("b", "a");
  await look();
  const carl = await world.addPerson();
  await shared.share("view", carl);
  expect([await unread(bob), await unread(carl)]).toEqual([["Story b"], []]);
});

test("what left the feed before it was shared is not shown to others", async () => {
  const { ada, bob } = shared;
  publish("b", "a");
  await look();
  await shared.share("view");
  const titles = async (person: Person) => (await itemsAs(person)).items.map(({ title }) => title).sort();
  expect(await titles(ada)).toEqual(["Story a", "Story b", "Story before"]);
  expect(await titles(bob)).toEqual(["Story a", "Story b"]);
});

test("a feed that becomes private, or is no longer shared, neither shows its items nor takes marks", async () => {
  const { world, ada, bob, as, sheet } = shared;
  await shared.share("edit");
  const [first] = (await itemsAs(bob)).items;
  const { page } = (await world.store.follows.find(ada.id, feed.id))!;
  const patch = { cookies: [{ name: "sid", value: "1" }] };
  await world.store.follows.fetchBy(ada.id, page.id, { patch: patch as never, now: world.now() });
  expect(await itemsAs(bob)).toEqual({ feeds: [], items: [] });
  expect((await mark(bob, { items: [first?.id] })).statusCode).toBe(404);
  expect((await itemsAs(ada)).items).toHaveLength(2);
  expect((await as(ada).send("DELETE", `/sheets/${sheet}/shares/${bob.id}`)).statusCode).toBe(204);
  expect((await as(bob).get(`/tiles/${tile}/items`)).statusCode).toBe(404);
});

test("a feed that an editor brings begins as read for the owner too, with what is told of a feed, and is followed once", async () => {
  const { world, ada, bob, sheet, as } = shared;
  const url = "https://his.example/feed";
  const publishHis = (...ids: readonly string[]) => {
    const items = ids.map((id) => `<item><guid isPermaLink="false">${id}</guid><title>His ${id}</title></item>`);
    world.web.set(url, `<rss version="2.0"><channel><title>His</title>${items.join("")}</channel></rss>`);
  };
  publishHis("a", "b");
  await shared.share("edit");
  const followed = (await as(bob).send("POST", "/follows", { source: { url }, wish: { kind: "page" } })).json();
  publishHis("c", "b");
  await world.check((await world.store.follows.find(bob.id, followed.id))!, 600_000);
  const content = { kind: "feed", title: "His", followIds: [followed.id] };
  const bring = async () =>
    (await as(bob).send("POST", `/sheets/${sheet}/tiles`, { followId: followed.id, content })).json();
  tile = (await bring()).id;
  expect((await itemsAs(ada)).items.map(({ title }) => title).sort()).toEqual(["His a", "His b", "His c"]);
  expect(await unread(ada)).toEqual([]);
  const hers = (await world.store.follows.list(ada.id, { limit: 99 })).items.filter(
    ({ page }) => page.source.url === url,
  );
  expect(hers.map(({ follow }) => [follow.title, follow.conditions])).toEqual([["His", [...FEED_CONDITIONS]]]);
  publishHis("d", "c");
  await world.check(hers[0]!, 600_000);
  expect(await unread(ada)).toEqual(["His d"]);
  await bring();
  expect((await world.store.follows.list(ada.id, { page: hers[0]!.page.id, limit: 9 })).items).toHaveLength(1);
});
