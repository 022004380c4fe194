/** Situations in which a block is told by what it is about: the key cell of a row, the label of a figure. */

import { COUNT_FORMS } from "./article-forms.ts";
import {
  freshFigures,
  insertedBefore,
  movedNowAndThen,
  newThing,
  reordered,
  sortedBy,
  withoutAnother,
  withoutTarget,
} from "./changes.ts";
import type { Draw } from "./draw.ts";
import {
  CAPTION_FORMS,
  CARD_FORMS,
  CELL_FORMS,
  DEFINITION_FORMS,
  PAIR_FORMS,
  ROW_FORMS,
  SPOKEN_FORMS,
} from "./row-forms.ts";
import type { Scene, Thing } from "./scene.ts";
import type { Plan } from "./story.ts";
import type { Vocabulary } from "./vocabularies.ts";
import { amount, change, price, sentence } from "./wording.ts";

type Figures = (draw: Draw, vocabulary: Vocabulary) => readonly string[];

function withFigures(
  names: keyof Vocabulary &
    ("sections" | "towns" | "measures" | "facts" | "counts" | "people" | "products" | "companies"),
  make: Figures,
) {
  return (vocabulary: Vocabulary, draw: Draw): Thing[] =>
    draw
      .some(vocabulary[names], draw.between(5, 10))
      .map((name) => newThing(draw, name, { figures: make(draw, vocabulary) }));
}

const amounts: Figures = (draw) => [amount(draw), amount(draw), amount(draw)];
const measure: Figures = (draw) => [amount(draw), change(draw)];
const priced: Figures = (draw) => [price(draw)];
const quote: Figures = (draw) => [price(draw), change(draw), amount(draw)];
const season: Figures = (draw) => [draw.between(20, 34), draw.between(3, 20), draw.between(10, 80)].map(String);
const person: Figures = (draw, { jobs }) => [draw.one(jobs), `+49 30 ${draw.between(100_000, 999_999)}`];
const weather: Figures = (draw, { skies }) => [`${draw.between(-9, 34)} °C`, draw.one(skies)];
const fact: Figures = (draw) => [`${amount(draw)} ${draw.one(["cm", "kg", "W", "h", "GB"])}`];

const renewed = (scene: Scene, draw: Draw, make: Figures, share = 1): Scene =>
  freshFigures(scene, draw, () => make(draw, scene.vocabulary), share);

export const ROW_PLANS: readonly Plan[] = [
  {
    name: "row-sorted",
    expects: "A table is sorted by another column: the row with the same key cell.",
    forms: ROW_FORMS,
    things: withFigures("towns", amounts),
    change: reordered,
    redesign: "maybe",
  },
  {
    name: "row-sorted-new-numbers",
    expects: "A table is sorted again and every number is new: the row with the same key cell.",
    forms: ROW_FORMS,
    things: withFigures("towns", amounts),
    change: (scene, draw) => renewed(reordered(scene, draw), draw, amounts),
    redesign: "maybe",
  },
  {
    name: "row-removed",
    expects: "The row is taken out of a table while the others are sorted again: it is gone.",
    forms: ROW_FORMS,
    things: withFigures("towns", amounts),
    change: (scene, draw, at) => {
      const isTime = scene.target !== null && (at === 2 || draw.chance(0.5));
      return renewed(reordered(isTime ? withoutTarget(scene) : scene, draw), draw, amounts, 0.7);
    },
    minLater: 2,
    redesign: "never",
  },
  {
    name: "cell-of-row",
    expects: "A table is sorted again and every number is new: the cell of the same row and column.",
    forms: CELL_FORMS,
    things: withFigures("towns", amounts),
    marks: ["value"],
    change: (scene, draw, at) => renewed(movedNowAndThen(scene, draw, at), draw, amounts),
    redesign: "never",
  },
  {
    name: "replaced-by-another",
    expects: "Another product stands in the place of this one, and all the others stay: it is gone.",
    forms: [...CARD_FORMS, ...ROW_FORMS],
    things: withFigures("products", priced),
    picks: [1, 2, 3],
    change: (scene, draw, at) => {
      const fresh = renewed(scene, draw, priced, 0.4);
      return scene.target !== null && (at === 2 || draw.chance(0.5)) ? replaced(fresh, draw) : fresh;
    },
    minLater: 2,
    redesign: "never",
  },
  {
    name: "removed-others-stay",
    expects: "The person is taken off the list, and the others stay as they are: gone.",
    forms: [...CARD_FORMS, ...ROW_FORMS],
    things: withFigures("people", person),
    picks: [1, 2, 3],
    change: (scene, draw, at) => {
      if (scene.target !== null && (at === 2 || draw.chance(0.5))) return withoutTarget(scene);
      return scene.target === null ? renewed(scene, draw, person, 0.3) : joined(scene, draw);
    },
    minLater: 2,
    redesign: "never",
  },
  {
    name: "card-by-label",
    expects: "The cards of a dashboard are rearranged and every figure is new: the card with the same label.",
    forms: CARD_FORMS,
    things: withFigures("measures", measure),
    change: (scene, draw, at) => renewed(movedNowAndThen(scene, draw, at), draw, measure),
    redesign: "maybe",
  },
  {
    name: "definitions-reordered",
    expects: "The entries of a data sheet stand in another order: the value of the same label.",
    forms: DEFINITION_FORMS,
    laterForms: [...DEFINITION_FORMS, ...PAIR_FORMS],
    things: withFigures("facts", fact),
    marks: ["value"],
    change: (scene, draw, at) => renewed(movedNowAndThen(scene, draw, at), draw, fact, 0.4),
    redesign: "maybe",
  },
  {
    name: "pairs-reordered",
    expects: "Labels at the left and figures at the right stand in another order: the figure of the same label.",
    forms: PAIR_FORMS,
    things: withFigures("measures", (draw) => [amount(draw)]),
    marks: ["value", "thing"],
    change: (scene, draw, at) => renewed(movedNowAndThen(scene, draw, at), draw, (one) => [amount(one)]),
    redesign: "maybe",
  },
  {
    name: "figure-under-caption",
    expects: "The site is redesigned and every figure is new: the figure under the same caption.",
    forms: CAPTION_FORMS,
    things: withFigures("measures", measure),
    marks: ["value"],
    change: (scene, draw) => renewed(draw.chance(0.5) ? reordered(scene, draw) : scene, draw, measure),
    redesign: "always",
  },
  {
    name: "text-under-heading",
    expects:
      "Texts that begin alike stand under headings; one comes in above, and words change: the text under the same heading.",
    forms: CARD_FORMS,
    things: withFigures("sections", (draw, vocabulary) => [alike(vocabulary, draw)]),
    marks: ["value"],
    change: (scene, draw) => edited(draw.chance(0.6) ? withAnother(scene, draw) : reordered(scene, draw), draw),
    redesign: "style",
    isTaught: false,
  },
  {
    name: "tile-by-accessible-name",
    expects: "Tiles that say their name to a screen reader only are rearranged: the tile of the same name.",
    forms: SPOKEN_FORMS,
    things: withFigures("measures", measure),
    change: (scene, draw, at) => renewed(movedNowAndThen(scene, draw, at), draw, measure),
    redesign: "maybe",
  },
  {
    name: "person-by-name",
    expects: "A staff list is sorted again, some leave and some join: the person of the same name.",
    forms: [...CARD_FORMS, ...ROW_FORMS],
    things: withFigures("people", person),
    change: (scene, draw, at) => joined(withoutAnother(movedNowAndThen(scene, draw, at), draw), draw),
    redesign: "maybe",
  },
  {
    name: "product-sorted-by-price",
    expects: "The products are sorted by price and some prices are new: the product of the same name.",
    forms: [...CARD_FORMS, ...ROW_FORMS],
    things: withFigures("products", priced),
    change: (scene, draw) => sortedBy(renewed(scene, draw, priced, 0.5), 0),
    redesign: "maybe",
  },
  {
    name: "weather-of-town",
    expects: "The towns are sorted by the new temperatures: the weather of the same town.",
    forms: [...CARD_FORMS, ...ROW_FORMS],
    things: withFigures("towns", weather),
    change: (scene, draw) => sortedBy(renewed(scene, draw, weather), 0),
    redesign: "maybe",
  },
  {
    name: "league-row",
    expects: "The league table after another day of play: the row of the same club.",
    forms: ROW_FORMS,
    things: withFigures("towns", season),
    isRanked: true,
    change: (scene, draw) => sortedBy(renewed(scene, draw, season), 2),
    redesign: "maybe",
  },
  {
    name: "ticker-row",
    expects: "The shares are sorted by today's change: the row of the same company.",
    forms: ROW_FORMS,
    things: withFigures("companies", quote),
    change: (scene, draw) => sortedBy(renewed(scene, draw, quote), 1),
    redesign: "maybe",
  },
  {
    name: "count-by-label",
    expects: "The counts below an article are new and stand in another order: the count of the same label.",
    forms: COUNT_FORMS,
    things: (vocabulary, draw) =>
      draw.some(vocabulary.counts, draw.between(3, 5)).map((name) => newThing(draw, name, { figures: [amount(draw)] })),
    marks: ["thing", "value"],
    change: (scene, draw, at) => renewed(movedNowAndThen(scene, draw, at), draw, (one) => [amount(one)]),
    redesign: "maybe",
  },
];

/** A product that was not there before stands where the followed one stood. */
function replaced(scene: Scene, draw: Draw): Scene {
  const unknown = scene.vocabulary.products.filter((name) => !scene.things.some(({ title }) => title === name));
  const other = newThing(draw, draw.one(unknown), { figures: priced(draw, scene.vocabulary) });
  return { ...scene, things: scene.things.map((thing) => (thing.key === scene.target ? other : thing)), target: null };
}

function joined(scene: Scene, draw: Draw): Scene {
  const unknown = scene.vocabulary.people.filter((name) => !scene.things.some(({ title }) => title === name));
  return insertedBefore(scene, newThing(draw, draw.one(unknown), { figures: person(draw, scene.vocabulary) }), draw);
}

/** A text with the beginning that all of them have. */
function alike(vocabulary: Vocabulary, draw: Draw): string {
  const { words, gap } = vocabulary;
  return [...words.slice(0, 6), sentence(vocabulary, draw, 7)].join(gap);
}

/** Some words in the middle are others now. */
function edited(scene: Scene, draw: Draw): Scene {
  const { words, gap } = scene.vocabulary;
  return freshFigures(scene, draw, ({ figures: [text = ""] }) => {
    const all = text.split(gap);
    const at = draw.between(1, Math.max(1, all.length - 2));
    return [all.toSpliced(at, 1, draw.one(words), draw.one(words)).join(gap)];
  });
}

function withAnother(scene: Scene, draw: Draw): Scene {
  const unknown = scene.vocabulary.sections.filter((name) => !scene.things.some(({ title }) => title === name));
  if (unknown.length === 0) return scene;
  const other = newThing(draw, draw.one(unknown), { figures: [alike(scene.vocabulary, draw)] });
  return insertedBefore(scene, other, draw);
}
