/** Pages with one thing above the others: an article, a lead story, a feed whose first entry is the newest. */
import type { Element } from "../evolving-site/element.ts";
import { box, el } from "./design.ts";
import { type Form, figureOf, nameOf, type Scene, type Thing, wholeOf, withoutInner } from "./scene.ts";

const text = (scene: Scene, lines: readonly string[]): Element[] =>
  lines.map((line) => box(scene.design, "p", "text", line));

const linked = (thing: Thing): Element => el("a", { href: thing.link }, thing.name);

const headlineList: Form = (scene) =>
  box(
    scene.design,
    "ul",
    "feed",
    ...scene.things.map((thing) => wholeOf(scene, thing, "li", [nameOf(scene, thing, "span", [linked(thing)])])),
  );

const teasers: Form = (scene) =>
  box(
    scene.design,
    "div",
    "feed",
    ...scene.things.map((thing) =>
      wholeOf(scene, thing, "article", [
        nameOf(scene, thing, scene.design.heading, [linked(thing)]),
        ...text(scene, thing.lines.slice(0, 1)),
      ]),
    ),
  );

const datedTeasers: Form = (scene) =>
  box(
    scene.design,
    "ol",
    "feed",
    ...scene.things.map((thing) =>
      wholeOf(scene, thing, "li", [
        el("time", {}, thing.figures[0] ?? ""),
        nameOf(scene, thing, scene.design.heading, [linked(thing)]),
        ...text(scene, thing.lines.slice(0, 1)),
      ]),
    ),
  );

export const HEADLINE_FORMS: readonly Form[] = [headlineList, teasers];
export const BLOG_FORMS: readonly Form[] = [teasers, datedTeasers];

/** One story large, the others in a list below it or beside it. */
const lead =
  (tag: string, listTag: string, entryTag: string): Form =>
  (scene) => {
    const [first, ...others] = scene.things;
    const story = wholeOf(scene, first!, tag, [
      el("img", { src: `/images/${first!.key}.jpg`, alt: "" }),
      nameOf(scene, first!, scene.design.heading, [linked(first!)]),
      ...text(scene, first!.lines.slice(0, 2)),
    ]);
    const entries = others.map((thing) => box(scene.design, entryTag, "entry", linked(thing)));
    return box(scene.design, "div", "front", story, box(scene.design, listTag, "more", ...entries));
  };

export const LEAD_FORMS: readonly Form[] = [
  lead("article", "ul", "li"),
  lead("div", "div", "p"),
  lead("section", "ol", "li"),
];

/** The whole page is one article; wrappers come from the design. */
const article =
  (tag: string, hasHeader: boolean): Form =>
  (scene) => {
    const [thing] = scene.things;
    const title = nameOf(scene, thing!, "h1");
    const by = box(scene.design, "p", "byline", thing!.figures[0] ?? "");
    const opening = hasHeader ? [box(scene.design, "header", "head", title, by)] : [title, by];
    return wholeOf(scene, thing!, tag, [...opening, ...text(scene, thing!.lines)]);
  };

export const ARTICLE_FORMS: readonly Form[] = [
  article("article", true),
  article("article", false),
  article("div", false),
];

/** An article with the line of counts below it. */
const counted =
  (tag: string, entryTag: string, isNumberFirst: boolean): Form =>
  (scene) => {
    const { words, gap } = scene.vocabulary;
    const story = [words.slice(0, 6), words.slice(6, 18)].map((some) => some.join(gap));
    const counts = scene.things.map((thing) => {
      const [label, number] = [nameOf(scene, thing, "span"), figureOf(scene, thing, "b")];
      return wholeOf(scene, thing, entryTag, isNumberFirst ? [number, label] : [label, number]);
    });
    return box(
      scene.design,
      "article",
      "story",
      el("h1", {}, story[0]!),
      ...text(scene, story.slice(1)),
      box(scene.design, tag, "counts", ...counts),
    );
  };

export const COUNT_FORMS: readonly Form[] = [
  counted("ul", "li", false),
  counted("div", "span", true),
  counted("footer", "a", true),
];

/** Lines of text one below the other, each a thing of its own. */
const notes =
  (tag: string, lineTag: string): Form =>
  (scene) =>
    box(
      scene.design,
      tag,
      "notes",
      ...scene.things.map((thing) => wholeOf(withoutInner(scene), thing, lineTag, [thing.name])),
    );

export const NOTE_FORMS: readonly Form[] = [notes("div", "p"), notes("ul", "li"), notes("section", "div")];
