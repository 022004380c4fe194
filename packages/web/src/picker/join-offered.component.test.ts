import type { FollowedBlock } from "@tessera/model/api";
import { afterEach, expect, test } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type Answers, type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { follow, tile } from "../tile/tiles.fixture.ts";
import { NOTHING_OFFERED } from "./fragment-marks.ts";
import { OfferedBlocks } from "./offered-blocks.svelte.ts";
import type { Opening } from "./picked-page.svelte.ts";
import { TargetSheet } from "./target-sheet.svelte.ts";

const OPENING = {
  kind: "open",
  source: { url: "https://town.example/" },
  opened: { capture: { id: "c" } },
} as unknown as Opening;
const followedAs = (followId: string, node: number) =>
  ({ followId, node, title: `My ${node}`, path: `html[1]/div[${node}]`, extent: "one" }) as FollowedBlock;
/** In the first columns, and another below it that a higher tile moves down. */
const OWN = tile("own", follow("f2"));
const BELOW = tile("below", follow("other"));
const LYING = { ...BELOW, place: { ...BELOW.place, y: OWN.place.y + OWN.place.height } };

let server: FakeServer;
let blocks: OfferedBlocks;

/** So many blocks are offered. */
async function open(count: number, followed: readonly FollowedBlock[], answers: Answers = {}): Promise<void> {
  let started = 0;
  server = await fakeServer({
    "GET /sheets/s": () => ({ id: "s", tiles: [OWN, LYING] }),
    "GET /captures/c/followed": () => followed,
    "POST /follows": () => follow(`new${++started}`),
    "PUT /sheets/s/places": () => ({ moved: 1 }),
    "POST /sheets/s/joined": () => ({ id: "joined" }),
    "POST /sheets/s/returns": () => [],
    "DELETE /tiles/joined": () => ({}),
    "DELETE /follows/new1": () => ({}),
    "DELETE /follows/new2": () => ({}),
    ...answers,
  });
  const sheet = new TargetSheet();
  await sheet.load("s");
  const words = { removed: String, joined: (many: number) => `joined ${many}` };
  blocks = new OfferedBlocks({ sheet, words, opening: () => OPENING, onChange: () => {}, onRead: () => {} });
  const nodes = Array.from({ length: count }, (_, at) => at + 1);
  const fragments = nodes.map((node) => ({ path: `html[1]/div[${node}]`, node, title: `Block ${node}`, excerpt: "" }));
  blocks.current = { ...NOTHING_OFFERED, fragments, followed };
}
afterEach(() => {
  server.close();
  for (const { id } of toasts()) dismiss(id);
});

function join(...nodes: readonly number[]): void {
  for (const node of nodes) blocks.select(node, true);
  blocks.join();
}

test("what is selected becomes one tile in the order of the page; what was not followed is followed for it", async () => {
  await open(9, [followedAs("f9", 9)], { "GET /sheets/s": () => ({ id: "s", tiles: [tile("t", follow("other"))] }) });
  join(9);
  expect(server.sent("POST /sheets/s/joined")).toHaveLength(0);
  join(7);
  await expect.poll(() => server.sent("POST /sheets/s/joined")).toHaveLength(1);
  expect(server.sent("POST /sheets/s/joined")[0]).toEqual({
    followIds: ["new1", "f9"],
    // beside the tile that is there, and as high as two parts
    place: { x: 4, y: 0, width: 4, height: 6 },
    style: { title: "Block 7 · Block 9" },
  });
  expect(blocks.selected.size).toBe(0);
  toasts()[0]?.undo?.();
  await expect.poll(() => server.sent("DELETE /follows/new1")).toHaveLength(1);
  expect(server.sent("DELETE /tiles/joined")).toHaveLength(1);
});

test("a tile that could not be joined leaves nothing behind: neither follows nor moved tiles", async () => {
  await open(3, [followedAs("f2", 2)], { "POST /sheets/s/joined": () => refused("cap-reached", 409) });
  join(1, 2, 3);
  await expect.poll(() => toasts().map(({ text }) => text)).toContain("The limit is reached.");
  for (const id of ["new1", "new2"]) expect(server.sent(`DELETE /follows/${id}`)).toHaveLength(1);
  expect(server.sent("PUT /sheets/s/places")).toEqual([
    { places: [{ id: "below", place: { ...LYING.place, y: OWN.place.y + 9 } }] },
    { places: [{ id: "below", place: LYING.place }] },
  ]);
});

test("the undo of a joined tile puts back what made way for it, and everything where it lay", async () => {
  const note = { ...tile("note", follow("none")), follows: [], content: { kind: "note", title: "", text: "" } };
  const beside = { ...note, place: { ...OWN.place, x: 6 } };
  await open(2, [followedAs("f2", 2)], { "GET /sheets/s": () => ({ id: "s", tiles: [OWN, LYING, beside] }) });
  join(1, 2);
  await expect.poll(() => server.sent("POST /sheets/s/joined")).toHaveLength(1);
  toasts()[0]?.undo?.();
  await expect.poll(() => server.sent("DELETE /follows/new1")).toHaveLength(1);
  expect(server.sent("PUT /sheets/s/places").at(-1)).toEqual({ places: [{ id: "below", place: LYING.place }] });
  const { followId, content, place, screens, style } = OWN;
  expect(server.sent("POST /sheets/s/returns")).toEqual([{ tiles: [{ followId, content, place, screens, style }] }]);
});

test("no more are joined than one tile shows", async () => {
  await open(21, []);
  join(...Array.from({ length: 21 }, (_, at) => at + 1));
  expect([blocks.isTooMuch, blocks.selected.size]).toEqual([true, 21]);
  blocks.select(21, false);
  expect(blocks.isTooMuch).toBe(false);
  expect(server.sent("POST /follows")).toEqual([]);
});
