/** The four single-pattern approaches of [following-dynamic-blocks] section 4: each pattern on its own. */

import type { Tracer } from "../../tracer/tracer.ts";
import { type CombinedPatternMemory, combinedPatternOf } from "./combined-pattern.ts";

/** An exact match or none: found or gone, nothing between. */
const EXACT = { bias: -4, score: 8, margin: 0, foundFrom: 0.5, goneBelow: 0.5 };
/** `bench calibrate`: the lead over the runner-up tells; the score of a context alone says little. */
const CONTENT = { bias: 0.818, score: -0.585, margin: 6.668, foundFrom: 0.88, goneBelow: 0 };
const CONTEXT = { bias: -3.271, score: 5.186, margin: 12.638, foundFrom: 0.88, goneBelow: 0 };

export const areaOnly: Tracer<CombinedPatternMemory> = combinedPatternOf({
  name: "area",
  about: "[following-dynamic-blocks] 4 Area: the first element with exactly the recorded rectangle; needs layout",
  patterns: ["area"],
  calibration: EXACT,
});

export const pathOnly: Tracer<CombinedPatternMemory> = combinedPatternOf({
  name: "path-pattern",
  about: "[following-dynamic-blocks] 4 Path: the element at the recorded tags and indexes",
  patterns: ["path"],
  calibration: EXACT,
});

export const contentOnly: Tracer<CombinedPatternMemory> = combinedPatternOf({
  name: "content",
  about: "[following-dynamic-blocks] 4 Content: the element that keeps most of the recorded texts and images in place",
  patterns: ["content"],
  calibration: CONTENT,
});

export const contextOnly: Tracer<CombinedPatternMemory> = combinedPatternOf({
  name: "context",
  about: "[following-dynamic-blocks] 4 Context: the element with most of the recorded texts and images close to it",
  patterns: ["context"],
  calibration: CONTEXT,
});
