import { expect, test } from "vitest";
import type { TileCommand } from "../tile/kind.ts";
import { follow, tile } from "../tile/tiles.fixture.ts";
import { kindOf, meantBy, OFFERED } from "./kinds.ts";

const [a, b] = [follow("a"), follow("b")];
const board = { content: { kind: "board" as const, title: "T", followIds: [a.id, b.id] } };
const feed = {
  content: { kind: "feed" as const, title: "T", followIds: [a.id, b.id], shows: "titles" as const, limit: 10 },
};
const note = { content: { kind: "note" as const, title: "T", text: "" } };
const KEYS: readonly TileCommand[] = ["delete", "off", "check", "like", "history", "pause", "feed"];

test("a key never stops following what a tile only shows, and does nothing where there is nothing to do", () => {
  const meant = (of: Parameters<typeof kindOf>[0]) => KEYS.map((key) => meantBy(key, of));
  expect(meant(tile("t", a))).toEqual(KEYS);
  expect(meant(tile("t", a, b))).toEqual(KEYS);
  expect(meant(board)).toEqual(["off", "off", "check", "like", null, null, null]);
  expect(meant(feed)).toEqual(["off", "off", "check", null, null, "pause", null]);
  expect(meant(note)).toEqual(["off", "off", null, null, null, null, null]);
});

test("every kind that can be added is offered once, and only blocks are there from the start", () => {
  expect(OFFERED.map(({ name }) => name)).toEqual([
    "kind.follow",
    "kind.feed",
    "kind.links",
    "kind.search",
    "kind.note",
    "kind.board",
    "group.add",
  ]);
  for (const kind of OFFERED) expect(kind.shown === null).toBe(kind.load !== null);
  expect(kindOf(tile("t", a)).shown).not.toBeNull();
  expect([kindOf(board).shown, kindOf(note).shown]).toEqual([null, null]);
});
