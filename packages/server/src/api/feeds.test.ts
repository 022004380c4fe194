import { ChannelId as Channel, type ChannelId, type FollowId, newId, type PageId } from "@tessera/model";
import type { FeedItemsReply, FollowReply } from "@tessera/model/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { captureNow } from "../follow/follow-block.ts";
import { openSiteWorld, type SiteAnswer, type SiteWorld } from "./site-world.fixture.ts";

/** One for all tests, each with paths of its own. */
let world: SiteWorld;
const site: Record<string, SiteAnswer> = {};
beforeAll(async () => {
  world = await openSiteWorld(site);
});
afterAll(() => world.close());

const entry = (id: string, title = `Story ${id}`) =>
  `<item><guid isPermaLink="false">${id}</guid><title>${title}</title><link>/stories/${id}</link>
   <pubDate>Wed, 18 Nov 2020 0${id.length}:00:00 GMT</pubDate><description>&lt;p&gt;About ${id}&lt;/p&gt;</description>
   <enclosure url="/pictures/${id}.png" type="image/png"/></item>`;

function publish(path: string, items: readonly string[], more = ""): void {
  const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>The Herald</title>${more}${items.join("")}</channel></rss>`;
  site[path] = { type: "text/html", body };
}

async function followFeed(path: string, more: object = {}): Promise<FollowReply> {
  const source = { url: `${world.origin}${path}`, respectRobots: false };
  const answer = await world.post("/api/v1/follows", { source, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const look = (page: string) => captureNow(page as PageId, world.assembly.services.checks);
const itemsOf = async (id: string): Promise<FeedItemsReply> => (await world.get(`/api/v1/follows/${id}/items`)).json();
const unread = ({ items }: FeedItemsReply) => items.filter(({ isRead }) => !isRead).map(({ title }) => title);
const state = async (id: string): Promise<FollowReply> => (await world.get(`/api/v1/follows/${id}`)).json();
const owner = async () => (await world.assembly.services.store.people.list({ limit: 1 })).items[0]!;

async function mailChannel(): Promise<ChannelId> {
  const { store } = world.assembly.services;
  const id = newId(Channel, Date.now());
  const facts = { isDefault: true, pausedAt: null, createdAt: Date.now(), updatedAt: Date.now(), version: 1 };
  const target = { kind: "email" as const, to: "a@example.org" };
  const rest = { name: "Mail", target, quietHours: null, gathering: { kind: "each" as const }, form: null };
  await store.channels.add({ id, personId: (await owner()).id, ...rest, ...facts });
  return id;
}

async function told(followId: string): Promise<readonly string[]> {
  const { store } = world.assembly.services;
  const { items } = await store.deliveries.list((await owner()).id, "waiting", { limit: 99 });
  return items.filter((each) => each.followId === followId).map(({ message }) => JSON.stringify(message));
}

test("a feed address is recognised whatever its type says, and followed whole with what fits a feed", async () => {
  publish(
    "/feed0",
    [entry("a"), entry("bb")],
    "<link>https://herald.example/</link><image><url>/logo.png</url></image>",
  );
  const opened = (await world.open("/feed0")).json();
  expect(opened).toMatchObject({
    page: { title: "The Herald" },
    capture: { feed: { format: "rss" } },
    scripts: "none",
  });
  const follow = await followFeed("/feed0", { captureId: opened.capture.id });
  expect(follow).toMatchObject({
    title: "The Herald",
    conditions: [{ kind: "new-item" }, { kind: "gone" }, { kind: "unsure" }],
  });
  const { feeds, items } = await itemsOf(follow.id);
  expect(feeds).toMatchObject([{ format: "rss", home: "https://herald.example/", verdict: "found", unread: 0 }]);
  expect(items).toMatchObject([
    { title: "Story bb", href: "https://herald.example/stories/bb", summary: "About bb", isRead: true },
    { title: "Story a", at: Date.UTC(2020, 10, 18, 1) },
  ]);
  // pictures and icons come through this server, and only through it
  for (const address of [feeds[0]?.icon, ...items.map(({ picture }) => picture)])
    expect(address).toMatch(/^\/assets\//);
});

test("a new item is unread and told by name; edited, reordered and cut ones are neither", async () => {
  await mailChannel();
  publish("/feed1", [entry("b"), entry("a")]);
  const follow = await followFeed("/feed1");
  publish("/feed1", [entry("c"), entry("b", "Story b, corrected")]);
  await look(follow.page.id);
  const [first, ...others] = await told(follow.id);
  expect(others).toEqual([]);
  expect(first).toContain("Story c");
  expect(first).not.toContain("Story a");
  const { items } = await itemsOf(follow.id);
  expect(items.map(({ title }) => title).sort()).toEqual(["Story a", "Story b, corrected", "Story c"]);
  expect(unread({ feeds: [], items })).toEqual(["Story c"]);

  publish("/feed1", [entry("b", "Story b, corrected twice"), entry("c")]);
  await look(follow.page.id);
  publish("/feed1", [entry("b", "Story b, corrected twice")]);
  await look(follow.page.id);
  expect(await told(follow.id)).toHaveLength(1);
  expect(unread(await itemsOf(follow.id))).toEqual(["Story c"]);
  const history = (await world.get(`/api/v1/follows/${follow.id}/history?changesOnly=false`)).json();
  expect(history.items).toHaveLength(3);
});

test("marks are kept on the server: single ones, all of them, and taken back", async () => {
  publish("/feed2", [entry("a")]);
  const { id, page } = await followFeed("/feed2");
  publish("/feed2", [entry("c"), entry("b"), entry("a")]);
  await look(page.id);
  const { items } = await itemsOf(id);
  const mark = (payload: object) => world.post(`/api/v1/follows/${id}/items/read`, payload);
  expect((await mark({ items: [items.find(({ title }) => title === "Story b")?.id] })).json()).toEqual({ marked: 1 });
  expect(unread(await itemsOf(id))).toEqual(["Story c"]);
  await mark({});
  expect(unread(await itemsOf(id))).toEqual([]);
  await mark({ items: items.slice(0, 1).map((item) => item.id), isRead: false });
  expect(unread(await itemsOf(id))).toHaveLength(1);
  expect((await mark({ items: ["x"] })).statusCode).toBe(422);
});

test("a page in the place of a feed is a feed out of reach, and never news about its items", async () => {
  await mailChannel();
  publish("/feed3", [entry("a")]);
  const { id, page } = await followFeed("/feed3");
  const rss = site["/feed3"]!;
  site["/feed3"] = { type: "text/html", body: "<!doctype html><title>Sorry</title><h1>Down for maintenance</h1>" };
  await look(page.id);
  expect(await state(id)).toMatchObject({ page: { trouble: { code: "not-feed" } } });
  site["/feed3"] = {
    type: "text/html",
    body: "<!doctype html><title>Just a moment</title><h1>Are you human? captcha</h1>",
  };
  await look(page.id);
  expect(await state(id)).toMatchObject({ page: { trouble: { code: "blocked" } } });
  expect((await itemsOf(id)).feeds).toMatchObject([{ trouble: { code: "blocked" }, unread: 0 }]);
  expect((await state(id)).verdict).not.toBe("gone");
  site["/feed3"] = rss;
  await look(page.id);
  expect((await state(id)).verdict).toBe("found");
  expect(await told(id)).toEqual([]);
});

test("a feed that is emptied and filled again is found all the time, without a browser", async () => {
  publish("/feed4", [entry("a")]);
  const { id, page } = await followFeed("/feed4");
  publish("/feed4", []);
  await look(page.id);
  expect((await state(id)).verdict).toBe("found");
  publish("/feed4", [entry("x"), entry("y"), entry("z")]);
  await look(page.id);
  expect(await state(id)).toMatchObject({ verdict: "found", page: { fetchedBy: { fetcher: "http" }, redesign: null } });
  expect(unread(await itemsOf(id)).sort()).toEqual(["Story x", "Story y", "Story z"]);
});

test("what a feed asks for is the least automatic interval, and no limit for who names one", async () => {
  publish("/slow", [entry("a")], "<ttl>600</ttl>");
  publish("/named", [entry("a")], "<ttl>600</ttl>");
  const slow = await followFeed("/slow");
  const named = await followFeed("/named", { schedule: { kind: "every", intervalMs: 600_000 } });
  for (const { page } of [slow, named]) await look(page.id);
  const waits = await Promise.all(
    [slow, named].map(async ({ id }) => ((await state(id)).page.dueAt ?? 0) - Date.now()),
  );
  expect(waits[0]).toBeGreaterThan(590 * 60_000);
  expect(waits[1]).toBeLessThan(12 * 60_000);
});

test("a page names its feeds, each once, by absolute addresses; nothing is guessed", async () => {
  site["/"] = {
    type: "text/html",
    body: `<base href="/sub/"><link rel="alternate" type="application/rss+xml" title="All news" href="feed.xml">
      <link rel="ALTERNATE" type="application/atom+xml; charset=utf-8" href="/atom"><link rel=alternate type="application/rss+xml" href="feed.xml">
      <link rel="alternate stylesheet" type="application/rss+xml" href="/no"><link rel=alternate hreflang=de href="/de">
      <link rel=alternate type="application/json" href="/wp-json"><link rel=alternate type="application/rss+xml" href="javascript:alert(1)">
      <p>News</p><a href="/feed6">feed</a>`,
  };
  const { capture } = (await world.open("/")).json();
  expect(capture.feed).toBeNull();
  expect((await world.get(`/api/v1/captures/${capture.id}/feeds`)).json()).toEqual([
    { url: `${world.origin}/sub/feed.xml`, format: "rss", title: "All news" },
    { url: `${world.origin}/atom`, format: "atom", title: "" },
  ]);
});

test("a tile shows the items of several feeds by date, and a removed feed is gone from it", async () => {
  publish("/one", [entry("bb")]);
  publish("/two", [entry("a"), entry("ccc")]);
  const [one, two] = [await followFeed("/one"), await followFeed("/two")];
  const sheet = (await world.post("/api/v1/sheets", { title: "Home" })).json();
  const content = { kind: "feed", title: "News", followIds: [one.id, two.id] };
  const tile = (await world.post(`/api/v1/sheets/${sheet.id}/tiles`, { followId: one.id, content })).json();
  const shown = async () => (await world.get(`/api/v1/tiles/${tile.id}/items`)).json() as FeedItemsReply;
  expect((await shown()).items.map(({ title }) => title)).toEqual(["Story ccc", "Story bb", "Story a"]);
  const { store } = world.assembly.services;
  await store.follows.remove((await owner()).id, two.id as FollowId, Date.now());
  expect((await shown()).items.map(({ title }) => title)).toEqual(["Story bb"]);
});

test("OPML folders arrive as feed tiles, a feed that is followed already among them, and named where it is there", async () => {
  publish("/read", [entry("a")]);
  publish("/unread", [entry("b")]);
  const { id } = await followFeed("/read");
  const feed = (path: string) => `<outline text="Feed ${path}" xmlUrl="${world.origin}${path}"/>`;
  const payload = `<opml><head><title>Reader</title></head><body><outline text="News">${feed("/read")}${feed("/unread")}</outline></body></opml>`;
  const { app, assembly } = world;
  const headers = { ...world.headers, "content-type": "application/octet-stream" };
  const imports = async () => (await app.inject({ method: "POST", url: "/api/v1/import", headers, payload })).json();
  const there = (path: string) => ({ code: "followed-already", name: `Feed ${path}` });
  expect(await imports()).toMatchObject({ waiting: 1, notes: [there("/read")] });
  const { wishes, store } = assembly.services;
  const now = Date.now();
  for (const claimed of await store.wishes.claim({ now, limit: 9, leaseMs: 60_000, holder: "t", perPerson: 9 })) {
    expect(await wishes.grant(claimed)).toEqual({ kind: "granted" });
  }
  expect(await imports()).toMatchObject({ waiting: 0, notes: [there("/read"), there("/unread")] });
  const [sheet] = (await store.sheets.list((await owner()).id)).filter(({ title }) => title === "Reader");
  const { tiles } = (await world.get(`/api/v1/sheets/${sheet?.id}`)).json();
  const follows = [{ id }, { title: "Feed /unread" }];
  expect(tiles).toMatchObject([{ content: { kind: "feed", title: "News" }, follows }]);
});

test("a damaged feed says so", async () => {
  site["/bad"] = { type: "application/feed+json", body: '{"version": "https://jsonfeed.org/version/1", "items": [' };
  const answer = await world.open("/bad");
  expect(answer.json()).toMatchObject({ code: "capture-failed", failure: { code: "not-feed" } });
});

test("a feed is followed once: who follows it already is answered with that follow, and nothing is unread or told twice", async () => {
  publish("/once", [entry("a")]);
  const channels = [await mailChannel()];
  const first = await followFeed("/once", { channels, title: "Mine" });
  const source = { url: `${world.origin}/once`, respectRobots: false };
  const again = await world.post("/api/v1/follows", { source, title: "Again" });
  expect([again.statusCode, again.json()]).toMatchObject([200, { id: first.id, title: "Mine", channels }]);
  // no part of it, and nobody else's
  const entryOf = await world.post("/api/v1/follows", { source, wish: { kind: "css", selector: "article" } });
  expect(entryOf.statusCode).toBe(201);
  const after = await world.post("/api/v1/follows", { source });
  expect([after.statusCode, after.json().id]).toEqual([200, first.id]);
  publish("/once", [entry("bb"), entry("a")]);
  await look(first.page.id);
  expect(await told(first.id)).toHaveLength(1);
  expect(unread(await itemsOf(first.id))).toEqual(["Story bb"]);
  // one that was removed is followed anew
  await world.assembly.services.store.follows.remove((await owner()).id, first.id, Date.now());
  const anew = await followFeed("/once");
  expect(anew.id).not.toBe(first.id);
});

test("a feed that names its items anew at every look has nothing new until something is", async () => {
  await mailChannel();
  const named = (look: number, ...titles: readonly string[]) =>
    titles.map(
      (title) => `<item><guid isPermaLink="false">${title}-${look}</guid><title>${title}</title>
        <link>/anew/${title}?visit=${look}</link><pubDate>Wed, 18 Nov 2020 08:00:00 GMT</pubDate></item>`,
    );
  publish("/feed-anew", named(1, "Alpha", "Beta", "Gamma"));
  const follow = await followFeed("/feed-anew");
  for (const visit of [2, 3]) {
    publish("/feed-anew", named(visit, "Alpha", "Beta", "Gamma"));
    await look(follow.page.id);
  }
  expect(await told(follow.id)).toEqual([]);
  publish("/feed-anew", named(4, "Delta", "Alpha", "Beta"));
  await look(follow.page.id);
  publish("/feed-anew", named(5, "Delta", "Alpha", "Beta"));
  await look(follow.page.id);
  const items = await itemsOf(follow.id);
  expect(unread(items)).toEqual(["Delta"]);
  expect(items.items.map(({ title }) => title).sort()).toEqual(["Alpha", "Beta", "Delta", "Gamma"]);
  // the same on each channel
  const added = (await told(follow.id)).map((message) => JSON.stringify(JSON.parse(message).summary.added));
  expect(new Set(added).size).toBe(1);
  expect(JSON.parse(added[0]!)).toMatchObject({ count: 1, items: [{ title: "Delta" }] });
});
