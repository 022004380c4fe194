import fc from "fast-check";
import { expect, test } from "vitest";
import type { FrameMessage, Level } from "./picker-messages.ts";
import { readFrameMessage, readInkMessage } from "./read-frame-message.ts";

const whole = fc.integer({ min: -100_000, max: 100_000 });
const level: fc.Arbitrary<Level> = fc.record({
  node: fc.nat(),
  tag: fc.string({ maxLength: 30 }),
  name: fc.string({ maxLength: 60 }),
  box: fc.tuple(whole, whole, whole, whole),
});
const levels = fc.array(level, { minLength: 1, maxLength: 40 });
const message: fc.Arbitrary<FrameMessage> = fc.oneof(
  fc.record({ kind: fc.constant("ready" as const), elements: fc.nat() }),
  fc.record({ kind: fc.constant("leave" as const) }),
  fc.record({ kind: fc.constantFrom("hover" as const, "walked" as const), levels }),
  fc.record({ kind: fc.constant("press" as const), levels, isDouble: fc.boolean() }),
  fc.record({ kind: fc.constant("hidden" as const), nodes: fc.array(fc.nat()) }),
  fc.record({ kind: fc.constant("wheel" as const), direction: fc.constantFrom("out" as const, "in" as const) }),
  fc.record({ kind: fc.constant("add" as const), node: fc.nat(), box: fc.tuple(whole, whole, whole, whole) }),
  fc.record({
    kind: fc.constant("measured" as const),
    node: fc.nat(),
    viewport: fc.tuple(whole, whole),
    boxes: fc.array(fc.tuple(whole, whole, whole, whole), { minLength: 1, maxLength: 200 }),
    flush: fc.nat(200),
    isLegible: fc.boolean(),
    turned: fc.option(fc.tuple(whole, whole, whole, whole, whole, whole)),
    cells: fc.array(whole, { maxLength: 100 }),
    grounds: fc.array(
      fc.record({
        up: fc.nat(200),
        offset: fc.integer({ min: -10_000, max: 10_000 }),
        box: fc.tuple(whole, whole, whole, whole),
      }),
      { maxLength: 4 },
    ),
  }),
  fc.record({
    kind: fc.constant("key" as const),
    key: fc.string({ maxLength: 20 }),
    shift: fc.boolean(),
    alt: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("drag" as const),
    phase: fc.constantFrom("start" as const, "move" as const, "drop" as const, "cancel" as const),
    x: whole,
    y: whole,
  }),
);

test("what the frame says is read as it was said, and nothing besides", () => {
  fc.assert(
    fc.property(message, (said) => {
      expect(readFrameMessage({ ...said, more: "of it" })).toEqual(said);
    }),
  );
});

test("anything else is nothing, and never an error", () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      const read = readFrameMessage(data);
      if (read) expect(read).toEqual(readFrameMessage(read));
    }),
  );
  for (const data of [
    null,
    "hover",
    { kind: "hover" },
    { kind: "hover", levels: [] },
    { kind: "hover", levels: [{ node: -1, tag: "p", name: "", box: [0, 0, 1, 1] }] },
    { kind: "hover", levels: [{ node: 1, tag: "p", name: "x".repeat(1_000), box: [0, 0, 1, 1] }] },
    { kind: "hover", levels: [{ node: 1, tag: "p", name: "", box: [0, 0, Number.NaN, 1] }] },
    { kind: "ready", elements: 1.5 },
    { kind: "add", node: 1, box: [0, 0, 1] },
    { kind: "measured", node: 1, viewport: [1], boxes: [[0, 0, 1, 1]], flush: 0 },
    { kind: "measured", node: 1, viewport: [1, 1], boxes: [], flush: 0 },
    { kind: "measured", node: 1, viewport: [1, 1], boxes: new Array(201).fill([0, 0, 1, 1]), flush: 0 },
    { kind: "measured", node: 1, viewport: [1, 1], boxes: [[0, 0, 1, "1"]], flush: 0 },
    { kind: "drag", phase: "throw", x: 0, y: 0 },
    { kind: "navigate", url: "https://elsewhere.test" },
  ]) {
    expect(readFrameMessage(data)).toBeNull();
  }
});

test("the frame that measures a tile can say three things and a height, and nothing else", () => {
  for (const ink of ["seen", "blank", "illegible"]) {
    expect(readInkMessage({ kind: "ink", ink, heightPx: 7, more: 1 })).toEqual({ kind: "ink", ink, heightPx: 7 });
    for (const heightPx of [-1, 1e9, Number.NaN, "7", undefined])
      expect(readInkMessage({ kind: "ink", ink, heightPx })).toEqual({ kind: "ink", ink, heightPx: null });
  }
  fc.assert(
    fc.property(fc.anything(), (data) => {
      expect(readInkMessage(data)).toBeNull();
    }),
  );
  expect(readInkMessage({ kind: "ink", ink: "red" })).toBeNull();
});
