/** How many blocks were extracted and how many of them rightly, as precision and recall count them. */
import type { LabelledCase } from "../../data/cases.ts";
import { type LabelledPage, labelledNodes } from "../labelled-page.ts";

/** How many blocks were there, were extracted, and were extracted rightly. */
export interface Counts {
  readonly there: number;
  readonly extracted: number;
  readonly right: number;
}

export const NO_COUNTS: Counts = { there: 0, extracted: 0, right: 0 };

export function added(a: Counts, b: Counts): Counts {
  return { there: a.there + b.there, extracted: a.extracted + b.extracted, right: a.right + b.right };
}

export function rates({ there, extracted, right }: Counts): { precision: number; recall: number; f1: number } {
  const precision = extracted === 0 ? 0 : right / extracted;
  const recall = there === 0 ? 0 : right / there;
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** Judges what was extracted for a case from a version; -1 for nothing. */
export function judged(page: LabelledPage, labelled: LabelledCase, found: { file: string; node: number }): Counts {
  const nodes = labelledNodes(page, labelled, found.file);
  const isRight = found.node >= 0 && nodes.includes(found.node);
  return { there: nodes.length > 0 ? 1 : 0, extracted: found.node >= 0 ? 1 : 0, right: isRight ? 1 : 0 };
}
