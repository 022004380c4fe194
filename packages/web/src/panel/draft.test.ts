import { expect, test } from "vitest";
import { moved, namedBySelector, rowsOf, secretNameOf, valuesOf } from "./draft.ts";

test("rows become settings, and back", () => {
  const rows = rowsOf([
    { name: "a", value: "1" },
    { name: "b", secret: "s" },
  ]);
  expect(valuesOf(rows)).toEqual([
    { name: "a", value: "1" },
    { name: "b", secret: "s" },
  ]);
  expect(secretNameOf("header", " X-Key! ")).toBe("header x-key_");
  expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
  expect(moved([1, 2, 3], 0, 3)).toEqual([1, 2, 3]);
  expect(namedBySelector('role=button[name="Say \\"hi\\""]')).toBe('Say \\"hi\\"');
});
