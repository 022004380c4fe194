/** Lets tracers follow the block of a story, each page parsed once for all of them. */
import { type DomTree, parseHtml, type Tracer } from "@tessera/engine";
import { predict } from "../accuracy/predict.ts";
import { type Judgement, judge } from "../accuracy/score.ts";
import type { LabelledCase, LabelledVersion } from "../data/cases.ts";
import type { Situation, Story } from "./story.ts";

/** Judgements of every later version of some stories, by name of the tracer. */
export type JudgementsByTracer = Readonly<Record<string, readonly Judgement[]>>;

/** What the tracers made of the stories of one situation that these seeds give. */
export function judgeStories(
  situation: Situation,
  seeds: readonly number[],
  tracers: readonly Tracer[],
): JudgementsByTracer {
  const judged: Record<string, Judgement[]> = Object.fromEntries(tracers.map(({ name }) => [name, []]));
  for (const seed of seeds) {
    const story = situation.story(seed);
    const labelled = caseOf(`${situation.name}/${seed}`, situation.name, story);
    const trees = new Map(labelled.versions.map((version, at) => [version, parseHtml(story.versions[at]!.html)]));
    const pages = { treeOf: (_: LabelledCase, version: LabelledVersion): DomTree => trees.get(version)! };
    for (const tracer of tracers)
      judged[tracer.name]!.push(...judge(labelled, predict(labelled, tracer, "follow", pages)));
  }
  return judged;
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
