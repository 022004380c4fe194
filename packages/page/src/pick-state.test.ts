import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterMove,
  keyMeaning,
  type Move,
  marksOf,
  meant,
  NOTHING_PICKED,
  type PickState,
  pathOf,
  walkFor,
} from "./pick-state.ts";
import type { Level } from "./picker-messages.ts";

const level = (node: number): Level => ({ node, tag: "div", name: `block ${node}`, box: [0, 0, 10, 10] });
const levels = (...nodes: readonly number[]) => nodes.map(level);
const after = (...moves: readonly Move[]): PickState => moves.reduce(afterMove, NOTHING_PICKED);
const BARE = { fragments: [], alike: [], pointed: null };

test("hovering means the smallest block, the wheel its parent and back again", () => {
  const hover = { kind: "hover", levels: levels(1, 5, 9) } as const;
  expect(meant(after(hover))?.node).toBe(9);
  expect(meant(after(hover, { kind: "wheel", direction: "out" }))?.node).toBe(5);
  const back = after(hover, { kind: "wheel", direction: "out" }, { kind: "wheel", direction: "in" });
  expect(meant(back)?.node).toBe(9);
});

test("a level that was asked for stays while the pointer is inside it, and no longer", () => {
  const walked = after({ kind: "hover", levels: levels(1, 5, 9) }, { kind: "wheel", direction: "out" });
  expect(meant(afterMove(walked, { kind: "hover", levels: levels(1, 5, 7) }))?.node).toBe(5);
  expect(meant(afterMove(walked, { kind: "hover", levels: levels(1, 20, 21) }))?.node).toBe(21);
});

test("the wheel says which child: the one under the pointer", () => {
  const walked = after({ kind: "hover", levels: levels(1, 5, 9) }, { kind: "wheel", direction: "out" });
  const moved = afterMove(walked, { kind: "hover", levels: levels(1, 5, 7) });
  expect(meant(afterMove(moved, { kind: "wheel", direction: "in" }))?.node).toBe(7);
});

test("one press holds the block, a press elsewhere lets go of it, two presses choose it", () => {
  const pinned = after({ kind: "press", levels: levels(1, 5), isDouble: false });
  expect(meant(afterMove(pinned, { kind: "hover", levels: levels(1, 8) }))?.node).toBe(5);
  expect(meant(afterMove(pinned, { kind: "press", levels: levels(1, 8), isDouble: false }))?.node).toBe(8);
  expect(afterMove(pinned, { kind: "press", levels: levels(1, 5), isDouble: true }).chosen).toEqual(levels(1, 5));
});

test("a double press inside a larger block that was asked for chooses the larger one", () => {
  const walked = after({ kind: "hover", levels: levels(1, 5, 9) }, { kind: "wheel", direction: "out" });
  const chosen = afterMove(walked, { kind: "press", levels: levels(1, 5, 9), isDouble: true });
  expect(meant(chosen)?.node).toBe(5);
});

test("parts are cut out of the chosen block only, and put back by a second press", () => {
  const cutting = after(
    { kind: "press", levels: levels(1, 5), isDouble: true },
    { kind: "cutting", isOn: true },
    { kind: "press", levels: levels(1, 5, 9), isDouble: false },
  );
  expect(cutting.cuts).toEqual([9]);
  expect(marksOf(cutting, BARE).map(({ look }) => look)).toEqual(["picked", "cut"]);
  expect(afterMove(cutting, { kind: "press", levels: levels(1, 3), isDouble: false }).cuts).toEqual([9]);
  expect(afterMove(cutting, { kind: "press", levels: levels(1, 5, 9, 11), isDouble: false }).cuts).toEqual([]);
  expect(afterMove(cutting, { kind: "level", at: 0 }).cuts).toEqual([]);
});

test("going back leaves cutting, then the choice, then the block", () => {
  const cutting = after({ kind: "press", levels: levels(1, 5), isDouble: true }, { kind: "cutting", isOn: true });
  const chosen = afterMove(cutting, { kind: "back" });
  expect(chosen).toMatchObject({ isCutting: false, chosen: levels(1, 5) });
  const pointing = afterMove(chosen, { kind: "back" });
  expect(pointing.chosen).toBeNull();
  expect(meant(pointing)?.node).toBe(5);
  expect(meant(afterMove(pointing, { kind: "back" }))).toBeNull();
});

test("arrow keys use the levels in hand and ask the frame for the rest", () => {
  expect(walkFor(NOTHING_PICKED, "ArrowDown")).toEqual({ kind: "walk", node: null, direction: "in" });
  expect(walkFor(NOTHING_PICKED, "ArrowUp")).toBeNull();
  const outer = after({ kind: "hover", levels: levels(1, 5, 9) }, { kind: "wheel", direction: "out" });
  expect(walkFor(outer, "ArrowDown")).toEqual({ kind: "wheel", direction: "in" });
  expect(walkFor(outer, "ArrowRight")).toEqual({ kind: "walk", node: 5, direction: "next" });
  const inner = after({ kind: "hover", levels: levels(1, 5, 9) });
  expect(walkFor(inner, "ArrowDown")).toEqual({ kind: "walk", node: 9, direction: "in" });
});

const anyLevels = fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }).map((nodes) => nodes.map(level));
const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constantFrom("hover" as const, "walked" as const), levels: anyLevels }),
  fc.record({ kind: fc.constant("press" as const), levels: anyLevels, isDouble: fc.boolean() }),
  fc.record({ kind: fc.constant("wheel" as const), direction: fc.constantFrom("in" as const, "out" as const) }),
  fc.record({ kind: fc.constant("level" as const), at: fc.integer({ min: -2, max: 7 }) }),
  fc.record({ kind: fc.constantFrom("confirm" as const, "back" as const, "leave" as const) }),
  fc.record({ kind: fc.constant("cutting" as const), isOn: fc.boolean() }),
  fc.record({ kind: fc.constant("extent" as const), extent: fc.constantFrom("one" as const, "alike" as const) }),
);

test("whatever the person does, the block that is meant is on the shown path", () => {
  fc.assert(
    fc.property(fc.array(anyMove, { maxLength: 30 }), (moves) => {
      const state = moves.reduce(afterMove, NOTHING_PICKED);
      const block = meant(state);
      if (block) expect(pathOf(state)).toContainEqual(block);
      else expect(state.chosen).toBeNull();
      if (!state.chosen) expect(state.cuts).toEqual([]);
    }),
  );
});

const pointing = after({ kind: "hover", levels: levels(1, 5) });
const chosen = afterMove(pointing, { kind: "confirm" });
const cutting = afterMove(chosen, { kind: "cutting", isOn: true });

test("Enter takes the block, then puts it on the sheet; while parts are cut out it ends that", () => {
  expect(keyMeaning("Enter", pointing, "none")).toEqual({ kind: "move", move: { kind: "confirm" } });
  expect(keyMeaning("Enter", chosen, "none")).toEqual({ kind: "put" });
  expect(keyMeaning("Enter", cutting, "none")).toEqual({ kind: "move", move: { kind: "cutting", isOn: false } });
});

test("cutting out and all alike need a block, the blocks of the page need none", () => {
  for (const key of ["x", "a"]) expect(keyMeaning(key, pointing, "none")).toBeNull();
  expect(keyMeaning("x", chosen, "none")).toEqual({ kind: "move", move: { kind: "cutting", isOn: true } });
  expect(keyMeaning("a", chosen, "none")).toEqual({ kind: "move", move: { kind: "extent", extent: "alike" } });
  expect(keyMeaning("f", pointing, "none")).toEqual({ kind: "show", shown: "all" });
  expect(keyMeaning("f", pointing, "changing")).toEqual({ kind: "show", shown: "none" });
  expect(keyMeaning("f", chosen, "none")).toBeNull();
});

test("arrows walk while nothing is chosen: out of what is in hand, aside by asking the frame", () => {
  expect(keyMeaning("ArrowUp", pointing, "none")).toEqual({ kind: "move", move: { kind: "wheel", direction: "out" } });
  expect(keyMeaning("ArrowRight", pointing, "none")).toMatchObject({ kind: "ask", message: { direction: "next" } });
  for (const key of ["ArrowUp", "ArrowRight", "q"]) expect(keyMeaning(key, chosen, "none")).toBeNull();
});

test("Escape and help work anywhere", () => {
  for (const state of [NOTHING_PICKED, pointing, chosen, cutting]) {
    expect(keyMeaning("Escape", state, "none")).toEqual({ kind: "move", move: { kind: "back" } });
    expect(keyMeaning("?", state, "none")).toEqual({ kind: "help" });
  }
});
