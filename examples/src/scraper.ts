/** A scraper whose selectors need no care: they point once, then the elements are found again, whatever the site does. */
import { followStep, fused, type Memory, textOf } from "@tessera/engine";
import { parseHTML } from "linkedom";
import { readDocument, type StandardNode } from "./tree-input.ts";

/** What is remembered between two visits, as JSON. */
export type Remembered = Readonly<Record<string, Memory>>;

export interface Scraped {
  readonly values: Readonly<Record<string, string>>;
  /** Of fields that were not found for sure: what it would be if one had to guess. Somebody should look at them. */
  readonly guesses: Readonly<Record<string, string | null>>;
  readonly remembered: Remembered;
}

export function scrape(html: string, selectors: Readonly<Record<string, string>>, known: Remembered = {}): Scraped {
  const { document } = parseHTML(html);
  const { tree, nodeOf } = readDocument<StandardNode>(document);
  const values: Record<string, string> = {};
  const guesses: Record<string, string | null> = {};
  const remembered: Record<string, Memory> = {};
  for (const [field, selector] of Object.entries(selectors)) {
    const memory = fused.revive(known[field]) ?? fused.learn(tree, nodeOf(document.querySelector(selector)!)!);
    const step = followStep(fused, memory, tree);
    const [best] = step.verdict.candidates;
    const text = best ? textOf(tree, best.node).replaceAll("\n", " ") : null;
    if (step.verdict.kind === "found") values[field] = text!;
    else guesses[field] = step.verdict.kind === "unsure" ? text : null;
    remembered[field] = step.memory;
  }
  return { values, guesses, remembered };
}
