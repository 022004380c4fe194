/** A site through time: every version changes its content and, in one step each, everything else a site can change. */
import { shuffle } from "../papers/quick-sample.ts";
import { seededRandom } from "../seeded-random.ts";
import { blockElement, type Design, type FilledBlock, fillerElement, pageElement } from "./design.ts";
import { type Label, labelsOf, markup } from "./element.ts";
import type { BlockPlan, SiteStyle } from "./site-styles.ts";

/** What a version changed besides its content. */
export type Change =
  | "first"
  | "insertion"
  | "removal"
  | "reordering"
  | "wrapper"
  | "renamed-classes"
  | "vanished"
  | "returned"
  | "redesign";

export interface SiteVersion {
  readonly change: Change;
  readonly html: string;
  /** By name of the block; none for a block that is not on this version. */
  readonly labels: ReadonlyMap<string, Label>;
  /** The heading and the words and figures of each block that is there, for those who check the labels. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

const LINES_PER_BLOCK = 6;
/** Lines that a version drops and adds in every block. */
const FRESH_LINES = 2;

type Part = { readonly plan: BlockPlan } | { readonly filler: string };

/** Everything that changes from version to version. */
interface State {
  readonly parts: readonly Part[];
  readonly lines: ReadonlyMap<string, readonly string[]>;
  readonly design: Design;
  readonly gone: string | null;
}

/** The versions of a site in their order; the same seed gives the same site. */
export function evolveSite(style: SiteStyle, seed: number): SiteVersion[] {
  const random = seededRandom(seed);
  let state: State = {
    parts: [...style.blocks.map((plan) => ({ plan })), { filler: sentence(style, random) }],
    lines: new Map(style.blocks.map(({ name }) => [name, manyLines(style, LINES_PER_BLOCK, random)])),
    design: { isModern: random() < 0.5, classSuffix: "", wrappers: 0 },
    gone: null,
  };
  const versions = [versionOf(style, state, "first")];
  for (const change of changesOf(random)) {
    state = freshen(style, apply(style, state, { change, random }), random);
    versions.push(versionOf(style, state, change));
  }
  return versions;
}

/** Small changes in any order; a block vanishes and returns, and the redesign comes late. */
function changesOf(random: () => number): Change[] {
  const [a, b, c, d] = shuffle<Change>(["insertion", "reordering", "wrapper", "renamed-classes"], random);
  return [a!, "vanished", b!, "returned", c!, "redesign", d!, "removal"];
}

function apply(style: SiteStyle, state: State, step: { change: Change; random: () => number }): State {
  const { change, random } = step;
  const { parts, design } = state;
  const fillers = parts.filter((part) => "filler" in part);
  switch (change) {
    case "first":
      return state;
    case "insertion":
      return { ...state, parts: inserted(parts, { filler: sentence(style, random) }, random) };
    case "removal":
      return { ...state, parts: parts.filter((part) => part !== fillers[0]) };
    case "reordering":
      return { ...state, parts: shuffle(parts, random) };
    case "wrapper":
      return { ...state, design: { ...design, wrappers: design.wrappers + 1 } };
    case "renamed-classes":
      return { ...state, design: { ...design, classSuffix: `-${Math.floor(random() * 46_656).toString(36)}` } };
    case "vanished":
      return { ...state, gone: style.blocks[1 + Math.floor(random() * (style.blocks.length - 1))]!.name };
    case "returned":
      return { ...state, gone: null };
    case "redesign":
      return {
        ...state,
        parts: shuffle(parts, random),
        design: { isModern: !design.isModern, classSuffix: "", wrappers: 1 - Math.min(design.wrappers, 1) },
      };
  }
}

function freshen(style: SiteStyle, state: State, random: () => number): State {
  const lines = new Map<string, readonly string[]>();
  for (const { name, form } of style.blocks) {
    const old = state.lines.get(name) ?? [];
    // the menu of a site stays as it is
    const keeps = form === "links";
    lines.set(name, keeps ? old : [...manyLines(style, FRESH_LINES, random), ...old.slice(0, -FRESH_LINES)]);
  }
  return { ...state, lines };
}

function versionOf(style: SiteStyle, state: State, change: Change): SiteVersion {
  const there = state.parts.filter((part) => "filler" in part || part.plan.name !== state.gone);
  const filled = (plan: BlockPlan): FilledBlock => ({ plan, lines: state.lines.get(plan.name) ?? [] });
  const root = pageElement(
    style.title,
    there.map((part) =>
      "filler" in part ? fillerElement(part.filler, state.design) : blockElement(filled(part.plan), state.design),
    ),
    state.design,
  );
  const plans = there.flatMap((part) => ("plan" in part ? [part.plan] : []));
  return {
    change,
    html: `<!doctype html>\n${markup(root)}`,
    labels: labelsOf(root),
    texts: new Map(
      plans.map((plan) => [plan.name, [plan.heading, ...filled(plan).lines.flatMap((line) => line.split(" at "))]]),
    ),
  };
}

function inserted(parts: readonly Part[], part: Part, random: () => number): Part[] {
  return parts.toSpliced(Math.floor(random() * parts.length), 0, part);
}

function manyLines(style: SiteStyle, count: number, random: () => number): string[] {
  return Array.from({ length: count }, () => `${sentence(style, random)} at ${1 + Math.floor(random() * 98)}`);
}

function sentence({ words }: SiteStyle, random: () => number): string {
  return words.map((list) => list[Math.floor(random() * list.length)]).join(" ");
}
