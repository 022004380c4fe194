/** From a plan and a seed to a story: the versions of a page with the right block of each. */
import { hashString, type Intent } from "@tessera/engine";
import { labelsOf, markup } from "../evolving-site/element.ts";
import { redesigned, restyledScene } from "./changes.ts";
import { drawDesign } from "./design.ts";
import { Draw } from "./draw.ts";
import { pageOf } from "./page.ts";
import { BLOCK, type Form, type Mark, type Scene, type Thing } from "./scene.ts";
import { VOCABULARIES, type Vocabulary } from "./vocabularies.ts";

export interface StoryVersion {
  readonly html: string;
  /** Null where the block is not on this version. */
  readonly path: string | null;
  /** Elements with the same content. */
  readonly equiv: readonly string[];
  /** What stands in the block, as text or attribute; where the block is gone, it stands nowhere as a text of its own. */
  readonly holds: string;
}

export interface Story {
  readonly language: string;
  readonly intent: Intent;
  readonly versions: readonly StoryVersion[];
}

/** An obvious situation: any person would know which block is meant on the newer page. */
export interface Situation {
  readonly name: string;
  /** What a person expects, in one sentence. */
  readonly expects: string;
  /** What the person would say if asked: whatever stands there, or this one. */
  readonly means: Intent;
  /** Whether stories of it are among the lessons. */
  readonly isTaught: boolean;
  story(seed: number): Story;
}

export interface Plan {
  readonly name: string;
  readonly expects: string;
  readonly forms: readonly Form[];
  /** Forms of the redesigned page, where not the same. */
  readonly laterForms?: readonly Form[];
  things(vocabulary: Vocabulary, draw: Draw): readonly Thing[];
  /** Ranks of the things that may be pointed at; any where absent. */
  readonly picks?: readonly number[];
  readonly marks?: readonly Mark[];
  readonly place?: Scene["place"];
  readonly intent?: Intent;
  /** What the person would say if asked: "item" where absent. */
  readonly means?: Intent;
  readonly isRanked?: boolean;
  /** The navigation may name the things as well. */
  readonly mayBeInNavigation?: boolean;
  /** What stays in the block: its name, where nothing else is said. */
  readonly holds?: "link";
  /** What happens before each later version, counted from 1. */
  change(scene: Scene, draw: Draw, at: number): Scene;
  /** How far the design may change on the way: another one, other class names and depth only, or not at all. */
  readonly redesign: "always" | "maybe" | "style" | "never";
  readonly minLater?: number;
  /** False where what is learned from it costs more on real pages than it is worth. */
  readonly isTaught?: boolean;
}

const MAX_LATER = 4;

export function situationOf(plan: Plan): Situation {
  const { name, expects, means = "item", isTaught = true } = plan;
  return { name, expects, means, isTaught, story: (seed) => storyOf(plan, seed) };
}

function storyOf(plan: Plan, seed: number): Story {
  const draw = new Draw(hashString(`${plan.name} ${seed}`));
  const vocabulary = draw.one(VOCABULARIES);
  let scene = opening(plan, vocabulary, draw);
  let known = scene.things.find(({ key }) => key === scene.target)!;
  const later = draw.between(plan.minLater ?? 1, MAX_LATER);
  const design = designChange(plan, draw);
  const designAt = draw.between(1, later);
  const versions = [versionOf(plan, scene, known, draw)];
  for (let at = 1; at <= later; at++) {
    scene = plan.change(scene, draw, at);
    if (at === designAt) scene = design(scene, draw);
    known = scene.things.find(({ key }) => key === scene.target) ?? known;
    versions.push(versionOf(plan, scene, known, draw));
  }
  return { language: vocabulary.language, intent: plan.intent ?? "auto", versions };
}

function opening(plan: Plan, vocabulary: Vocabulary, draw: Draw): Scene {
  const things = plan.things(vocabulary, draw);
  const form = draw.one(plan.forms);
  const others = (plan.laterForms ?? plan.forms).filter((one) => one !== form);
  return {
    vocabulary,
    site: draw.one(vocabulary.companies),
    design: drawDesign(draw),
    form,
    other: { design: drawDesign(draw), form: others.length > 0 ? draw.one(others) : form },
    place: plan.place ?? "main",
    things,
    target: draw.one(plan.picks?.map((rank) => things[rank]!) ?? things).key,
    mark: draw.one(plan.marks ?? ["thing"]),
    absent: null,
    banner: null,
    isInNavigation: plan.mayBeInNavigation === true && draw.chance(0.35),
    isRanked: plan.isRanked ?? false,
  };
}

/** What becomes of the design in this story; half of the stories keep theirs unless the plan is about it. */
function designChange({ redesign }: Plan, draw: Draw): (scene: Scene, draw: Draw) => Scene {
  const keep = (scene: Scene): Scene => scene;
  if (redesign === "always") return redesigned;
  if (redesign === "maybe") return draw.one([keep, keep, restyledScene, redesigned]);
  return redesign === "style" ? draw.one([keep, restyledScene]) : keep;
}

function versionOf(plan: Plan, scene: Scene, known: Thing, draw: Draw): StoryVersion {
  const page = pageOf(scene, draw);
  const label = labelsOf(page).get(BLOCK);
  if (label === undefined && scene.target !== null) throw new RangeError(`${plan.name}: the block has no element`);
  return {
    html: `<!DOCTYPE html>\n${markup(page)}`,
    path: label?.path ?? null,
    equiv: label?.equiv ?? [],
    holds: heldBy(plan, scene, known),
  };
}

function heldBy(plan: Plan, { mark }: Scene, thing: Thing): string {
  if (plan.holds === "link") return thing.link;
  return mark === "value" ? thing.figures[0]! : thing.name;
}
