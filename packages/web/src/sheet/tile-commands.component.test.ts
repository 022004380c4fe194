import type { FollowReply, TileReply } from "@tessera/model/api";
import { afterEach, expect, test } from "vitest";
import Toasts from "../components/Toasts.svelte";
import { commandsEnded, dismiss, toasts } from "../components/toasts.svelte.ts";
import { type FakeServer, fakeServer, HeldAnswer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { ownTile } from "../mount/sheet-of-one.fixture.ts";
import { tileOfPart } from "../tile/joined.ts";
import { follow, tile } from "../tile/tiles.fixture.ts";
import { OpenSheet } from "./open-sheet.svelte.ts";
import { runTileCommand } from "./tile-commands.ts";

const TITLES = ["lamp", "news", "river"] as const;

/** A sheet with three tiles, as the server keeps it. */
let kept: ReturnType<typeof tile>[];
/** Nothing is brought back as long as it is away. */
let isAway = false;
let server: FakeServer;
let open: OpenSheet;
let shown: Mounted;

afterEach(async () => {
  open.close();
  server.close();
  for (const { id } of toasts()) dismiss(id);
  await shown.close();
});

/** Removals wait for `until`, where it is given; the server knows of them when they are answered. */
async function opened(until: Readonly<Record<string, HeldAnswer>> = {}): Promise<void> {
  const all = TITLES.map((title) => tile(title, follow(title)));
  kept = all;
  isAway = false;
  const without = (title: string) => async () => {
    await until[title]?.give();
    kept = kept.filter(({ id }) => id !== title);
  };
  const withAgain = (title: string) => () => {
    if (isAway) throw new TypeError("nobody listens");
    kept = [...kept, ...all.filter(({ id }) => id === title)];
  };
  server = await fakeServer({
    "GET /sheets/s": () => ({ id: "s", tiles: kept }),
    "POST /sheets/s/removals": async ({ body }) => {
      const [title] = (body as { ids: string[] }).ids;
      const taken = kept.filter(({ id }) => id === title);
      await without(title ?? "")();
      return taken;
    },
    "POST /sheets/s/returns": ({ body }) => {
      for (const { followId } of (body as { tiles: { followId: string }[] }).tiles) withAgain(followId)();
    },
    ...Object.fromEntries(
      TITLES.flatMap((title) => [
        [`DELETE /follows/${title}`, without(title)],
        [`POST /follows/${title}/restore`, withAgain(title)],
      ]),
    ),
  });
  shown = mounted(Toasts, {});
  open = new OpenSheet("s");
  await open.load();
}

const run = (command: "delete" | "off", title: string): void => {
  const meant = open.tiles.find(({ id }) => id === title);
  if (!meant) throw new RangeError(`${title} is not on the sheet`);
  runTileCommand(command, { tile: meant, open });
};
const titles = (): readonly string[] => open.tiles.map(({ id }) => id);
const undo = (): void =>
  shown.fire(document.body, new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
/** What changed something, in the order in which it was asked for. */
const changes = (): readonly string[] =>
  server.asked.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
/** Everything that is ready to happen has happened. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

for (const command of ["delete", "off"] as const) {
  test(`${command}: undo that is pressed before the server has answered waits for it and brings the tile back`, async () => {
    const held = new HeldAnswer();
    await opened({ lamp: held });
    run(command, "lamp");
    expect(titles()).toEqual(["news", "river"]);
    expect(toasts()).toMatchObject([{ isWrong: false, text: expect.stringContaining("lamp") }]);
    undo();
    await settled();
    // nothing can be undone that is not done yet
    expect(changes()).toHaveLength(1);
    held.letGo();
    await expect.poll(() => titles()).toEqual(["news", "river", "lamp"]);
    expect(changes()).toHaveLength(2);
    expect(toasts()).toEqual([]);
  });
}

test("what could not be deleted comes back, and it is no longer said to be deleted", async () => {
  const held = new HeldAnswer();
  await opened({ lamp: held });
  run("delete", "lamp");
  held.fail();
  await expect.poll(() => toasts()).toMatchObject([{ isWrong: true, undo: null }]);
  await expect.poll(() => titles()).toEqual(TITLES);
});

test("where nothing was done, undo does nothing, and that is said once", async () => {
  const held = new HeldAnswer();
  await opened({ lamp: held });
  run("delete", "lamp");
  undo();
  held.fail();
  await expect.poll(() => toasts()).toMatchObject([{ isWrong: true, undo: null }]);
  expect(toasts()[0]?.text).toContain("nothing to undo");
  await expect.poll(() => titles()).toEqual(TITLES);
  await settled();
  expect(changes()).toEqual(["DELETE /follows/lamp"]);
  expect(toasts()).toHaveLength(1);
});

test("several, quickly after one another, are undone one after another, the latest first", async () => {
  const held = new HeldAnswer();
  await opened({ lamp: held });
  run("off", "lamp");
  run("off", "news");
  run("delete", "river");
  expect(toasts()).toHaveLength(3);
  for (let times = 0; times < 3; times++) undo();
  expect(toasts()).toEqual([]);
  held.letGo();
  await expect.poll(() => titles()).toEqual(["river", "news", "lamp"]);
  expect(changes()).toEqual([
    "POST /sheets/s/removals",
    "POST /sheets/s/removals",
    "DELETE /follows/river",
    "POST /follows/river/restore",
    "POST /sheets/s/returns",
    "POST /sheets/s/returns",
  ]);
  const returned = server.sent("POST /sheets/s/returns");
  expect(returned).toMatchObject([{ tiles: [{ followId: "news" }] }, { tiles: [{ followId: "lamp" }] }]);
});

test("an undo that the server does not take is offered again", async () => {
  await opened();
  run("delete", "lamp");
  await settled();
  isAway = true;
  undo();
  await expect.poll(() => toasts()).toMatchObject([{ isWrong: true, undo: expect.any(Function) }]);
  isAway = false;
  undo();
  await expect.poll(() => titles()).toContain("lamp");
});

test("a reading from before the undo does not take the tile away again", async () => {
  const held = new HeldAnswer();
  await opened({ lamp: held });
  run("delete", "lamp");
  const reading = open.load();
  undo();
  held.letGo();
  await reading;
  await expect.poll(() => titles()).toContain("lamp");
  await settled();
  expect(titles()).toContain("lamp");
});

test("a block that comes back elsewhere comes back on the open sheet", async () => {
  await opened();
  run("delete", "lamp");
  await settled();
  kept = TITLES.map((title) => tile(title, follow(title)));
  open.hear({ kind: "follow-changed", followId: "lamp" as never, at: 1 });
  await expect.poll(() => titles()).toEqual(TITLES);
});

test("a part of three gets a tile of its own, and undo joins it with the others again", async () => {
  const joined = tile("t", ...(TITLES.map((title) => follow(title)) as [FollowReply, ...FollowReply[]]));
  let apart = false;
  server = await fakeServer({
    "GET /sheets/s": () => ({ id: "s", tiles: apart ? [tile("own", follow("news")), joined] : [joined] }),
    "PATCH /tiles/t": () => ({ ...joined, version: 2 }),
    "POST /sheets/s/tiles": () => {
      apart = true;
      return { id: "own" };
    },
    "POST /sheets/s/joined": () => {
      apart = false;
      return { id: "again" };
    },
  });
  shown = mounted(Toasts, {});
  open = new OpenSheet("s");
  await open.load();
  const part = tileOfPart(joined, joined.follows[1]!);
  runTileCommand("takeOut", { tile: part, open, around: joined });
  await expect.poll(() => titles()).toEqual(["own", "t"]);
  expect(server.sent("PATCH /tiles/t")).toEqual([{ content: { kind: "joined", followIds: ["lamp", "river"] } }]);
  expect(server.sent("POST /sheets/s/tiles")).toMatchObject([{ followId: "news", place: { x: 4, y: 0 } }]);
  expect(toasts()[0]?.text).toBe("“news” has a tile of its own now.");
  undo();
  await expect.poll(() => titles()).toEqual(["t"]);
  expect(server.sent("POST /sheets/s/joined")).toMatchObject([{ followIds: ["lamp", "news", "river"] }]);
});

test("a part that gets no tile of its own stays in the tile where it is", async () => {
  const joined = tile("t", ...(TITLES.map((title) => follow(title)) as [FollowReply, ...FollowReply[]]));
  server = await fakeServer({
    "GET /sheets/s": () => ({ id: "s", tiles: [joined] }),
    "PATCH /tiles/t": () => ({ ...joined, version: 2 }),
    "POST /sheets/s/tiles": () => refused("cap-reached", 409),
  });
  shown = mounted(Toasts, {});
  open = new OpenSheet("s");
  await open.load();
  await expect(open.takeOut(joined, joined.follows[1]!.id)).rejects.toThrow();
  expect(changes()).toEqual(["POST /sheets/s/tiles"]);
});

test("a block that becomes private is a hidden tile at once on the sheet of somebody else", async () => {
  await opened();
  const lamp = kept[0]!;
  kept = [{ ...lamp, follow: null, follows: [], isHidden: true } as never, ...kept.slice(1)];
  open.hear({ kind: "follow-changed", followId: "lamp" as never, at: 1 });
  await expect.poll(() => open.tiles.map(({ isHidden }) => isHidden)).toEqual([true, false, false]);
});

test("what is done with a part is done with that part alone", async () => {
  const joined = tile("t", follow("lamp"), follow("news"));
  server = await fakeServer({
    "GET /sheets/s": () => ({ id: "s", tiles: [joined] }),
    "PATCH /follows/news": () => follow("news", { pausedAt: 1 }),
  });
  shown = mounted(Toasts, {});
  open = new OpenSheet("s");
  await open.load();
  runTileCommand("pause", { tile: tileOfPart(joined, joined.follows[1]!), open, around: joined });
  await expect.poll(() => open.tiles[0]?.follows.map(({ pausedAt }) => pausedAt)).toEqual([null, 1]);
  expect(changes()).toEqual(["PATCH /follows/news"]);
});

test("all feeds of a tile are paused at once, also where one is already, and go on together", async () => {
  const paused = new Set(["news"]);
  const asIs = (id: string) => follow(id, { pausedAt: paused.has(id) ? 1 : null });
  const feeds = (): TileReply => {
    const parts = tile("t", asIs("lamp"), asIs("news"));
    const followIds = parts.follows.map(({ id }) => id);
    return { ...parts, content: { kind: "feed", title: "News", followIds, shows: "titles", limit: 10 } };
  };
  const change = (id: string) => (asked: { readonly body: unknown }) => {
    if ((asked.body as { isPaused: boolean }).isPaused) paused.add(id);
    else paused.delete(id);
    return asIs(id);
  };
  server = await fakeServer({
    "GET /sheets/s": () => ({ id: "s", tiles: [feeds()] }),
    "PATCH /follows/lamp": change("lamp"),
    "PATCH /follows/news": change("news"),
  });
  shown = mounted(Toasts, {});
  open = new OpenSheet("s");
  await open.load();
  const pausedNow = () => open.tiles[0]?.follows.map(({ pausedAt }) => pausedAt !== null);
  runTileCommand("pause", { tile: open.tiles[0]!, open });
  await expect.poll(pausedNow).toEqual([true, true]);
  expect(changes()).toEqual(["PATCH /follows/lamp"]);
  runTileCommand("pause", { tile: open.tiles[0]!, open });
  await expect.poll(pausedNow).toEqual([false, false]);
});

test("whoever takes off what they wrote is not told that they still follow it", async () => {
  await opened();
  runTileCommand("off", { tile: ownTile({ kind: "note", title: "Plans", text: "" }), open });
  run("off", "lamp");
  expect(toasts().map(({ text }) => text)).toEqual([
    "“Plans” was removed from the sheet.",
    "“lamp” was removed from the sheet. You still follow it.",
  ]);
  await commandsEnded();
});
