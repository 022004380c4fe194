import { afterEach, beforeEach, expect, test } from "vitest";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import MiniSheet from "./MiniSheet.svelte";
import { Picker } from "./picker.svelte.ts";
import { TargetSheet } from "./target-sheet.svelte.ts";

let target: TargetSheet;
let shown: Mounted;

beforeEach(() => {
  target = new TargetSheet();
  target.beginDrag("panel");
  const nothing = (): void => undefined;
  const words = { add: "Add", remove: "", changes: String, removed: String, joined: String };
  const picker = new Picker({
    sheet: target,
    words,
    onHelp: nothing,
    onAdded: nothing,
    onTaught: nothing,
    onLeave: nothing,
  });
  shown = mounted(MiniSheet, { picker, target });
});
afterEach(() => shown.close());

function press(key: string, held: KeyboardEventInit = {}): typeof target.place {
  shown.fire(shown.one(".new"), new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held }));
  return target.place;
}

test("the new tile has the keys of a tile on the sheet: Shift moves it, Ctrl resizes it", () => {
  const { width, height } = target.place;
  expect(press("ArrowRight", { shiftKey: true })).toEqual({ x: 1, y: 0, width, height });
  expect(press("ArrowDown")).toEqual({ x: 1, y: 1, width, height });
  expect(press("ArrowRight", { ctrlKey: true })).toEqual({ x: 1, y: 1, width: width + 1, height });
  expect(press("ArrowUp", { metaKey: true })).toEqual({ x: 1, y: 1, width: width + 1, height: height - 1 });
});

test("other keys and chords are not its own", () => {
  const before = target.place;
  press("ArrowRight", { altKey: true });
  press("ArrowRight", { ctrlKey: true, shiftKey: true });
  press("Delete");
  expect(target.place).toEqual(before);
});
