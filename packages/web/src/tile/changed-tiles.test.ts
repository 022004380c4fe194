import { expect, test } from "vitest";
import {
  hasNews,
  newsCount,
  titleOf,
  withContent,
  withFollow,
  withoutFollow,
  withoutScreen,
  withPlaces,
  withStyle,
} from "./changed-tiles.ts";
import { follow, observation, tile } from "./tiles.fixture.ts";

const tiles = [tile("t1", follow("a")), tile("t2", follow("b")), tile("t3", follow("a"))];

test("a follow that changed is new on every tile that shows it, and only there", () => {
  const changed = withFollow(tiles, follow("a", { title: "renamed" }));
  expect(changed.map((each) => each.follow?.title)).toEqual(["renamed", "b", "renamed"]);
  expect(changed[1]).toBe(tiles[1]);
});

test("a follow that was deleted takes all its tiles along", () => {
  expect(withoutFollow(tiles, "a").map(({ id }) => id)).toEqual(["t2"]);
});

test("a board loses the row of a follow that was deleted, and stays while it has another", () => {
  const [a, b] = [follow("a"), follow("b")];
  const content = { kind: "board" as const, title: "Table", followIds: [a.id, b.id] };
  const board = { ...tile("t", a), content, follows: [a, b] };
  expect(titleOf(board)).toBe("Table");
  expect(withFollow([board], follow("b", { title: "renamed" }))[0]?.follows[1]?.title).toBe("renamed");
  const [left] = withoutFollow([board], "a");
  expect(left).toMatchObject({ followId: "b", follow: { id: "b" }, follows: [{ id: "b" }] });
  expect(withoutFollow([left!], "b")).toEqual([]);
  const turned = withContent([board], "t", { ...content, followIds: [b.id, a.id] });
  expect(turned[0]?.follows.map(({ id }) => id)).toEqual(["b", "a"]);
});

test("what a person wrote changes in place, and goes with no follow", () => {
  const content = { kind: "note" as const, title: "To do", text: "milk" };
  const note = { ...tile("n", follow("a")), followId: null, follow: null, follows: [], content };
  expect(titleOf(note)).toBe("To do");
  expect(withoutFollow([note], "a")).toEqual([note]);
  expect(withFollow([note], follow("a"))[0]).toBe(note);
  const [changed] = withContent([note], "n", { ...content, text: "bread" });
  expect(changed?.content).toEqual({ ...content, text: "bread" });
  expect(withContent([note], "n", { kind: "links", title: "Links", groups: [], opens: "here" })).toEqual([note]);
});

test("places and styles reach their tile and no other", () => {
  const place = { x: 6, y: 2, width: 3, height: 3 };
  const moved = withPlaces(tiles, new Map([["t2", place]]), "wide");
  expect(moved.map((each) => each.place.x)).toEqual([0, 6, 0]);
  const onPhone = withPlaces(tiles, new Map([["t2", place]]), "phone");
  expect(onPhone.map((each) => [each.place.x, each.screens])).toEqual([
    [0, undefined],
    [0, { phone: place }],
    [0, undefined],
  ]);
  expect(withoutScreen(onPhone, "phone")).toEqual(tiles);
  const style = { ...tiles[0]!.style, reader: true };
  expect(withStyle(tiles, "t3", style).map((each) => each.style.reader)).toEqual([null, null, true]);
});

test.each([
  ["changed", true, true],
  ["verdict", true, true],
  ["moved", true, false],
  ["first", true, false],
  ["quiet", true, false],
  ["changed", false, false],
] as const)("a block that is %s, unseen: %s, is news: %s", (change, isUnseen, expected) => {
  expect(hasNews(tile("t", follow("a", { latest: observation(change), hasNews: isUnseen })))).toBe(expected);
});

test("news are counted by tile", () => {
  const news = follow("a", { latest: observation("changed"), hasNews: true });
  expect(newsCount([tile("t1", news), tile("t2", follow("b"))])).toBe(1);
});
