/**
 * The ways in which signals compare a remembered block with candidates, each in a loop of its own over all candidates:
 * a call for each signal of each candidate would cost more than most comparisons.
 */
import type { Overlap } from "../../feature/overlap.ts";
import { type Facts, MARKS, MEMBERS, STRETCHES } from "./facts.ts";
import { jaccard, jaccardWith, markLikeness, ratio, UNKNOWN } from "./likeness.ts";
import { MEASURE, type Measure } from "./measures.ts";
import type { Reference } from "./reference.ts";

/** Where the values of one signal go: `first` for the first candidate, `step` further for each other one. */
export interface Column {
  readonly values: Float32Array;
  readonly first: number;
  readonly step: number;
}

export type Signal = (reference: Reference, candidates: readonly Facts[], column: Column) => void;

/** 1 where both have the same. */
export function same(measure: Measure): Signal {
  const number = MEASURE[measure];
  return ({ measures }, candidates, { values, first, step }) => {
    const known = measures[number];
    for (let row = 0; row < candidates.length; row++) {
      values[first + row * step] = candidates[row].measures[number] === known ? 1 : 0;
    }
  };
}

/** The same where 0 means that there is none: two without are neither alike nor different, one without is `another`. */
export function sameIfAny(measure: Measure, another = 0): Signal {
  const number = MEASURE[measure];
  return ({ measures }, candidates, { values, first, step }) => {
    const known = measures[number];
    for (let row = 0; row < candidates.length; row++) {
      const seen = candidates[row].measures[number];
      const ifUnlike = known === 0 || seen === 0 ? another : 0;
      values[first + row * step] = known !== seen ? ifUnlike : known === 0 ? UNKNOWN : 1;
    }
  };
}

/** The smaller one over the larger one. */
export function ratioOf(measure: Measure): Signal {
  const number = MEASURE[measure];
  return ({ measures }, candidates, { values, first, step }) => {
    const known = measures[number];
    for (let row = 0; row < candidates.length; row++) {
      values[first + row * step] = ratio(known, candidates[row].measures[number]);
    }
  };
}

/** 1 less the difference of two shares. */
export function nearness(measure: Measure): Signal {
  const number = MEASURE[measure];
  return ({ measures }, candidates, { values, first, step }) => {
    const known = measures[number];
    for (let row = 0; row < candidates.length; row++) {
      values[first + row * step] = 1 - Math.abs(known - candidates[row].measures[number]);
    }
  };
}

/** How much more the candidate has. */
export function difference(measure: Measure): Signal {
  const number = MEASURE[measure];
  return ({ measures }, candidates, { values, first, step }) => {
    const known = measures[number];
    for (let row = 0; row < candidates.length; row++) {
      values[first + row * step] = candidates[row].measures[number] - known;
    }
  };
}

/** The logarithm of how many times as much the candidate has. */
export function growth(measure: Measure): Signal {
  const number = MEASURE[measure];
  return ({ measures }, candidates, { values, first, step }) => {
    const known = measures[number];
    for (let row = 0; row < candidates.length; row++) {
      values[first + row * step] = Math.log((candidates[row].measures[number] + 1) / (known + 1));
    }
  };
}

/** Share of common members of two small sets. */
export function inCommon(set: (typeof MEMBERS)[number]): Signal {
  const number = MEMBERS.indexOf(set);
  return ({ members }, candidates, { values, first, step }) => {
    const known = members[number];
    for (let row = 0; row < candidates.length; row++) {
      values[first + row * step] = jaccard(known, candidates[row].members[number]);
    }
  };
}

/** Likeness of two elements next to them. */
export function alike(mark: (typeof MARKS)[number]): Signal {
  const number = MARKS.indexOf(mark);
  return ({ marks }, candidates, { values, first, step }) => {
    const known = marks[number];
    for (let row = 0; row < candidates.length; row++) {
      values[first + row * step] = markLikeness(known, candidates[row].marks[number]);
    }
  };
}

/** Share of common words of two short texts. */
export function wordsInCommon(stretch: (typeof STRETCHES)[number]): Signal {
  const number = STRETCHES.indexOf(stretch);
  return ({ known }, candidates, { values, first, step }) => {
    const words = known[number];
    for (let row = 0; row < candidates.length; row++) {
      values[first + row * step] = jaccardWith(words, candidates[row].stretches[number]);
    }
  };
}

/** Of what is remembered, the share that stands there. */
export function stillThere(stretch: (typeof STRETCHES)[number]): Signal {
  const number = STRETCHES.indexOf(stretch);
  return ({ known }, candidates, { values, first, step }) => {
    const { size } = known[number];
    for (let row = 0; row < candidates.length; row++) {
      values[first + row * step] = size === 0 ? UNKNOWN : known[number].among(candidates[row].stretches[number]) / size;
    }
  };
}

type Sampled = "words" | "runs" | "patterns" | "links" | "linkDirs" | "images" | "classes" | "namesInside" | "around";

/** Of what is remembered of the block, the share that is in the candidate; from its first child on where `below` is 1. */
export function recallOf(sampled: Sampled, below: 0 | 1 = 0): Signal {
  return (reference, candidates, column) => fillRecall(reference[sampled], candidates, { ...column, below });
}

/** Of what is in the candidate, the share that is remembered of the block. */
export function precisionOf(sampled: Sampled, below: 0 | 1 = 0): Signal {
  return (reference, candidates, column) => fillPrecision(reference[sampled], candidates, { ...column, below });
}

export function fillRecall(
  overlap: Overlap,
  candidates: readonly Facts[],
  { values, first, step, below }: Column & { readonly below: 0 | 1 },
): void {
  const ofNothing = overlap.isEmpty ? UNKNOWN : 0;
  for (let row = 0; row < candidates.length; row++) {
    const { node, end } = candidates[row];
    values[first + row * step] = overlap.isAbsent ? ofNothing : overlap.recall(node + below, end);
  }
}

function fillPrecision(
  overlap: Overlap,
  candidates: readonly Facts[],
  { values, first, step, below }: Column & { readonly below: 0 | 1 },
): void {
  const ofNothing = overlap.isEmpty ? UNKNOWN : 0;
  for (let row = 0; row < candidates.length; row++) {
    const { node, end } = candidates[row];
    const within = overlap.within(node + below, end);
    values[first + row * step] = within === 0 ? ofNothing : overlap.hits(node + below, end) / within;
  }
}

/** What only a look at both as a whole can tell. */
export function each(compare: (reference: Reference, facts: Facts) => number): Signal {
  return (reference, candidates, { values, first, step }) => {
    for (let row = 0; row < candidates.length; row++) values[first + row * step] = compare(reference, candidates[row]);
  };
}
