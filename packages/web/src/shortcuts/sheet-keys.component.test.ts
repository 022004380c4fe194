import { beforeEach, expect, test } from "vitest";
import { follow, tile } from "../tile/tiles.fixture.ts";
import { type SheetAction, sheetKeys, type TileAction } from "./shortcuts.ts";

const lamp = tile("lamp", follow("f"));
let done: (TileAction | SheetAction)[];

beforeEach(() => {
  done = [];
  document.body.innerHTML = `<article data-tile="lamp" tabindex="0">
    <header><button>More</button><input /></header><div tabindex="0">a long text</div>
  </article>`;
  document.body.onkeydown = sheetKeys({
    tiles: () => [lamp],
    ontile: (_, action) => void done.push(action),
    onsheet: (action) => void done.push(action),
  });
});

function press(key: string, selector: string, held: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held });
  return document.querySelector(selector)!.dispatchEvent(event);
}

test("arrows lead on from a button of a tile as from the tile, other keys of it are its own", () => {
  press("ArrowDown", "article");
  press("ArrowDown", "button");
  expect(done).toEqual([
    { kind: "focus", direction: "down" },
    { kind: "focus", direction: "down" },
  ]);
  done = [];
  expect(press("Enter", "button")).toBe(true);
  press("Delete", "button");
  press("ArrowDown", "button", { shiftKey: true });
  press("ArrowDown", "input");
  press("ArrowDown", "div");
  expect(done).toEqual([]);
});
