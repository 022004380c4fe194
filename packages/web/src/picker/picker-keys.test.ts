import type { Level } from "@tessera/page";
import { expect, test } from "vitest";
import { afterMove, type Move, NOTHING_PICKED, type PickState } from "./pick-state.ts";
import { keyMeaning } from "./picker-keys.ts";

const levels: readonly Level[] = [1, 5].map((node) => ({ node, tag: "div", name: "", box: [0, 0, 1, 1] }));
const after = (...moves: readonly Move[]): PickState => moves.reduce(afterMove, NOTHING_PICKED);
const pointing = after({ kind: "hover", levels: [...levels] });
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
