import fc from "fast-check";
import { expect, test } from "vitest";
import { type Distance, FrameQueue } from "./frame-queue.ts";

function queue() {
  const granted: string[] = [];
  const idle: (() => void)[] = [];
  const late: (() => void)[] = [];
  const turns = new FrameQueue({
    grant: (tile) => granted.push(tile),
    whenIdle: (callback) => idle.push(callback),
    whenLate: (callback) => late.push(callback),
  });
  /** The browser has time, again and again; every frame loads at once. */
  const rest = () => {
    for (let next = idle.shift(); next; next = idle.shift()) {
      next();
      for (const tile of granted) turns.loaded(tile);
    }
  };
  return { turns, granted, idle, late, rest };
}

test("what is in view comes at once and together, what is near when there is time, what is far not at all", () => {
  const { turns, granted, idle, rest } = queue();
  for (const tile of ["a", "b", "c", "d"]) turns.join(tile, false);
  turns.move("c", "near");
  turns.move("a", "in-view");
  turns.move("b", "in-view");
  expect(granted).toEqual(["a", "b"]);
  for (const tile of ["a", "b"]) turns.loaded(tile);
  expect(idle).toHaveLength(1);
  rest();
  expect(granted).toEqual(["a", "b", "c"]);
});

test("while the sheet is scrolled nobody gets a frame, and at rest whoever is in view by then", () => {
  const { turns, granted, rest } = queue();
  for (const tile of ["a", "b"]) turns.join(tile, false);
  turns.hold();
  turns.move("a", "in-view");
  turns.move("a", "far");
  turns.move("b", "in-view");
  rest();
  expect(granted).toEqual([]);
  turns.release();
  expect(granted).toEqual(["b"]);
});

test("those that are near wait for those that are in view", () => {
  const { turns, granted, idle } = queue();
  for (const tile of ["a", "b"]) turns.join(tile, true);
  turns.join("c", false);
  turns.move("c", "near");
  expect([granted, idle]).toEqual([[], []]);
  turns.leave("a");
  turns.loaded("b");
  idle.shift()?.();
  expect(granted).toEqual(["c"]);
});

test("a frame that never comes keeps nobody waiting", () => {
  const { turns, granted, idle, late } = queue();
  for (const tile of ["a", "b"]) turns.join(tile, true);
  turns.join("c", false);
  turns.move("c", "near");
  let settled = 0;
  turns.whenSettled(() => settled++);
  for (const callback of late) callback();
  idle.shift()?.();
  expect(granted).toEqual(["c"]);
  expect(settled).toBe(1);
});

test("the sheet is settled once nothing is being loaded, and says so once", () => {
  const { turns } = queue();
  let settled = 0;
  turns.join("a", true);
  turns.whenSettled(() => settled++);
  expect(settled).toBe(0);
  turns.loaded("a");
  turns.loaded("a");
  expect(settled).toBe(1);
});

test("whatever happens, every tile that is near in the end gets exactly one frame", () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("move" as const),
      tile: fc.nat(9),
      to: fc.constantFrom<Distance>("in-view", "near", "far"),
    }),
    fc.record({ kind: fc.constantFrom("hold" as const, "release" as const, "loaded" as const), tile: fc.nat(9) }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { turns, granted, rest } = queue();
      for (let tile = 0; tile < 10; tile++) turns.join(String(tile), tile % 3 === 0);
      for (const each of steps) {
        if (each.kind === "move") turns.move(String(each.tile), each.to);
        else if (each.kind === "loaded") turns.loaded(String(each.tile));
        else turns[each.kind]();
      }
      turns.release();
      for (let tile = 0; tile < 10; tile++) turns.move(String(tile), "near");
      for (let tile = 0; tile < 10; tile++) turns.loaded(String(tile));
      rest();
      expect([...granted].sort()).toEqual(["1", "2", "4", "5", "7", "8"]);
    }),
  );
});
