/** All obvious situations, in the order in which they are printed. */
import { LIST_PLANS } from "./list-situations.ts";
import { NAMED_PLANS } from "./named-situations.ts";
import { PLACE_PLANS } from "./place-situations.ts";
import { ROW_PLANS } from "./row-situations.ts";
import { type Situation, situationOf } from "./story.ts";

export const SITUATIONS: readonly Situation[] = [...NAMED_PLANS, ...ROW_PLANS, ...PLACE_PLANS, ...LIST_PLANS].map(
  situationOf,
);

/** Stands for the site where lessons are left out by site. */
export function siteOfSituation(name: string): string {
  return `obvious ${name}`;
}
