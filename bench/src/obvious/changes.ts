/** What may happen to a page from one version to the next. Each change gives another scene. */
import { restyled } from "./design.ts";
import type { Draw } from "./draw.ts";
import type { Scene, Thing } from "./scene.ts";
import { MOST_ENTRIES, REWRITINGS, sentence, sentences } from "./wording.ts";

/** Lines of a thing that has some. */
export const MIN_LINES = 2;
export const MAX_LINES = 5;

/** A thing that was never seen before. */
export function newThing(draw: Draw, name: string, rest: Partial<Thing> = {}): Thing {
  const key = `k${draw.between(10_000, 99_999)}`;
  return { key, title: name, name, link: `/t/${key.slice(1)}`, lines: [], figures: [], ...rest };
}

/** The other order of the things; the followed one surely stands elsewhere. */
export function reordered(scene: Scene, draw: Draw): Scene {
  const rankOf = (things: readonly Thing[]): number => things.findIndex(({ key }) => key === scene.target);
  let things = draw.shuffled(scene.things);
  while (scene.target !== null && rankOf(things) === rankOf(scene.things)) things = draw.shuffled(scene.things);
  return { ...scene, things };
}

/** Another order for sure at the first step, now and then later. */
export function movedNowAndThen(scene: Scene, draw: Draw, at: number): Scene {
  return at === 1 || draw.chance(0.5) ? reordered(scene, draw) : scene;
}

/** The followed thing changes places with another one. */
export function swapped(scene: Scene, draw: Draw): Scene {
  const at = scene.things.findIndex(({ key }) => key === scene.target);
  const other = draw.one(scene.things.map((_, rank) => rank).filter((rank) => rank !== at));
  const things = [...scene.things];
  [things[at], things[other]] = [things[other]!, things[at]!];
  return { ...scene, things };
}

/** Sorted by the first number of the figures at `column`, largest first. */
export function sortedBy(scene: Scene, column: number): Scene {
  const value = ({ figures }: Thing): number => Number.parseFloat((figures[column] ?? "").replace("−", "-"));
  return { ...scene, things: scene.things.toSorted((a, b) => value(b) - value(a)) };
}

/** A share of the lines of every thing is new. All of them new may be more or fewer, unless all things have as many. */
export function freshLines(scene: Scene, draw: Draw, share = 1): Scene {
  const isEven = new Set(scene.things.map(({ lines }) => lines.length)).size === 1;
  const lines = (thing: Thing): readonly string[] => {
    if (share === 1 && !isEven) return sentences(scene.vocabulary, draw, draw.between(MIN_LINES, MAX_LINES));
    const fresh = sentences(scene.vocabulary, draw, thing.lines.length);
    return thing.lines.map((line, at) => (draw.chance(share) ? fresh[at]! : line));
  };
  return { ...scene, things: scene.things.map((thing) => ({ ...thing, lines: lines(thing) })) };
}

/** New figures for a share of the things. */
export function freshFigures(scene: Scene, draw: Draw, make: (thing: Thing) => readonly string[], share = 1): Scene {
  const things = scene.things.map((thing) => (draw.chance(share) ? { ...thing, figures: make(thing) } : thing));
  return { ...scene, things };
}

/** New names in the place of the old ones; links stay. */
export function freshNames(scene: Scene, draw: Draw): Scene {
  const things = scene.things.map((thing) => {
    const name = sentence(scene.vocabulary, draw, 5);
    return { ...thing, title: name, name };
  });
  return { ...scene, things };
}

/** All names written in one other way. */
export function rewritten(scene: Scene, draw: Draw): Scene {
  const rewrite = draw.one(REWRITINGS);
  const written = (title: string): string => rewrite(title, draw.between(2, MOST_ENTRIES));
  return { ...scene, things: scene.things.map((thing) => ({ ...thing, name: written(thing.title) })) };
}

/** The followed thing is taken off the page. */
export function withoutTarget(scene: Scene): Scene {
  return { ...scene, things: scene.things.filter(({ key }) => key !== scene.target), target: null };
}

/** A thing that was away is back at any place. */
export function withTarget(scene: Scene, thing: Thing, draw: Draw): Scene {
  return {
    ...scene,
    things: scene.things.toSpliced(draw.between(0, scene.things.length), 0, thing),
    target: thing.key,
  };
}

/** Another thing leaves. */
export function withoutAnother(scene: Scene, draw: Draw): Scene {
  const leaving = draw.one(scene.things.filter(({ key }) => key !== scene.target));
  return { ...scene, things: scene.things.filter((thing) => thing !== leaving) };
}

/** A thing comes before the followed one. */
export function insertedBefore(scene: Scene, thing: Thing, draw: Draw): Scene {
  const at = scene.things.findIndex(({ key }) => key === scene.target);
  return { ...scene, things: scene.things.toSpliced(draw.between(0, Math.max(0, at)), 0, thing) };
}

/** New entries at the top, as many old ones less at the end. */
export function movedOn(scene: Scene, entries: readonly Thing[]): Scene {
  return { ...scene, things: [...entries, ...scene.things].slice(0, scene.things.length) };
}

/** Whoever stands at that place is the followed one. */
export function followingPlace(scene: Scene, place: number): Scene {
  return { ...scene, target: scene.things[place]!.key };
}

export function redesigned(scene: Scene): Scene {
  return { ...scene, ...scene.other, other: { design: scene.design, form: scene.form } };
}

/** Other class names and another depth. */
export function restyledScene(scene: Scene, draw: Draw): Scene {
  return { ...scene, design: restyled(scene.design, draw) };
}
