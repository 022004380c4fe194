import type { Screen, TilePlace } from "@tessera/model";
import type { TileReply } from "@tessera/model/api";
import fc from "fast-check";
import type { GridItemHTMLElement } from "gridstack";
import { createRawSnippet, flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { dismiss, showFailure, toasts } from "../components/toasts.svelte.ts";
import { FrameTurns } from "../grid/frame-queue.ts";
import Grid from "../grid/Grid.svelte";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { mounted } from "../mount/mounted.fixture.ts";
import { follow, tile } from "../tile/tiles.fixture.ts";
import { OpenSheet } from "./open-sheet.svelte.ts";

let server: FakeServer;
let open: OpenSheet;
let shown: ReturnType<typeof gridOf>;
let isAway = false;

const at = (x: number, y: number): TilePlace => ({ x, y, width: 4, height: 2 });
const placed = (id: string, place: TilePlace): TileReply => ({ ...tile(id, follow(`${id}-follow`)), place });
const tileOf = (id: string): TileReply => open.tiles.find((each) => each.id === id)!;
const moves = (): readonly unknown[] => server.sent("PUT /sheets/s/places");

/** What the server answers, or nothing at all while it is away. */
const unlessAway = (answer: unknown) => () => {
  if (isAway) throw new TypeError("nobody listens");
  return answer;
};

async function opened(tiles: readonly TileReply[]): Promise<void> {
  server = await fakeServer({
    "GET /sheets/s": unlessAway({ id: "s", tiles }),
    "PUT /sheets/s/places": unlessAway({}),
    ...Object.fromEntries(tiles.map(({ followId }) => [`DELETE /follows/${followId}`, unlessAway({})])),
  });
  open = new OpenSheet("s");
  await open.load();
  shown = gridOf(open);
}

function gridOf(sheet: OpenSheet) {
  return mounted(Grid, {
    get tiles() {
      return sheet.tiles;
    },
    density: "cosy" as const,
    isFixed: false,
    onmove: ({ places, screen }: { places: ReadonlyMap<string, TilePlace>; screen: Screen }) =>
      void sheet.arrange(places, screen).catch(showFailure),
    onsend: () => {},
    selected: new Set<string>(),
    onselect: () => {},
    rowsOf: () => null,
    onopen: () => {},
    turns: new FrameTurns(),
    tile: createRawSnippet<[TileReply, boolean]>(() => ({ render: () => "<p>block</p>" })),
  });
}

const written = ({ x, y, width, height }: TilePlace): string => `${x},${y} ${width}x${height}`;

/** Where every tile is seen, by what moves it. */
function seen(): Readonly<Record<string, string>> {
  const items = shown.root.querySelectorAll<GridItemHTMLElement>(".grid-stack-item");
  return Object.fromEntries(
    [...items].map(({ gridstackNode }) => {
      const { id = "", x = 0, y = 0, w = 1, h = 1 } = gridstackNode ?? {};
      return [id, written({ x, y, width: w, height: h })];
    }),
  );
}

afterEach(async () => {
  isAway = false;
  open.close();
  await shown.close();
  server.close();
  for (const { id } of toasts()) dismiss(id);
});

test("what was moved and deleted while the server was away is where it was when it is back", async () => {
  await opened([placed("a", at(0, 0)), placed("b", at(0, 2)), placed("c", at(0, 4)), placed("d", at(4, 0))]);
  isAway = true;
  await shown.part.nudge(tileOf("a"), "down", "move");
  await expect.poll(seen, { timeout: 30_000 }).toMatchObject({ a: "0,1 4x2" });
  await expect(open.stopFollowing("b-follow")).rejects.toThrow();
  flushSync();
  const movesBefore = moves().length;
  isAway = false;
  await open.load();
  flushSync();
  expect(seen()).toEqual({ a: "0,0 4x2", b: "0,2 4x2", c: "0,4 4x2", d: "4,0 4x2" });
  expect(moves().slice(movesBefore)).toEqual([]);
});

/** Layouts without two tiles over each other: every tile has a band of the grid to itself. */
const layouts = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) => fc.record({ id: fc.constant(id), x: fc.nat(8), width: fc.integer({ min: 1, max: 4 }) })),
    ),
  )
  .chain((bands) =>
    fc.tuple(fc.constant(bands), fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 5, maxLength: 5 })),
  )
  .map(([bands, heights]) => {
    let y = 0;
    return bands.map(({ id, x, width }, band) => {
      const height = heights[band] ?? 1;
      y += height;
      return placed(id, { x, y: y - height, width, height });
    });
  });

test("tiles are seen where they are said to be, whatever was seen before, and nobody is told of it", async () => {
  await opened([placed("a", at(0, 0))]);
  await shown.part.nudge(tileOf("a"), "down", "move");
  await expect.poll(seen, { timeout: 30_000 }).toMatchObject({ a: "0,1 4x2" });
  const movesBefore = moves().length;
  fc.assert(
    fc.property(layouts, (tiles) => {
      open.sheet = { ...open.sheet!, tiles };
      flushSync();
      expect(seen()).toEqual(Object.fromEntries(tiles.map(({ id, place }) => [id, written(place)])));
    }),
    { numRuns: 60 },
  );
  expect(moves().length).toBe(movesBefore);
});
