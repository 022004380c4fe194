import type { ScreenPlace, TilePlace } from "@tessera/model";
import type { TileReply } from "@tessera/model/api";
import { createRawSnippet } from "svelte";
import { afterEach, expect, test } from "vitest";
import { mounted } from "../mount/mounted.fixture.ts";
import { ownTile } from "../mount/sheet-of-one.fixture.ts";
import { FrameTurns } from "./frame-queue.ts";
import Grid from "./Grid.svelte";

const place = (y: number, height: number): TilePlace => ({ x: 0, y, width: 12, height });
const heading = (id: string, y: number, isClosed: boolean): TileReply => ({
  ...ownTile({ kind: "heading", title: id, isClosed }, id),
  place: place(y, 1),
});
const note = (id: string, y: number, height: number): TileReply => ({
  ...ownTile({ kind: "note", title: id, text: id }, id),
  place: place(y, height),
});

/** A closed group between two open ones. */
const tiles = [heading("a", 0, false), note("t", 1, 3), heading("b", 4, true), note("u", 5, 4), heading("c", 9, false)];

const moved: [string, number][] = [];
const opened: string[] = [];
const shown = mounted(Grid, {
  tiles,
  density: "cosy" as const,
  isFixed: false,
  onmove: ({ places }: { readonly places: ReadonlyMap<string, ScreenPlace> }) => {
    for (const [id, { y }] of places) moved.push([id, y]);
  },
  onsend: () => {},
  selected: new Set<string>(),
  onselect: () => {},
  rowsOf: () => null,
  onopen: ({ id }: TileReply) => void opened.push(id),
  turns: new FrameTurns(),
  tile: createRawSnippet<[TileReply, boolean]>(() => ({ render: () => "<p>block</p>" })),
});
afterEach(() => {
  moved.length = 0;
  opened.length = 0;
});

// the first time that somebody arranges a screen of this width all of it is stored
test("a tile that becomes higher moves a closed group as a whole", async () => {
  await shown.part.nudge(tiles[1]!, "down", "resize");
  expect(moved.sort()).toEqual([
    ["a", 0],
    ["b", 5],
    ["c", 10],
    ["t", 1],
    ["u", 6],
  ]);
  expect(opened).toEqual([]);
});

test("a closed group opens for a tile that comes into it", async () => {
  await shown.part.nudge(tiles[1]!, "down", "move");
  expect(opened).toEqual(["b"]);
  expect(moved.sort()).toEqual([
    ["a", 0],
    ["b", 4],
    ["c", 12],
    ["t", 5],
    ["u", 8],
  ]);
});
