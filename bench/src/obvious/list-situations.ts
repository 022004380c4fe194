/** Situations about one of many in a list that moves on, is sorted or grows: the place is meant, or the thing. */
import { BLOG_FORMS, HEADLINE_FORMS, NOTE_FORMS } from "./article-forms.ts";
import { followingPlace, freshFigures, freshNames, movedNowAndThen, movedOn, newThing, sortedBy } from "./changes.ts";
import type { Draw } from "./draw.ts";
import { CARD_FORMS, LINK_ROW_FORMS, ROW_FORMS } from "./row-forms.ts";
import type { Scene, Thing } from "./scene.ts";
import type { Plan } from "./story.ts";
import type { Vocabulary } from "./vocabularies.ts";
import { amount, price, sentence, sentences } from "./wording.ts";

type Make = (vocabulary: Vocabulary, draw: Draw) => Thing;

const offer: Make = (vocabulary, draw) =>
  newThing(draw, sentence(vocabulary, draw, draw.between(2, 4)), { figures: [price(draw)] });

const entry: Make = (vocabulary, draw) =>
  newThing(draw, sentence(vocabulary, draw, draw.between(4, 8)), {
    lines: sentences(vocabulary, draw, 2),
    figures: [date(draw)],
  });

const record: Make = (vocabulary, draw) =>
  newThing(draw, sentence(vocabulary, draw, draw.between(2, 5)), { figures: [amount(draw), amount(draw)] });

/** A sentence with numbers in it, which are new at every look; `title` is the sentence without them. */
const count: Make = (vocabulary, draw) => {
  const [before, after] = sentences(vocabulary, draw, 2);
  return withNumbers(newThing(draw, `${before}${vocabulary.gap}# ${after}${draw.chance(0.4) ? " #" : ""}`), draw);
};

const withNumbers = (thing: Thing, draw: Draw): Thing => ({
  ...thing,
  name: thing.title.replaceAll("#", () => (draw.chance(0.3) ? date(draw) : amount(draw))),
});

const date = (draw: Draw): string => `${draw.between(1, 28)}.${draw.between(1, 12)}.2026`;

/** A line of one word and a date. */
const stamp: Make = (vocabulary, draw) => withNumbers(newThing(draw, `${draw.one(vocabulary.columns)}: #`), draw);

const season = (draw: Draw): string[] => [draw.between(20, 34), draw.between(3, 20), draw.between(10, 80)].map(String);

const several =
  (make: Make, min: number, max: number) =>
  (vocabulary: Vocabulary, draw: Draw): Thing[] =>
    Array.from({ length: draw.between(min, max) }, () => make(vocabulary, draw));

/** One to three new ones at the top, as many less at the end. */
const withNew = (make: Make) => (scene: Scene, draw: Draw) =>
  movedOn(scene, several(make, 1, 3)(scene.vocabulary, draw));

/** New ones at the top, and all the others are kept. */
const grown = (make: Make) => (scene: Scene, draw: Draw) => ({
  ...scene,
  things: [...several(make, 1, 2)(scene.vocabulary, draw), ...scene.things],
});

const rankOf = ({ things, target }: Scene): number => things.findIndex(({ key }) => key === target);

/** The change, and then whoever stands where the followed one stood. */
const samePlace =
  (change: (scene: Scene, draw: Draw) => Scene) =>
  (scene: Scene, draw: Draw): Scene =>
    followingPlace(change(scene, draw), rankOf(scene));

export const LIST_PLANS: readonly Plan[] = [
  {
    name: "next-event",
    expects: "The first of the events is over and leaves the list: the one that is next now.",
    means: "position",
    forms: [...ROW_FORMS, ...HEADLINE_FORMS, ...BLOG_FORMS],
    things: several(entry, 6, 10),
    picks: [0],
    change: samePlace((scene, draw) => {
      const over = draw.between(1, 2);
      return { ...scene, things: [...scene.things.slice(over), ...several(entry, over, over)(scene.vocabulary, draw)] };
    }),
    redesign: "style",
  },
  {
    name: "sentence-with-figures",
    expects: "The numbers in the sentences are new and the sentences stand in another order: the same sentence.",
    means: "auto",
    forms: NOTE_FORMS,
    things: several(count, 3, 7),
    change: (scene, draw, at) => {
      const moved = draw.chance(0.5) ? movedNowAndThen(scene, draw, at) : scene;
      const others = draw.chance(0.3) ? [count(scene.vocabulary, draw)] : [];
      return { ...scene, things: [...others, ...moved.things.map((thing) => withNumbers(thing, draw))] };
    },
    redesign: "maybe",
  },
  {
    name: "date-of-the-page",
    expects: "The page is updated, the date too, and everything else is new: the line with the date.",
    means: "auto",
    forms: NOTE_FORMS,
    things: (vocabulary, draw) => [stamp(vocabulary, draw), ...several(count, 2, 5)(vocabulary, draw)],
    picks: [0],
    change: (scene, draw) => {
      const line = scene.things.find(({ key }) => key === scene.target)!;
      const others = scene.things.filter((thing) => thing !== line);
      const rest = draw.chance(0.5)
        ? several(count, 2, 5)(scene.vocabulary, draw)
        : others.map((thing) => withNumbers(thing, draw));
      const place = draw.between(0, 1);
      return { ...scene, things: rest.toSpliced(place, 0, withNumbers(line, draw)) };
    },
    redesign: "maybe",
  },
  {
    name: "first-offer",
    expects: "New offers come in at the top: whatever is first, or its price.",
    means: "position",
    forms: CARD_FORMS,
    things: several(offer, 5, 9),
    picks: [0],
    marks: ["thing", "value"],
    change: samePlace(withNew(offer)),
    redesign: "style",
  },
  {
    name: "newest-row",
    expects: "A table of records gets new rows at its top: the newest row.",
    means: "position",
    forms: ROW_FORMS,
    things: several(record, 6, 12),
    picks: [0],
    change: samePlace(withNew(record)),
    redesign: "style",
  },
  {
    name: "all-new-feed",
    expects: "Every entry of the list is new: the first one.",
    means: "position",
    forms: [...HEADLINE_FORMS, ...BLOG_FORMS],
    things: several(entry, 5, 9),
    picks: [0],
    change: samePlace((scene, draw) => ({ ...scene, things: scene.things.map(() => entry(scene.vocabulary, draw)) })),
    redesign: "style",
  },
  {
    name: "second-entry",
    expects: "The person said “whatever is second” of a blog: the second entry after new ones have come.",
    means: "position",
    intent: "position",
    forms: BLOG_FORMS,
    things: several(entry, 5, 8),
    picks: [1],
    change: samePlace(withNew(entry)),
    redesign: "style",
  },
  {
    name: "place-in-table",
    expects:
      "The person said “whatever stands there” of a row near the top: the same place after the table was sorted.",
    means: "position",
    intent: "position",
    forms: ROW_FORMS,
    things: (vocabulary, draw) =>
      draw.some(vocabulary.towns, draw.between(6, 10)).map((name) => newThing(draw, name, { figures: season(draw) })),
    picks: [0, 1, 2],
    isRanked: true,
    change: samePlace((scene, draw) =>
      sortedBy(
        freshFigures(scene, draw, () => season(draw)),
        2,
      ),
    ),
    redesign: "style",
  },
  {
    name: "place-among-cards",
    expects: "The person said “whatever stands there” of a card: the card in the same place after new ones have come.",
    means: "position",
    intent: "position",
    forms: CARD_FORMS,
    things: several(offer, 6, 9),
    picks: [0, 1, 2, 3],
    change: samePlace(withNew(offer)),
    redesign: "style",
  },
  {
    name: "this-entry",
    expects: "The person said “this one” of a blog entry: the same entry, further down.",
    intent: "item",
    forms: BLOG_FORMS,
    things: several(entry, 5, 8),
    picks: [0, 1, 2],
    change: grown(entry),
    redesign: "style",
  },
  {
    name: "this-offer",
    expects: "The person said “this one” of an offer: the same offer, further down, at another price.",
    intent: "item",
    forms: CARD_FORMS,
    things: several(offer, 5, 9),
    picks: [0, 1],
    change: (scene, draw) => freshFigures(grown(offer)(scene, draw), draw, () => [price(draw)], 0.3),
    redesign: "style",
  },
  {
    name: "this-row",
    expects: "The person said “this one” of a row in a table of records: the same row, further down.",
    intent: "item",
    forms: ROW_FORMS,
    things: several(record, 6, 12),
    picks: [0, 1],
    change: grown(record),
    redesign: "style",
  },
  {
    name: "this-entry-left",
    expects: "The person said “this one” of a blog entry that has left the list: it is gone.",
    intent: "item",
    forms: BLOG_FORMS,
    things: several(entry, 5, 8),
    picks: [0, 1],
    change: (scene, draw, at) => {
      const things = [...several(entry, 2, 3)(scene.vocabulary, draw), ...scene.things].slice(0, scene.things.length);
      if (at === 1) return { ...scene, things: [...things.slice(0, 2), ...scene.things].slice(0, scene.things.length) };
      return { ...scene, things: things.filter(({ key }) => key !== scene.target), target: null };
    },
    minLater: 2,
    redesign: "never",
  },
  {
    name: "row-by-link",
    expects: "Rows get new names, new figures and another order: the row whose name still leads to the same page.",
    forms: LINK_ROW_FORMS,
    things: several(record, 5, 9),
    holds: "link",
    change: (scene, draw, at) =>
      freshFigures(freshNames(movedNowAndThen(scene, draw, at), draw), draw, () => [amount(draw), amount(draw)]),
    redesign: "style",
  },
];
