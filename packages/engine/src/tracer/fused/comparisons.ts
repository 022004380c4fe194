/**
 * The ways in which signals compare a remembered block with candidates, each in a loop of its own over all candidates:
 * a call for each signal of each candidate would cost more than most comparisons.
 */
import type { Overlap } from "../../feature/overlap.ts";
import { CONTEXTS, type LiveFeatures } from "./live-features.ts";
import {
  type Measure,
  type MemberSet,
  measures,
  memberSets,
  type Neighbour,
  neighbours,
  type ShortText,
  shortTexts,
} from "./measures.ts";
import type { Reference } from "./reference.ts";
import { jaccard, jaccardWith, markSimilarity, ratio, UNKNOWN } from "./similarity.ts";

/** Where the values of one signal go: `first` for the first of so many rows, `step` further for each other one. */
export interface Column {
  readonly values: Float32Array;
  readonly rows: number;
  readonly first: number;
  readonly step: number;
}

/** What all candidates have of what one reference knows. */
export interface Signal {
  fill(reference: Reference, candidateTable: CandidateTable, column: Column): void;
  /** True where both references know the same here, so that it says the same by both. */
  isSame(a: Reference, b: Reference): boolean;
}

type Fill<Known> = (known: Known, candidateTable: CandidateTable, column: Column) => void;

/** The signal that reads nothing of a reference but what it knows there. */
function signal<Known>(known: (reference: Reference) => Known, fill: Fill<Known>): Signal {
  return {
    fill: (reference, candidateTable, column) => fill(known(reference), candidateTable, column),
    isSame: (a, b) => known(a) === known(b),
  };
}

/** The signal that compares one measure of the block with those of the candidates. */
function ofMeasure(measure: Measure, fill: (known: number, seen: Float64Array, column: Column) => void): Signal {
  const number = measures.place[measure];
  return signal(
    (reference) => reference.measures[number],
    (known, candidateTable, column) => fill(known, candidateTable.measures[number], column),
  );
}

/** 1 where both have the same. */
export function same(measure: Measure): Signal {
  return ofMeasure(measure, (known, seen, { values, rows, first, step }) => {
    for (let row = 0; row < rows; row++) {
      values[first + row * step] = seen[row] === known ? 1 : 0;
    }
  });
}

/** The same where 0 means that there is none: two without are neither alike nor different, one without is `another`. */
export function sameIfAny(measure: Measure, another = 0): Signal {
  return ofMeasure(measure, (known, seen, { values, rows, first, step }) => {
    for (let row = 0; row < rows; row++) {
      const ifUnlike = known === 0 || seen[row] === 0 ? another : 0;
      values[first + row * step] = known !== seen[row] ? ifUnlike : known === 0 ? UNKNOWN : 1;
    }
  });
}

/** The smaller one over the larger one. */
export function ratioOf(measure: Measure): Signal {
  return ofMeasure(measure, (known, seen, { values, rows, first, step }) => {
    for (let row = 0; row < rows; row++) {
      values[first + row * step] = ratio(known, seen[row]);
    }
  });
}

/** 1 less the difference of two shares. */
export function nearness(measure: Measure): Signal {
  return ofMeasure(measure, (known, seen, { values, rows, first, step }) => {
    for (let row = 0; row < rows; row++) {
      values[first + row * step] = 1 - Math.abs(known - seen[row]);
    }
  });
}

/** How much more the candidate has. */
export function difference(measure: Measure): Signal {
  return ofMeasure(measure, (known, seen, { values, rows, first, step }) => {
    for (let row = 0; row < rows; row++) {
      values[first + row * step] = seen[row] - known;
    }
  });
}

/** The logarithm of how many times as much the candidate has. */
export function growth(measure: Measure): Signal {
  return ofMeasure(measure, (known, seen, { values, rows, first, step }) => {
    for (let row = 0; row < rows; row++) {
      values[first + row * step] = Math.log((seen[row] + 1) / (known + 1));
    }
  });
}

/** Share of common members of two small sets. */
export function inCommon(set: MemberSet): Signal {
  const number = memberSets.place[set];
  return signal(
    ({ members }) => members[number],
    (known, { features }, { values, rows, first, step }) => {
      for (let row = 0; row < rows; row++) {
        values[first + row * step] = jaccard(known, features[row].members[number]);
      }
    },
  );
}

/** Likeness of two elements next to them. */
export function alike(neighbour: Neighbour): Signal {
  const number = neighbours.place[neighbour];
  return signal(
    (reference) => reference.neighbours[number],
    (known, { features }, { values, rows, first, step }) => {
      for (let row = 0; row < rows; row++) {
        values[first + row * step] = markSimilarity(known, features[row].neighbours[number]);
      }
    },
  );
}

/** Share of common words of two short texts. */
export function wordsInCommon(text: ShortText): Signal {
  const number = shortTexts.place[text];
  return signal(
    ({ texts }) => texts[number],
    (words, { features }, { values, rows, first, step }) => {
      for (let row = 0; row < rows; row++) {
        values[first + row * step] = jaccardWith(words, features[row].texts[number]);
      }
    },
  );
}

/** Of what is remembered, the share that stands there. */
export function stillThere(context: (typeof CONTEXTS)[number]): Signal {
  const number = CONTEXTS.indexOf(context);
  return signal(
    ({ around }) => around[context],
    (known, { features }, { values, rows, first, step }) => {
      const { size } = known;
      for (let row = 0; row < rows; row++) {
        values[first + row * step] = size === 0 ? UNKNOWN : known.among(features[row].contexts[number]) / size;
      }
    },
  );
}

type Sampled = "words" | "runs" | "patterns" | "links" | "linkDirs" | "images" | "classes" | "namesInside";

/** Of what is remembered of the block, the share that is in the candidate; from its first child on where `below` is 1. */
export function recallOf(sampled: Sampled | "around", below: 0 | 1 = 0): Signal {
  return signal(
    (reference) => (sampled === "around" ? reference.around.all : reference[sampled]),
    (overlap, candidateTable, column) => fillRecall(overlap, candidateTable, { ...column, below }),
  );
}

/** Of what is in the candidate, the share that is remembered of the block. */
export function precisionOf(sampled: Sampled, below: 0 | 1 = 0): Signal {
  return signal(
    (reference) => reference[sampled],
    (overlap, candidateTable, column) => fillPrecision(overlap, candidateTable, { ...column, below }),
  );
}

export function fillRecall(
  overlap: Overlap,
  { features }: CandidateTable,
  { values, rows, first, step, below }: Column & { readonly below: 0 | 1 },
): void {
  const ofNothing = overlap.isEmpty ? UNKNOWN : 0;
  for (let row = 0; row < rows; row++) {
    const { node, end } = features[row];
    values[first + row * step] = overlap.isAbsent ? ofNothing : overlap.recall(node + below, end);
  }
}

function fillPrecision(
  overlap: Overlap,
  { features }: CandidateTable,
  { values, rows, first, step, below }: Column & { readonly below: 0 | 1 },
): void {
  const ofNothing = overlap.isEmpty ? UNKNOWN : 0;
  for (let row = 0; row < rows; row++) {
    const { node, end } = features[row];
    const within = overlap.within(node + below, end);
    values[first + row * step] = within === 0 ? ofNothing : overlap.hits(node + below, end) / within;
  }
}

/** What only a look at both as a whole can tell. */
export function each<Known>(
  known: (reference: Reference) => Known,
  compare: (known: Known, features: LiveFeatures) => number,
): Signal {
  return signal(known, (one, { features }, { values, rows, first, step }) => {
    for (let row = 0; row < rows; row++) values[first + row * step] = compare(one, features[row]);
  });
}

// The candidates of one trace side by side, measure by measure: most signals look at one measure of all of them.

const FIRST_ROOM = 64;

/** Stands for one trace; the same memory serves the next one. */
export class CandidateTable {
  features: readonly LiveFeatures[] = [];
  /** By the list of `measures.ts`, the measure of each candidate; there may be room for more. */
  measures: readonly Float64Array[] = [];
  #all = new Float64Array(0);

  constructor() {
    this.#makeRoom(FIRST_ROOM);
  }

  /** Lines these candidates up in place of those before. */
  stand(features: readonly LiveFeatures[]): void {
    this.features = features;
    if (features.length > this.measures[0].length) this.#makeRoom(2 * features.length);
    const all = this.#all;
    const buffer = this.measures[0].length;
    for (let row = 0; row < features.length; row++) {
      const { measures } = features[row];
      for (let [number, place] = [0, row]; number < measures.length; number++, place += buffer)
        all[place] = measures[number];
    }
  }

  /** Lets go of the page that they are from. */
  leave(): void {
    this.features = [];
  }

  #makeRoom(candidates: number): void {
    const all = new Float64Array(measures.length * candidates);
    this.#all = all;
    this.measures = Array.from({ length: measures.length }, (_, number) =>
      all.subarray(number * candidates, (number + 1) * candidates),
    );
  }
}
