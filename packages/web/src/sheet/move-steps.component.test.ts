import type { Screen, ScreenPlace } from "@tessera/model";
import type { TileReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dismiss, runUndoable, toasts } from "../components/toasts.svelte.ts";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { ownTile } from "../mount/sheet-of-one.fixture.ts";
import { type Gesture, keepStep } from "./move-steps.ts";
import { OpenSheet } from "./open-sheet.svelte.ts";

const at = (x: number, y: number, width = 4, height = 2): ScreenPlace => ({ x, y, width, height });
const note = (id: string, place: ScreenPlace): TileReply => ({
  ...ownTile({ kind: "note", title: id, text: "" }, id),
  place,
});

let server: FakeServer;
let open: OpenSheet;
let isAway: boolean;

beforeEach(async () => {
  isAway = false;
  const taken = () => (isAway ? refused("busy", 503) : {});
  const tiles = [note("a", at(0, 0)), note("b", at(4, 0))];
  server = await fakeServer({
    "GET /sheets/s": () => ({ id: "s", tiles }),
    "PUT /sheets/s/places": taken,
    "DELETE /sheets/s/places/phone": () => new Response(null, { status: 204 }),
    "PATCH /tiles/a": () => ({}),
    "POST /sheets/s/removals": () => [],
  });
  open = new OpenSheet("s");
  await open.load();
});
afterEach(() => {
  for (const { id } of toasts()) dismiss(id);
  open.close();
  server.close();
});

interface Way extends Partial<Pick<Gesture, "byKey" | "fixed">> {
  readonly screen?: Screen;
}

function move(id: string, to: ScreenPlace, { screen = "wide", byKey = null, fixed = [] }: Way = {}): void {
  const before = open.tiles;
  const places = new Map([[id, to]]);
  const stored = open.arrange(places, screen);
  stored.catch(() => {});
  keepStep({ open, screen, places, fixed, byKey }, before, stored);
}

const placeOf = (id: string): string => {
  const place = open.tiles.find((tile) => tile.id === id)?.place;
  return place ? `${place.x},${place.y} ${place.width}x${place.height}` : "nowhere";
};
const said = (): readonly string[] => toasts().map(({ text }) => text);
/** As the keys do. */
function undo(): void {
  const latest = toasts().findLast((toast) => toast.undo !== null);
  dismiss(latest?.id ?? -1);
  latest?.undo?.();
}

test("gestures are undone one after the other, by one message that stands for all", async () => {
  move("a", at(0, 5));
  move("a", at(0, 5, 6, 3));
  move("b", at(8, 0));
  expect(said()).toEqual(["Moved."]);
  undo();
  await expect.poll(() => [placeOf("a"), placeOf("b")]).toEqual(["0,5 6x3", "4,0 4x2"]);
  expect(said()).toEqual(["Resized."]);
  undo();
  await expect.poll(() => placeOf("a")).toBe("0,5 4x2");
  undo();
  await expect.poll(() => placeOf("a")).toBe("0,0 4x2");
  expect(said()).toEqual([]);
});

test("the same key pressed again is the same gesture; another key is another", async () => {
  for (const y of [1, 2, 3]) move("a", at(0, y), { byKey: "move a" });
  move("a", at(0, 3, 5), { byKey: "resize a" });
  undo();
  await expect.poll(() => placeOf("a")).toBe("0,3 4x2");
  undo();
  await expect.poll(() => placeOf("a")).toBe("0,0 4x2");
  expect(said()).toEqual([]);
});

test("what was done between two gestures is undone between them", async () => {
  move("a", at(0, 5));
  const undone: string[] = [];
  runUndoable({ text: "Between.", run: async () => {}, undo: async () => undone.push("between") });
  move("a", at(0, 9));
  undo();
  await expect.poll(() => placeOf("a")).toBe("0,5 4x2");
  expect(said()).toEqual(["Moved.", "Between."]);
  undo();
  await expect.poll(() => undone).toEqual(["between"]);
  undo();
  await expect.poll(() => placeOf("a")).toBe("0,0 4x2");
});

test("a phone that is arranged for the first time follows the wider screen again", async () => {
  move("a", at(0, 5), { screen: "phone" });
  expect(open.tiles[0]?.screens?.phone?.y).toBe(5);
  undo();
  await expect.poll(() => open.tiles[0]?.screens).toBeUndefined();
  await expect.poll(() => server.sent("DELETE /sheets/s/places/phone").length).toBe(1);
});

test("a tile that got a height by hand is as high as its content again", async () => {
  const [tile] = open.tiles;
  move("a", at(0, 0, 4, 9), { fixed: [tile!] });
  undo();
  const sent = [{ style: { ...tile?.style, height: "fixed" } }, { style: tile?.style }];
  await expect.poll(() => server.sent("PATCH /tiles/a")).toEqual(sent);
});

test("a tile that was taken off since then is put nowhere", async () => {
  move("a", at(0, 5));
  await open.takeOff(new Set(["a"]));
  const sent = server.sent("PUT /sheets/s/places").length;
  undo();
  await expect.poll(said).toEqual([]);
  expect(server.sent("PUT /sheets/s/places").length).toBe(sent);
});

test("a move that the server did not take has nothing to undo, and that is said", async () => {
  isAway = true;
  move("a", at(0, 5));
  await expect.poll(said).toEqual(["The server is busy. Try again in a moment."]);
});
