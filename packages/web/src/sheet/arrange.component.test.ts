import type { TileReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { onScreen } from "../grid/screens.ts";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { follow, tile } from "../tile/tiles.fixture.ts";
import { type Arrangement, followWider, sendTiles, takeOff, tidyUp } from "./arrange.ts";
import { OpenSheet } from "./open-sheet.svelte.ts";

const IDS = ["lamp", "news", "river"];
const WORK = { id: "w", title: "Work" } as never;

/** What the server keeps of the sheet; of a tile that comes back the note says which it is. */
let kept: readonly TileReply[];
let server: FakeServer;
let open: OpenSheet;
/** The server does not take what is sent. */
let isAway: boolean;

beforeEach(async () => {
  kept = IDS.map((id, at) => note(id, 5 * at));
  isAway = false;
  const taking = (work: (body: never) => unknown) => (asked: { readonly body: unknown }) =>
    isAway ? refused("internal", 500) : work(asked.body as never);
  server = await fakeServer({
    "GET /sheets/s": () => ({ id: "s", tiles: kept }),
    "POST /sheets/s/removals": taking(({ ids }: { ids: readonly string[] }) => {
      const taken = kept.filter(({ id }) => ids.includes(id));
      kept = kept.filter(({ id }) => !ids.includes(id));
      return taken;
    }),
    "POST /sheets/s/returns": taking(({ tiles }: { tiles: readonly TileReply[] }) => {
      kept = [...kept, ...tiles.map((each) => ({ ...each, id: `${titleOf(each)} again` as TileReply["id"] }))];
    }),
    "PUT /sheets/s/places": taking(() => ({ moved: 1 })),
    "DELETE /sheets/s/places/phone": taking(() => new Response(null, { status: 204 })),
    "POST /sheets/w/arrivals": taking(({ tiles }: { tiles: readonly object[] }) =>
      tiles.map((_, at) => ({ id: `copy ${at}` })),
    ),
    "POST /sheets/w/removals": taking(() => []),
  });
  open = new OpenSheet("s");
  await open.load();
});
afterEach(() => {
  for (const { id } of toasts()) dismiss(id);
  open.close();
  server.close();
});

function note(title: string, y: number): TileReply {
  const content = { kind: "note" as const, title, text: `of ${title}` };
  const place = { x: 0, y, width: 4, height: 4 };
  return { ...tile(title, follow(title)), followId: null, follow: null, follows: [], content, place };
}

function heading(title: string, y: number): TileReply {
  const content = { kind: "heading" as const, title, isClosed: false };
  return { ...note(title, y), content, place: { x: 0, y, width: 12, height: 1 } };
}

function titleOf({ content }: Pick<TileReply, "content">): string {
  return "title" in content ? (content.title ?? "") : "";
}

const titles = (): readonly string[] => open.tiles.map(titleOf);
const undo = (): void => toasts().at(-1)?.undo?.();
const wide = (tiles: readonly TileReply[]): Arrangement => ({ screen: "wide", columns: 12, tiles });

test("several tiles are taken off by one request, and undo brings them back with what was written on them", async () => {
  takeOff(open, IDS);
  expect(titles()).toEqual([]);
  undo();
  await expect.poll(() => titles()).toEqual(IDS);
  expect(server.sent("POST /sheets/s/removals")).toEqual([{ ids: IDS }]);
  expect(kept.map(({ content }) => content.kind === "note" && content.text)).toEqual([
    "of lamp",
    "of news",
    "of river",
  ]);
});

test("a tile that another window has taken off is no failure, and undo brings back the others", async () => {
  kept = kept.filter(({ id }) => id !== "news");
  takeOff(open, IDS);
  undo();
  await expect.poll(() => titles()).toEqual(["lamp", "river"]);
  expect(toasts().filter(({ isWrong }) => isWrong)).toEqual([]);
});

test("what was written elsewhere meanwhile comes back as it was last", async () => {
  kept = kept.map((each) => ({ ...each, content: { kind: "note", title: titleOf(each), text: "newer" } }));
  takeOff(open, ["lamp"]);
  undo();
  await expect.poll(() => server.sent("POST /sheets/s/returns")).toHaveLength(1);
  expect(server.sent("POST /sheets/s/returns")).toMatchObject([{ tiles: [{ content: { text: "newer" } }] }]);
});

test("where taking off is refused nothing is gone, and that is said", async () => {
  isAway = true;
  takeOff(open, ["lamp", "news"]);
  await expect.poll(() => toasts()).toMatchObject([{ isWrong: true, undo: null }]);
  await expect.poll(() => titles()).toEqual(IDS);
});

test("an undo that is refused is offered again, and nothing comes back twice", async () => {
  takeOff(open, IDS);
  await expect.poll(() => kept).toEqual([]);
  isAway = true;
  undo();
  await expect.poll(() => toasts().at(-1)).toMatchObject({ isWrong: true, undo: expect.any(Function) });
  isAway = false;
  undo();
  await expect.poll(() => titles()).toEqual(IDS);
});

test("copies are taken off the other sheet by undo", async () => {
  sendTiles(open, ["lamp", "news"], { to: WORK, how: "copy", now: wide(open.tiles) });
  expect(toasts()[0]?.text).toContain("Work");
  expect(titles()).toEqual(IDS);
  undo();
  await expect.poll(() => server.sent("POST /sheets/w/removals")).toEqual([{ ids: ["copy 0", "copy 1"] }]);
  const tiles = [{ id: "lamp" }, { id: "news" }];
  expect(server.sent("POST /sheets/w/arrivals")).toEqual([{ how: "copy", screen: "wide", tiles }]);
});

test("a group that is sent from a phone takes what lies below its heading there", async () => {
  const onPhone = (each: TileReply, y: number): TileReply => ({
    ...each,
    screens: { phone: { x: 0, y, width: 2, height: 1 } },
  });
  // on a wide screen all but the lamp are in the group, on the phone the lamp alone
  kept = [
    onPhone(note("lamp", 0), 9),
    onPhone(heading("later", 5), 8),
    onPhone(note("news", 6), 0),
    onPhone(note("river", 10), 4),
  ];
  await open.load();
  sendTiles(open, ["later"], {
    to: WORK,
    how: "move",
    now: { screen: "phone", tiles: onScreen(open.tiles, "phone") },
  });
  expect(titles()).toEqual(["news", "river"]);
  expect(toasts()[0]?.text).toContain("2 tiles");
  const tiles = [{ id: "lamp" }, { id: "later" }];
  await expect.poll(() => server.sent("POST /sheets/w/arrivals")).toEqual([{ how: "move", screen: "phone", tiles }]);
});

test("a phone follows the wider screen again, and undo arranges it as it was", async () => {
  const phone = { x: 1, y: 7, width: 1, height: 2 };
  kept = kept.map((each) => (each.id === "news" ? { ...each, screens: { phone } } : each));
  await open.load();
  followWider(open, "phone");
  expect(open.tiles.every(({ screens }) => screens?.phone === undefined)).toBe(true);
  undo();
  const places = [{ id: "news", place: phone }];
  await expect.poll(() => server.sent("PUT /sheets/s/places")).toEqual([{ screen: "phone", places }]);
  expect(server.asked.some(({ method, path }) => method === "DELETE" && path === "/sheets/s/places/phone")).toBe(true);
});

test("tidying closes gaps, and says so where there are none", async () => {
  tidyUp(open, wide(open.tiles));
  const moved = [0, 4, 8].map((x, at) => [IDS[at], x, 0]);
  expect(open.tiles.map(({ id, place }) => [id, place.x, place.y])).toEqual(moved);
  await expect.poll(() => server.sent("PUT /sheets/s/places")).toHaveLength(1);
  tidyUp(open, wide(open.tiles));
  expect(toasts().at(-1)?.undo).toBeNull();
  expect(server.sent("PUT /sheets/s/places")).toHaveLength(1);
});
