/** Lets tracers follow the block of a story, each page parsed once for all of them. */
import { type DomTree, parseHtml, type Tracer } from "@tessera/engine";
import { type FailureClass, failureOf } from "../accuracy/failures.ts";
import { predict } from "../accuracy/predict.ts";
import { type Judgement, judge } from "../accuracy/score.ts";
import type { LabelledCase, LabelledVersion } from "../data/cases.ts";
import type { PageCache } from "../data/page-cache.ts";
import type { Situation, Story } from "./story.ts";

/** What an answer was worth, and how a wrong best candidate differs from the block. */
export interface JudgedAnswer extends Judgement {
  readonly mistake: FailureClass | null;
}

/** Every later version of some stories, by name of the tracer. */
export type JudgedByTracer = Readonly<Record<string, readonly JudgedAnswer[]>>;

/** What the tracers made of the stories of one situation that these seeds give. */
export function judgeStories(
  situation: Situation,
  seeds: readonly number[],
  tracers: readonly Tracer[],
): JudgedByTracer {
  const judged: Record<string, JudgedAnswer[]> = Object.fromEntries(tracers.map(({ name }) => [name, []]));
  for (const seed of seeds) {
    const { labelled, pages } = storyCase(situation, seed);
    for (const tracer of tracers) judged[tracer.name]!.push(...judgedAnswers(labelled, tracer, pages));
  }
  return judged;
}

/** A story as a labelled case with its pages. */
export interface StoryCase {
  readonly labelled: LabelledCase;
  readonly pages: Pick<PageCache, "treeOf">;
}

export function storyCase(situation: Situation, seed: number): StoryCase {
  const story = situation.story(seed);
  const labelled = caseOf(`${situation.name}/${seed}`, situation.name, story);
  const trees = new Map(labelled.versions.map((version, at) => [version, parseHtml(story.versions[at]!.html)]));
  return { labelled, pages: { treeOf: (_: LabelledCase, version: LabelledVersion): DomTree => trees.get(version)! } };
}

function judgedAnswers(labelled: LabelledCase, tracer: Tracer, pages: Pick<PageCache, "treeOf">): JudgedAnswer[] {
  const predictions = predict(labelled, tracer, "follow", pages);
  return judge(labelled, predictions).map((judgement, at) => ({
    ...judgement,
    mistake: failureOf(labelled.versions[at + 1]!, predictions[at]!),
  }));
}

/** The story as the labelled data would have it. */
function caseOf(id: string, kind: string, { intent, versions }: Story): LabelledCase {
  return {
    id,
    set: "obvious",
    site: "obvious",
    kind,
    mask: [],
    intent,
    versions: versions.map(({ path, equiv }, at) => ({ file: String(at), path, equiv })),
    folder: "",
  };
}
