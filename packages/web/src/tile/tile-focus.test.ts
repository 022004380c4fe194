import { expect, test } from "vitest";
import { nextInOrder } from "./tile-focus.ts";

const tiles = ["c", "a", "b"].map((id) => ({ id, place: { x: 0, y: "abc".indexOf(id), width: 1, height: 1 } }));

test("when a tile leaves, the next one in reading order has the focus, and before the end the one above", () => {
  expect(nextInOrder(tiles, "a")).toBe("b");
  expect(nextInOrder(tiles, "c")).toBe("b");
});

test("after the only tile there is none", () => {
  expect(nextInOrder(tiles.slice(0, 1), "c")).toBeNull();
});
