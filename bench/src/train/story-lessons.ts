/**
 * Lessons from pages of our own: what real histories hardly ever show (sections in another order, a feed that moves on, a
 * section that is taken away) and any person would know. A situation is left out as a site is: each fold has its own.
 */
import type { Intent } from "@tessera/engine";
import { storyCase } from "../obvious/run-stories.ts";
import { SITUATIONS, siteOfSituation } from "../obvious/situations.ts";
import { seededRandom } from "../seeded-random.ts";
import { type Choice, choicesOf } from "./samples.ts";

/** Far from the seeds of `bench obvious`, which must not be learned by heart. */
const FIRST_SEED = 900_000_000;
const STORIES_PER_SITUATION = 40;
/** The share of stories in which the person says what is meant. */
const SAID = 0.25;

export interface StoryJob {
  readonly situation: string;
}

export const STORY_JOBS: readonly StoryJob[] = SITUATIONS.filter(({ isTaught }) => isTaught).map(({ name }) => ({
  situation: name,
}));

export function storyChoices({ situation: wanted }: StoryJob, seed: number): Choice[] {
  const situation = SITUATIONS.find(({ name }) => name === wanted)!;
  const random = seededRandom(seed);
  return Array.from({ length: STORIES_PER_SITUATION }, (_, rank) => {
    const { labelled, pages } = storyCase(situation, FIRST_SEED + rank);
    const intent: Intent = labelled.intent === "auto" && random() < SAID ? situation.means : labelled.intent!;
    const told = { ...labelled, intent, site: siteOfSituation(wanted), kind: "obvious" };
    return choicesOf(told, pages, (seed + rank) >>> 0, { isAltered: false });
  }).flat();
}
