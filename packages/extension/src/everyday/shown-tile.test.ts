import type { TileReply } from "@tessera/model/api";
import { afterEach, expect, test, vi } from "vitest";

/** The browser's storage and the instance, which is all that reading a tile meets. */
const stored: Record<string, unknown> = {
  pairing: { address: "https://tessera.test", secret: "s", browserName: "b", person: "p", instance: "i" },
};
vi.stubGlobal("chrome", {
  i18n: { getUILanguage: () => "en" },
  storage: { local: { get: async (name: string) => ({ [name]: stored[name] }), set: async () => {} } },
});
const answers = new Map<string, unknown>();
const asked: string[] = [];
const looks: string[] = [];
vi.stubGlobal("fetch", async (url: string | URL, init: RequestInit = {}) => {
  const { pathname, search } = new URL(url);
  if (search) looks.push(search);
  asked.push(`${pathname} ${new Headers(init.headers).get("authorization") ?? "nobody"}`);
  const answer = answers.get(pathname);
  if (answer === undefined) throw new TypeError("nobody listens");
  return answer instanceof Response ? answer.clone() : Response.json(answer);
});
const { NO_ICON, shownTile } = await import("./shown-tile.ts");
const { kept } = await import("./sheet-state.ts");

afterEach(() => {
  answers.clear();
  asked.length = 0;
  looks.length = 0;
});

function tileOf(content: unknown, parts: object = {}): TileReply {
  const place = { x: 0, y: 0, width: 4, height: 4 };
  const tile = { id: "t", place, style: { title: null, showTitle: true }, follow: null, follows: [], isHidden: false };
  return { ...tile, content, ...parts } as unknown as TileReply;
}

test.each([
  { kind: "note", title: "Welcome", text: "**Hello**" },
  { kind: "links", title: "Links", groups: [{ heading: null, links: [{ title: "a", url: "https://a.test/" }] }] },
  {
    kind: "search",
    title: null,
    engines: [{ name: "W", template: "https://w.test/?q=%s", prefix: "w" }],
    opens: "tab",
  },
  { kind: "heading", title: "Work", isClosed: true },
])("a $kind is shown as it was written, and nobody is asked for it", async (content) => {
  const { title, shown, at } = await shownTile(tileOf(content), undefined);
  const { title: written, ...rest } = content;
  expect({ title, shown, at }).toEqual({ title: written ?? "", shown: rest, at: null });
  expect(asked).toEqual([]);
});

test("a board has its rows and their numbers, and keeps the numbers of before while nobody answers", async () => {
  const follows = [{ id: "f", title: "Lamp", hasNews: true, latestFound: { lastAt: 7 } }];
  const board = tileOf({ kind: "board", title: "Prices", followIds: ["f"] }, { follows, follow: follows[0] });
  answers.set("/api/v1/tiles/t/numbers", [{ followId: "f", points: [{ at: 1, value: 2 }] }]);
  const now = await shownTile(board, undefined);
  expect(now).toMatchObject({ title: "Prices", hasNews: true, at: 7 });
  expect(now.shown).toEqual({ kind: "board", rows: follows, series: [["f", [{ at: 1, value: 2 }]]] });
  expect(asked).toEqual(["/api/v1/tiles/t/numbers Bearer s"]);
  answers.clear();
  expect((await shownTile(board, now)).shown).toEqual(now.shown);
});

test("the pictures of a feed travel along or are left out, so that the page asks nobody for one", async () => {
  const item = (id: string, picture: string | null) => ({ id, followId: "f", title: id, picture });
  const feed = tileOf({ kind: "feed", title: null, followIds: ["f"], shows: "summaries", limit: 20 });
  answers.set("/api/v1/tiles/t/items", {
    feeds: [{ followId: "f", title: "Ledger", icon: "/api/v1/icons?site=x" }],
    items: [item("gone", "/assets/1"), item("bare", null), item("foreign", "https://tracker.test/1.gif")],
  });
  answers.set("/assets/1", new Response("<p>not a picture</p>", { headers: { "content-type": "text/html" } }));
  const { shown } = await shownTile(feed, undefined);
  expect(shown).toMatchObject({ kind: "feed", shows: "summaries" });
  if (shown.kind !== "feed") throw new TypeError("no feed");
  expect(shown.reply.items.map(({ picture }) => picture)).toEqual([null, null, null]);
  expect(shown.reply.feeds.map(({ icon }) => icon)).toEqual([NO_ICON]);
});

test("every part of a joined tile is shown; one that cannot be had now is as it was", async () => {
  const part = (id: string) => ({
    id,
    title: id,
    page: { url: `https://${id}.test/` },
    verdict: "found",
    hasNews: false,
  });
  const follows = [part("one"), part("two")];
  const joined = tileOf({ kind: "joined", followIds: ["one", "two"] }, { follows, follow: follows[0] });
  const first = await shownTile(joined, undefined);
  expect(first.title).toBe("one · two");
  expect(first.shown).toMatchObject({
    parts: [
      { followId: "one", document: "" },
      { followId: "two", document: "" },
    ],
  });
  const earlier = { ...part("two"), followId: "two", url: "", blank: null, document: "<p>" };
  const before = { ...first, shown: { kind: "blocks" as const, parts: [earlier] } };
  expect((await shownTile(joined, before)).shown).toMatchObject({ parts: [{ document: "" }, { document: "<p>" }] });
});

test("a block that was found and shows nothing is told and not fetched, without a browser or with one", async () => {
  const latestFound = { lastAt: 7, hasPicture: false, verdict: { kind: "found", shows: "nothing" } };
  const part = (id: string, fetchedBy: object) => ({
    ...{ id, title: id, verdict: "found", hasNews: false, latestFound, layout: null },
    page: { url: `https://${id}.test/`, fetchedBy },
  });
  const follows = [
    part("raw", { fetcher: "http", reason: "found-in-raw-html" }),
    part("rendered", { fetcher: "browser", reason: "made-by-scripts" }),
  ];
  const joined = tileOf({ kind: "joined", followIds: ["raw", "rendered"] }, { follows, follow: follows[0] });
  expect((await shownTile(joined, undefined)).shown).toMatchObject({
    parts: [
      { followId: "raw", blank: "raw", document: "" },
      { followId: "rendered", blank: "now", document: "" },
    ],
  });
  expect(asked).toEqual([]);
});

test("each block is asked for as the person chose it, and as on its page where it is left to us", async () => {
  const layout = { viewport: [1_280, 900], width: 1_200, height: 60 };
  const part = (id: string) => ({ id, title: id, page: { url: `https://${id}.test/` }, verdict: "found", layout });
  const asks = async (content: object, style: object, reader = false): Promise<readonly string[]> => {
    looks.length = 0;
    const follows = [part("one"), part("two")];
    const parts = {
      follows,
      follow: follows[0],
      style: { title: null, showTitle: true, way: null, reader: null, ...style },
    };
    await shownTile(tileOf(content, parts), undefined, { reader });
    return looks.map((each) => each.replace("?look=", ""));
  };
  const joined = { kind: "joined", followIds: ["one", "two"] };
  expect(await asks(joined, {})).toEqual(["page", "page"]);
  expect(await asks(joined, { way: "adapted" })).toEqual(["adapted", "adapted"]);
  expect(await asks(joined, { parts: { two: "text" } })).toEqual(["page", "reader"]);
  expect(await asks(joined, { reader: true, parts: { two: "adapted" } })).toEqual(["reader", "adapted"]);
  expect(await asks(joined, {}, true)).toEqual(["reader", "reader"]);
  expect(await asks(joined, { reader: false }, true)).toEqual(["page", "page"]);
});

test("what is hidden, and what only a newer instance knows, is said to be so", async () => {
  expect(
    (await shownTile(tileOf({ kind: "note", title: "x", text: "y" }, { isHidden: true }), undefined)).shown,
  ).toEqual({
    kind: "hidden",
  });
  expect((await shownTile(tileOf({ kind: "hologram", title: "x" }), undefined)).shown).toEqual({ kind: "unknown" });
});

test("a tile that is too large for the storage is left out of what is kept, the others stay", async () => {
  const small = await shownTile(tileOf({ kind: "note", title: "a", text: "b" }), undefined);
  const large = { ...small, id: "l", shown: { kind: "note" as const, text: "x".repeat(500_000) } };
  const { tiles } = kept({ id: "s", title: "S", tiles: [large, small] });
  expect(tiles.map(({ shown }) => shown.kind)).toEqual(["later", "note"]);
});
