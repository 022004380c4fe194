import fc from "fast-check";
import { expect, test } from "vitest";
import { FollowId } from "../records/ids.ts";
import { TileStyle } from "../records/sheet.ts";
import type { LaidOut } from "../records/verdict.ts";
import {
  type Ink,
  laidOutAt,
  leastScale,
  type MarkupWay,
  scaleOf,
  type TileRoom,
  unmeasuredWay,
  wayInTile,
  wayOf,
} from "./tile-ways.ts";

const LAID_OUT: LaidOut = { viewport: [1_280, 900], width: 400, height: 600 };
const room = (widthPx: number) => ({ widthPx, padPx: 12, zoom: 1 });
const USUAL: TileRoom = { way: null, layout: LAID_OUT, hasPicture: true, scale: 1, inkOf: () => null };
const measured = (page: Ink | null, adapted: Ink | null) => (way: MarkupWay) => (way === "page" ? page : adapted);

test("a block is scaled to its tile and never larger than on its page", () => {
  expect(scaleOf(LAID_OUT, room(212))).toBe(0.5);
  expect(scaleOf(LAID_OUT, room(2_000))).toBe(1);
});

test("by itself a block is as on its page, unless it would be too small to read or nobody has seen it there", () => {
  expect(wayOf(USUAL)).toBe("page");
  expect(wayOf({ ...USUAL, scale: 0.2 })).toBe("adapted");
  expect(wayOf({ ...USUAL, layout: null, hasPicture: false })).toBe("adapted");
  expect(wayOf({ ...USUAL, way: "page", scale: 0.2 })).toBe("page");
  expect(wayOf({ ...USUAL, way: "picture" })).toBe("picture");
  expect(wayOf({ ...USUAL, way: "picture", hasPicture: false })).toBe("page");
});

test("words whose ground lies beside the block are shown by a picture, and as text where there is none", () => {
  const lost = { ...USUAL, layout: { ...LAID_OUT, isLegible: false } };
  expect(wayOf(lost)).toBe("picture");
  expect(wayOf({ ...lost, hasPicture: false })).toBe("text");
  expect(wayOf({ ...lost, hasPicture: false, way: "page" })).toBe("page");
  expect(wayOf({ ...lost, hasPicture: false, inkOf: measured("seen", null) })).toBe("page");
});

test("a block that hides itself in the width of its tile is shown as on its page, however small", () => {
  const narrow = { ...USUAL, scale: 0.3, inkOf: measured(null, "blank") };
  expect(wayOf(narrow)).toBe("page");
  expect(wayOf({ ...narrow, inkOf: measured("blank", "blank") })).toBe("picture");
  expect(wayOf({ ...narrow, inkOf: measured("blank", "blank"), hasPicture: false })).toBe("text");
});

test("a blank way that the person chose gives place too, one that is hard to read does not", () => {
  expect(wayOf({ ...USUAL, way: "adapted", inkOf: measured(null, "blank") })).toBe("page");
  expect(wayOf({ ...USUAL, way: "adapted", inkOf: measured(null, "illegible") })).toBe("adapted");
});

test("whatever is known of a tile, it is shown in a way that can be had and was not seen to be blank", () => {
  const ink = fc.constantFrom<Ink | null>("seen", "blank", "illegible", null);
  const rooms = fc.record({
    way: fc.constantFrom("page", "adapted", "picture", null),
    layout: fc.constantFrom(LAID_OUT, { ...LAID_OUT, isLegible: false }, null),
    hasPicture: fc.boolean(),
    scale: fc.option(fc.double({ min: 0.01, max: 2, noNaN: true })),
  });
  fc.assert(
    fc.property(rooms, ink, ink, (given, page, adapted) => {
      const shown = wayOf({ ...given, inkOf: measured(page, adapted) });
      if (shown === "picture") expect(given.hasPicture).toBe(true);
      if (shown === "page") expect(given.layout).not.toBeNull();
      if (shown === "page") expect(page).not.toBe("blank");
      if (shown === "adapted") expect(adapted).not.toBe("blank");
    }),
  );
});

test("what a browser saw at that look counts more than what is known of the page", () => {
  const seen = { kind: "found", path: "html[1]", confidence: 1, margin: 1, candidates: [] } as const;
  const rendered = { ...LAID_OUT, width: 300 };
  const verdict = { ...seen, candidates: [] };
  expect(laidOutAt({ layout: LAID_OUT }, { verdict })).toEqual(LAID_OUT);
  expect(laidOutAt({ layout: LAID_OUT }, { verdict: { ...verdict, laidOut: rendered } })).toEqual(rendered);
});

test("a part of a joined tile has its own way, any other tile that of its style, and text where the sheet is text", () => {
  const id = FollowId.parse("00000000-0000-7000-8000-000000000001");
  const other = FollowId.parse("00000000-0000-7000-8000-000000000002");
  const style = TileStyle.parse({ way: "adapted", parts: { [id]: "picture" } });
  const joined = { style, content: { kind: "joined" as const, title: null, followIds: [id, other] } };
  expect(wayInTile(joined, { reader: false }, id)).toBe("picture");
  expect(wayInTile(joined, { reader: true }, id)).toBe("picture");
  expect(wayInTile(joined, { reader: false }, other)).toBe("adapted");
  expect(wayInTile(joined, { reader: true }, other)).toBe("text");
  const single = { style, content: { kind: "follow" as const } };
  expect(wayInTile(single, { reader: false }, id)).toBe("adapted");
  expect(wayInTile({ ...single, style: { ...style, reader: false } }, { reader: true }, id)).toBe("adapted");
});

test("where nobody can measure it, a block is as it was chosen or as on its page, and never smaller than can be read", () => {
  expect(unmeasuredWay(null, LAID_OUT)).toBe("page");
  expect(unmeasuredWay(null, null)).toBe("adapted");
  expect(unmeasuredWay("adapted", LAID_OUT)).toBe("adapted");
  expect(unmeasuredWay("picture", LAID_OUT)).toBe("page");
  expect(unmeasuredWay("text", LAID_OUT)).toBe("text");
  expect(unmeasuredWay(null, { ...LAID_OUT, isLegible: false })).toBe("text");
  expect(leastScale(null)).toBeGreaterThan(0.3);
  expect(leastScale("page")).toBe(0);
});
