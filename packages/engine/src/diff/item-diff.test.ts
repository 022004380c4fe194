import fc from "fast-check";
import { expect, test } from "vitest";
import { diffItems } from "./item-diff.ts";

const items = (keys: string) => [...keys].map((key) => ({ key, text: key, title: key }));
const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => key).join("");

test("added, removed and moved items are told apart", () => {
  const diff = diffItems(items("abcd"), items("dabx"));
  expect(keysOf(diff.added)).toBe("x");
  expect(keysOf(diff.removed)).toBe("c");
  expect(diff.moved).toEqual([{ item: { key: "d", text: "d", title: "d" }, from: 3, to: 0 }]);
});

test("an item with the same key and another text is reworded, not replaced", () => {
  const diff = diffItems([{ key: "/a", text: "5 EUR", title: "" }], [{ key: "/a", text: "4 EUR", title: "" }]);
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

const match = (title: string, minute: string) => ({ key: `${title} ${minute}`, text: `${title}\n${minute}`, title });

test("an item without a link whose smaller print differs is reworded, not replaced", () => {
  const before = [match("Ravens 1 Owls 0", "84'"), match("Larks 2 Finches 2", "12'")];
  const after = [match("Ravens 1 Owls 0", "85'"), match("Larks 3 Finches 2", "13'")];
  const diff = diffItems(before, after);
  expect(diff.reworded).toEqual([{ before: before[0], after: after[0] }]);
  expect(diff).toMatchObject({ added: [after[1]], removed: [before[1]], moved: [] });
});

test("nothing is removed and added under one title, and every item is accounted for once", () => {
  const item = fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2", "3", "4"));
  const list = fc
    .uniqueArray(item, { selector: (pair) => pair.join(" ") })
    .map((pairs) => pairs.map(([title, minute]) => match(title, minute)));
  fc.assert(
    fc.property(list, list, (before, after) => {
      const diff = diffItems(before, after);
      const titles = new Set(diff.removed.map(({ title }) => title));
      expect(diff.added.filter(({ title }) => titles.has(title))).toEqual([]);
      expect(before.length - diff.removed.length).toBe(after.length - diff.added.length);
    }),
  );
});

test("items that cannot be told apart stay as many as they are", () => {
  expect(diffItems(items("aab"), items("aab"))).toEqual({ added: [], removed: [], moved: [], reworded: [] });
  expect(keysOf(diffItems(items("aab"), items("ab")).removed)).toBe("a");
});
