import fc from "fast-check";
import { expect, test } from "vitest";
import { diffItems } from "./item-diff.ts";

const items = (keys: string) => [...keys].map((key) => ({ key, text: key }));
const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => key).join("");

test("added, removed and moved items are told apart", () => {
  const diff = diffItems(items("abcd"), items("dabx"));
  expect(keysOf(diff.added)).toBe("x");
  expect(keysOf(diff.removed)).toBe("c");
  expect(diff.moved).toEqual([{ item: { key: "d", text: "d" }, from: 3, to: 0 }]);
});

test("an item with the same key and another text is reworded, not replaced", () => {
  const diff = diffItems([{ key: "/a", text: "5 EUR" }], [{ key: "/a", text: "4 EUR" }]);
  expect(diff).toMatchObject({ added: [], removed: [], moved: [], reworded: [{ after: { text: "4 EUR" } }] });
});

test("the diff applied to the old list gives the new one", () => {
  const list = fc.uniqueArray(fc.constantFrom(..."abcdefghij")).map((keys) => items(keys.join("")));
  fc.assert(
    fc.property(list, list, (before, after) => {
      const diff = diffItems(before, after);
      const leaving = new Set([...keysOf(diff.removed), ...diff.moved.map(({ item }) => item.key)]);
      const result = before.filter(({ key }) => !leaving.has(key));
      const arriving = new Map([...diff.added, ...diff.moved.map(({ item }) => item)].map((item) => [item.key, item]));
      for (const [place, { key }] of after.entries()) {
        const item = arriving.get(key);
        if (item) result.splice(place, 0, item);
      }
      expect(keysOf(result)).toBe(keysOf(after));
    }),
  );
});

test("swapping two neighbours moves one item", () => {
  expect(diffItems(items("abcde"), items("acbde")).moved).toHaveLength(1);
});
