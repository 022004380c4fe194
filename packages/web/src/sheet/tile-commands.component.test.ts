import { afterEach, expect, test, vi } from "vitest";
import Toasts from "../components/Toasts.svelte";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type FakeServer, fakeServer, HeldAnswer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
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
    "POST /sheets/s/tiles": ({ body }) => withAgain((body as { followId: string }).followId)(),
    ...Object.fromEntries(
      TITLES.flatMap((title) => [
        [`DELETE /tiles/${title}`, without(title)],
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
    await vi.waitFor(() => expect(titles()).toEqual(["news", "river", "lamp"]));
    expect(changes()).toHaveLength(2);
    expect(toasts()).toEqual([]);
  });
}

test("what could not be deleted comes back, and it is no longer said to be deleted", async () => {
  const held = new HeldAnswer();
  await opened({ lamp: held });
  run("delete", "lamp");
  held.fail();
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ isWrong: true, undo: null }]));
  await vi.waitFor(() => expect(titles()).toEqual(TITLES));
});

test("where nothing was done, undo does nothing, and that is said once", async () => {
  const held = new HeldAnswer();
  await opened({ lamp: held });
  run("delete", "lamp");
  undo();
  held.fail();
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ isWrong: true, undo: null }]));
  expect(toasts()[0]?.text).toContain("nothing to undo");
  await vi.waitFor(() => expect(titles()).toEqual(TITLES));
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
  await vi.waitFor(() => expect(titles()).toEqual(["river", "news", "lamp"]));
  expect(changes()).toEqual([
    "DELETE /tiles/lamp",
    "DELETE /tiles/news",
    "DELETE /follows/river",
    "POST /follows/river/restore",
    "POST /sheets/s/tiles",
    "POST /sheets/s/tiles",
  ]);
  expect(server.sent("POST /sheets/s/tiles")).toMatchObject([{ followId: "news" }, { followId: "lamp" }]);
});

test("an undo that the server does not take is offered again", async () => {
  await opened();
  run("delete", "lamp");
  await settled();
  isAway = true;
  undo();
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ isWrong: true, undo: expect.any(Function) }]));
  isAway = false;
  undo();
  await vi.waitFor(() => expect(titles()).toContain("lamp"));
});

test("a reading from before the undo does not take the tile away again", async () => {
  const held = new HeldAnswer();
  await opened({ lamp: held });
  run("delete", "lamp");
  const reading = open.load();
  undo();
  held.letGo();
  await reading;
  await vi.waitFor(() => expect(titles()).toContain("lamp"));
  await settled();
  expect(titles()).toContain("lamp");
});

test("a block that comes back elsewhere comes back on the open sheet", async () => {
  await opened();
  run("delete", "lamp");
  await settled();
  kept = TITLES.map((title) => tile(title, follow(title)));
  open.hear({ kind: "follow-changed", followId: "lamp" as never, at: 1 });
  await vi.waitFor(() => expect(titles()).toEqual(TITLES));
});
