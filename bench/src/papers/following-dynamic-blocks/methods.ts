/** The methods that [following-dynamic-blocks] compares, by the names of its tables. */
import type { Tracer } from "@tessera/engine";
import {
  type AdaptivePatternMemory,
  adaptivePatternOf,
  anyTracerNamed,
  combinedPatternOf,
  isLargeChange,
  PATTERN_NAMES,
  type PatternName,
} from "@tessera/engine/papers";

export interface Method {
  /** As in the paper's tables: `Area`, `CPM`, or `CPM AP` for a combination. */
  readonly label: string;
  readonly tracer: Tracer;
}

/** Table 4: label and name of the tracer. */
const COMPARED: readonly (readonly [label: string, tracer: string])[] = [
  ["Area", "area"],
  ["Path", "path-pattern"],
  ["ConteNt", "content"],
  ["ConteXt", "context"],
  ["TextL", "text-lens"],
  ["EditD", "edit-distance"],
  ["CPM", "combined-pattern"],
  ["APM", "adaptive-pattern"],
];

/** The baselines of Table 4: everything but the paper's own two models. */
export const BASELINES: readonly string[] = COMPARED.slice(0, 6).map(([label]) => label);

/** The combinations in the order of Table 7, the last one being all four. */
export const COMBINATIONS: readonly string[] = ["AX", "AP", "AN", "PX", "NX", "PN", "ANX", "APX", "APN", "PNX", "APNX"];

const NAME_OF: Readonly<Record<string, PatternName>> = { A: "area", P: "path", N: "content", X: "context" };

export function comparedMethods(): Method[] {
  return COMPARED.map(([label, name]) => ({ label, tracer: known(name) }));
}

/** Not in the paper: APM that does not learn from a sample on which it gives its alert (section 5.2.3). */
export function heedingMethod(): Method {
  const tracer = known("adaptive-pattern");
  const adapt: Tracer["adapt"] = (memory, page, node, teacher) => {
    const next = tracer.adapt(memory, page, node, teacher);
    const { change } = next as AdaptivePatternMemory;
    return teacher === "tracer" && change && isLargeChange(change) ? memory : next;
  };
  return { label: "APM heeding its alert", tracer: { ...tracer, adapt } };
}

/** Both models with every combination of two and three patterns. */
export function combinationMethods(): Method[] {
  const fewer = COMBINATIONS.filter((letters) => letters.length < PATTERN_NAMES.length);
  return fewer.flatMap((letters) => {
    const patterns = [...letters].map((letter) => NAME_OF[letter]!);
    const options = (model: string) => ({
      name: `${model}-${letters.toLowerCase()}`,
      about: `${model} of ${patterns.join(", ")}`,
      patterns,
      calibration: known(`${model}-pattern`).calibration,
    });
    return [
      { label: `CPM ${letters}`, tracer: combinedPatternOf(options("combined")) as unknown as Tracer },
      { label: `APM ${letters}`, tracer: adaptivePatternOf(options("adaptive")) as unknown as Tracer },
    ];
  });
}

function known(name: string): Tracer {
  const tracer = anyTracerNamed(name);
  if (!tracer) throw new RangeError(`no tracer ${name}`);
  return tracer;
}
