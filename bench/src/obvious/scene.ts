/** A page before it is marked up: named things, the one that is followed, and how they are to be shown. */
import type { Element } from "../evolving-site/element.ts";
import { box, type Design } from "./design.ts";
import type { Vocabulary } from "./vocabularies.ts";

/** A section, a row, a card: whatever a person would point at. */
export interface Thing {
  readonly key: string;
  /** What it is called, and how that is written on the page. */
  readonly title: string;
  readonly name: string;
  readonly link: string;
  readonly lines: readonly string[];
  readonly figures: readonly string[];
}

/** Which element of a thing was pointed at: all of it, its value or its name. */
export type Mark = "thing" | "value" | "name";

export type Form = (scene: Scene) => Element;

export interface Scene {
  readonly vocabulary: Vocabulary;
  readonly site: string;
  readonly design: Design;
  readonly form: Form;
  /** What the page looks like after a redesign, and before it again. */
  readonly other: { readonly design: Design; readonly form: Form };
  readonly place: "main" | "footer" | "navigation";
  readonly things: readonly Thing[];
  /** Key of the followed thing; null where it is not on the page. */
  readonly target: string | null;
  readonly mark: Mark;
  /** The followed thing while it is away and will be back. */
  readonly absent: Thing | null;
  /** A line across the top of the page. */
  readonly banner: string | null;
  /** The navigation of the page names the things too. */
  readonly isInNavigation: boolean;
  /** Rows are numbered. */
  readonly isRanked: boolean;
}

/** Name under which the labelled element is found again in the markup. */
export const BLOCK = "block";

type Content = readonly (Element | string)[];

/** The element of one thing as a whole; an inner wrapper where the design has one. */
export function wholeOf(scene: Scene, thing: Thing, tag: string, content: Content): Element {
  const { design } = scene;
  const inside = design.hasInnerWrapper ? [box(design, "div", "inner", ...content)] : content;
  return marked(scene, thing, "thing", box(design, tag, "item", ...inside));
}

/** Without it, for elements in which no other box may stand. */
export function withoutInner(scene: Scene): Scene {
  return { ...scene, design: { ...scene.design, hasInnerWrapper: false } };
}

/** A row of a table, in which nothing may stand but cells. */
export function rowOf(scene: Scene, thing: Thing, cells: readonly Element[]): Element {
  return marked(scene, thing, "thing", box(scene.design, "tr", "row", ...cells));
}

export function figureOf(scene: Scene, thing: Thing, tag: string): Element {
  return marked(scene, thing, "value", box(scene.design, tag, "value", thing.figures[0] ?? ""));
}

export function nameOf(scene: Scene, thing: Thing, tag: string, content: Content = [thing.name]): Element {
  return marked(scene, thing, "name", box(scene.design, tag, "title", ...content));
}

function marked(scene: Scene, thing: Thing, mark: Mark, element: Element): Element {
  return scene.mark === mark && scene.target === thing.key ? { ...element, block: BLOCK } : element;
}
