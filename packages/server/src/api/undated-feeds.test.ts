import type { FeedItemsReply, FollowReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSharedWorld, type SharedWorld } from "./shared-world.fixture.ts";

const HOUR = 3_600_000;

let shared: SharedWorld;
beforeEach(async () => {
  shared = await openSharedWorld();
});
afterEach(() => shared.world.close());

/** Items by name, with when they say that they were published. */
function publish(url: string, items: Readonly<Record<string, number | null>>): void {
  const time = (at: number) => `<time itemprop="datePublished" datetime="${new Date(at).toISOString()}">then</time>`;
  const list = Object.entries(items).map(
    ([id, at]) => `<article itemid="${id}"><h2>Story ${id}</h2>${at === null ? "" : time(at)}</article>`,
  );
  shared.world.web.set(url, `<title>${url}</title><h1>News</h1><div role="feed">${list.join("")}</div>`);
}

const follow = async (url: string): Promise<FollowReply> =>
  (
    await shared
      .as(shared.ada)
      .send("POST", "/follows", { source: { url }, wish: { kind: "css", selector: "[role=feed]" } })
  ).json();

const look = async ({ id }: FollowReply): Promise<void> => {
  const { world, ada } = shared;
  await world.check((await world.store.follows.find(ada.id, id))!, HOUR);
};

const itemsOf = async (path: string): Promise<FeedItemsReply> =>
  (await shared.as(shared.ada).get(`/${path}/items?limit=4`)).json();

const tileOf = async (...feeds: readonly FollowReply[]): Promise<string> => {
  const content = { kind: "feed", title: "News", followIds: feeds.map(({ id }) => id), limit: 4 };
  const put = shared.as(shared.ada).send("POST", `/sheets/${shared.sheet}/tiles`, { followId: feeds[0]!.id, content });
  return (await put).json().id;
};

test("an item without a date is as old as it is here, however often its feed changes, and leaves dated ones their place", async () => {
  const { world } = shared;
  const start = world.now();
  const old = { a: null, b: null, ahead: start + 9_000 * HOUR };
  publish("https://undated.example/", old);
  const undated = await follow("https://undated.example/");
  publish("https://dated.example/", { fresh: start + HOUR });
  const dated = await follow("https://dated.example/");
  const tile = await tileOf(undated, dated);
  // more versions than are read at a time
  for (let change = 1; change <= 14; change++) {
    publish("https://undated.example/", { [`new${change}`]: null, ...old });
    await look(undated);
  }
  const { items } = await itemsOf(`follows/${undated.id}`);
  expect(items.map(({ title, at }) => [title, (at - start) / HOUR])).toEqual([
    ["Story new14", 14],
    ["Story a", 0],
    ["Story b", 0],
    ["Story ahead", 0],
  ]);
  const shown = (await itemsOf(`tiles/${tile}`)).items.map(({ title }) => title);
  expect(shown).toEqual(["Story new14", "Story fresh", "Story a", "Story b"]);
});

test("to strangers an item without a date is as old, and nothing that left the feed is shown", async () => {
  const { world, ada, as, sheet } = shared;
  publish("https://undated.example/", { a: null, left: null });
  const undated = await follow("https://undated.example/");
  const tile = await tileOf(undated);
  const gadget = (await as(ada).send("POST", "/gadgets", { sheetId: sheet, face: "link" })).json();
  const path = `${new URL(gadget.url).pathname}/tiles/${tile}`;
  const timesIn = (html: string) => [...html.matchAll(/<small dir="auto">(.*?)<\/small>/g)].map(([, time]) => time);
  const shown = async () => (await world.ask(ada, { method: "GET", url: path })).body;
  const [first] = timesIn(await shown());
  expect(first).toBeTruthy();
  publish("https://undated.example/", { new: null, a: null });
  for (let day = 0; day < 3; day++) {
    await look(undated);
    publish("https://undated.example/", { [`new${day}`]: null, a: null });
  }
  const html = await shown();
  expect(timesIn(html).at(-1)).toBe(first);
  expect(timesIn(html)[0]).not.toBe(first);
  expect(html).not.toContain("Story left");
});

test("what is unread is counted over all that a feed lists, however few of it are asked for", async () => {
  publish("https://many.example/", Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`n${at}`, at])));
  const many = await follow("https://many.example/");
  const { feeds, items } = await itemsOf(`follows/${many.id}`);
  expect([items.length, feeds[0]?.unread]).toEqual([4, 9]);
});
