import type { Content } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareContents } from "./compare.ts";
import { slid } from "./slid.ts";

function feed(...keys: readonly string[]): Content {
  const items = keys.map((key) => ({ key, title: key, text: `About ${key}`, href: null }));
  return { text: items.map(({ text }) => text).join("\n"), html: "", items, isFeed: true, pictures: [] };
}

const removed = (before: Content, now: Content) =>
  compareContents(slid(before, now), now).items?.removed.map(({ key }) => key);

test("what leaves a feed at its end is no news, at either end", () => {
  expect(removed(feed("c", "b", "a"), feed("d", "c", "b"))).toEqual([]);
  expect(removed(feed("a", "b", "c"), feed("b", "c", "d"))).toEqual([]);
  expect(removed(feed("b", "a"), feed("d", "c"))).toEqual([]);
});

test("what is missing between others was taken back", () => {
  expect(removed(feed("c", "b", "a"), feed("c", "a"))).toEqual(["b"]);
});

test("a list that is no feed is as it was", () => {
  const list = { ...feed("b", "a"), isFeed: false };
  expect(slid(list, feed("b"))).toBe(list);
});

test("a feed that only slid says what it said: its text is that of its items", () => {
  const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });
  fc.assert(
    fc.property(keys, fc.nat(12), fc.nat(12), (all, from, count) => {
      const [before, now] = [feed(...all), feed(...all.slice(from, from + count))];
      const left = slid(before, now);
      expect(left.items).toEqual(now.items);
      expect(left.text).toBe(now.text);
    }),
  );
});
