/** Conditions as a person edits them: switches for what needs no value, lines for the rest. */
import type { Condition } from "@tessera/model";

export const SWITCHES = ["any-change", "new-item", "looks-different", "gone", "unsure", "back", "unreachable"] as const;
export type Switch = (typeof SWITCHES)[number];

export const LINES = [
  "adds",
  "removes",
  "contains",
  "lacks",
  "number-above",
  "number-below",
  "number-changed-by",
] as const;
export type LineKind = (typeof LINES)[number];
export type Line = Extract<Condition, { kind: LineKind }>;

const isSwitch = (kind: Condition["kind"]): kind is Switch => (SWITCHES as readonly string[]).includes(kind);

export function isLine(condition: Condition): condition is Line {
  return !isSwitch(condition.kind);
}

/** With the switch on or off, everything else as it was. */
export function switched(conditions: readonly Condition[], kind: Switch, isOn: boolean): readonly Condition[] {
  const others = conditions.filter((condition) => condition.kind !== kind);
  return isOn ? [...others, { kind }] : others;
}

/** A new line of a kind, to be filled in. */
export function newLine(kind: LineKind): Line {
  switch (kind) {
    case "adds":
    case "removes":
    case "contains":
    case "lacks":
      return { kind, words: { as: "words", text: "" } };
    case "number-above":
    case "number-below":
      return { kind, limit: 0, which: null };
    case "number-changed-by":
      return { kind, amount: 10, unit: "percent", direction: "any", which: null };
  }
}

/** Without lines that say nothing yet. */
export function finished(conditions: readonly Condition[]): readonly Condition[] {
  return conditions.filter((condition) => !("words" in condition) || condition.words.text.trim() !== "");
}

/** The limits that a chart of the block's number shows. */
export function thresholds(conditions: readonly Condition[]): readonly number[] {
  return conditions.flatMap((condition) =>
    condition.kind === "number-above" || condition.kind === "number-below" ? [condition.limit] : [],
  );
}
