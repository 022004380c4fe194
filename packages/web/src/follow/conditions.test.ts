import { Condition, DEFAULT_CONDITIONS } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { finished, isLine, LINES, newLine, SWITCHES, switched, thresholds } from "./conditions.ts";

test("every kind of condition of the model can be edited, as a switch or as a line", () => {
  const kinds = Condition.options.map(({ shape }) => [...shape.kind.values][0] as string);
  expect([...SWITCHES, ...LINES].sort()).toEqual(kinds.sort());
});

test("a switch goes on and off and leaves the rest alone", () => {
  fc.assert(
    fc.property(fc.constantFrom(...SWITCHES), fc.boolean(), (kind, isOn) => {
      const after = switched(DEFAULT_CONDITIONS, kind, isOn);
      expect(after.filter((each) => each.kind === kind)).toHaveLength(isOn ? 1 : 0);
      expect(after.filter((each) => each.kind !== kind)).toEqual(
        DEFAULT_CONDITIONS.filter((each) => each.kind !== kind),
      );
    }),
  );
});

test("new lines are conditions as soon as they say something", () => {
  for (const kind of LINES) {
    const line = newLine(kind);
    expect(isLine(line)).toBe(true);
    const filled = "words" in line ? { ...line, words: { ...line.words, text: "tickets" } } : line;
    expect(Condition.safeParse(filled).success).toBe(true);
    expect(finished([filled])).toEqual([filled]);
    if ("words" in line) expect(finished([line])).toEqual([]);
  }
});

test("limits of numbers are the thresholds", () => {
  expect(thresholds([{ kind: "number-below", limit: 20, which: null }, { kind: "gone" }])).toEqual([20]);
});
