import type { FollowReply } from "@tessera/model/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { follow, observation } from "../../tile/tiles.fixture.ts";
import { type BoardRow, boardRow, nextSort, type Series, sorted, sparkline } from "./board.ts";

const point = (at: number, value: number): Series[number] => ({ at, value }) as Series[number];
const priced = (id: string, number: number): FollowReply => ({
  ...follow(id),
  number,
  latestFound: { ...observation("changed"), excerpt: `€ ${number}` },
});

test("a change is that between the last two numbers that differ, with when it came", () => {
  const row = boardRow(priced("a", 12), [point(1, 10), point(2, 12), point(3, 12)], undefined);
  expect(row.change).toEqual({ by: 2, share: 0.2, at: 2 });
  expect(boardRow(priced("a", 12), [point(1, 12)], undefined).change).toBeNull();
  expect(boardRow(priced("a", 1), [point(1, 0), point(2, 1)], undefined).change).toEqual({ by: 1, share: null, at: 2 });
  expect(boardRow({ ...priced("a", 1), number: null }, [point(1, 0), point(2, 1)], undefined).change).toBeNull();
});

test("rows are sorted by number, not by how it is written, and what says nothing stays last", () => {
  const rows = [priced("a", 9), priced("b", 100), priced("c", 20)].map((each) => boardRow(each, [], undefined));
  const silent = { ...boardRow({ ...follow("d"), latestFound: null }, [], undefined), value: null };
  const names = (all: readonly BoardRow[]) => all.map((row) => row.follow.id);
  const all = [silent, ...rows];
  const [a, b, c] = names(rows);
  expect(names(sorted(all, { by: "value", isUp: true }, "en"))).toEqual([a, c, b, silent.follow.id]);
  expect(names(sorted(all, { by: "value", isUp: false }, "en"))).toEqual([b, c, a, silent.follow.id]);
  expect(sorted(all, null, "en")).toBe(all);
});

test("a column is sorted up, then down, then not at all", () => {
  const up = nextSort(null, "value");
  const down = nextSort(up, "value");
  expect([up, down, nextSort(down, "value")]).toEqual([
    { by: "value", isUp: true },
    { by: "value", isUp: false },
    null,
  ]);
  expect(nextSort(down, "name")).toEqual({ by: "name", isUp: true });
});

test("whatever the numbers, the line stays inside of its box", () => {
  const points = fc.array(fc.tuple(fc.nat(1e9), fc.double({ noNaN: true, min: -1e12, max: 1e12 })), { minLength: 2 });
  fc.assert(
    fc.property(points, (pairs) => {
      const line = sparkline(pairs.sort(([one], [other]) => one - other).map(([at, value]) => point(at, value)));
      const numbers = [...(line ?? "").matchAll(/[MHV ](-?[\d.]+)/g)].map(([, text]) => Number(text));
      expect(numbers.length).toBeGreaterThan(2);
      expect(numbers.every((number) => number >= 0 && number <= 72)).toBe(true);
    }),
  );
  expect(sparkline([point(1, 1)])).toBeNull();
});
