import fc from "fast-check";
import { expect, test } from "vitest";
import { nextInOrder, type Pressed, sheetAction, tileAction } from "./shortcuts.ts";

const press = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test("arrows walk, with shift they move, with control they resize", () => {
  expect(tileAction(press("ArrowLeft"))).toEqual({ kind: "focus", direction: "left" });
  expect(tileAction(press("ArrowUp", { shiftKey: true }))).toEqual({ kind: "move", direction: "up" });
  expect(tileAction(press("ArrowDown", { ctrlKey: true }))).toEqual({ kind: "resize", direction: "down" });
  expect(tileAction(press("ArrowDown", { metaKey: true }))).toEqual({ kind: "resize", direction: "down" });
});

test("the browser keeps its own chords", () => {
  fc.assert(
    fc.property(fc.string(), (key) => {
      expect(sheetAction(press(key, { ctrlKey: true }))).toBeNull();
      expect(tileAction(press(key, { altKey: true }))).toBeNull();
    }),
  );
  expect(tileAction(press("r", { ctrlKey: true }))).toBeNull();
});

test("digits choose a sheet by its position", () => {
  expect(sheetAction(press("1"))).toEqual({ kind: "sheet", position: 0 });
  expect(sheetAction(press("9"))).toEqual({ kind: "sheet", position: 8 });
  expect(sheetAction(press("0"))).toBeNull();
});

const tiles = ["c", "a", "b"].map((id) => ({ id, place: { x: 0, y: "abc".indexOf(id), width: 1, height: 1 } }));

test("when a tile leaves, the next one in reading order has the focus, and before the end the one above", () => {
  expect(nextInOrder(tiles, "a")).toBe("b");
  expect(nextInOrder(tiles, "c")).toBe("b");
});

test("after the only tile there is none", () => {
  expect(nextInOrder(tiles.slice(0, 1), "c")).toBeNull();
});
