/** Situations in which a block has a name that a person follows: a heading, a caption, a title. */
import {
  freshFigures,
  freshLines,
  freshNames,
  insertedBefore,
  MAX_LINES,
  MIN_LINES,
  movedNowAndThen,
  newThing,
  redesigned,
  reordered,
  rewritten,
  swapped,
  withoutTarget,
  withTarget,
} from "./changes.ts";
import type { Draw } from "./draw.ts";
import { LINK_FORMS } from "./row-forms.ts";
import type { Scene, Thing } from "./scene.ts";
import { ACCORDION_FORMS, FORM_FORMS, JOINED_FORMS, MENU_FORMS, SECTION_FORMS, TAB_FORMS } from "./section-forms.ts";
import type { Plan } from "./story.ts";
import type { Vocabulary } from "./vocabularies.ts";
import { hours, misspelt, price, sentence, sentences } from "./wording.ts";

/** Things with these names and lines of their own, on some pages as many each. */
function withLines(vocabulary: Vocabulary, draw: Draw, names: readonly string[]): Thing[] {
  const count = draw.chance(0.5) ? draw.between(MIN_LINES, MAX_LINES) : null;
  return names.map((name) => {
    const lines = sentences(vocabulary, draw, count ?? draw.between(MIN_LINES, MAX_LINES));
    return newThing(draw, name, { lines });
  });
}

const sixSections = (vocabulary: Vocabulary, draw: Draw): Thing[] =>
  withLines(vocabulary, draw, draw.some(vocabulary.sections, 6));

const someSections = (vocabulary: Vocabulary, draw: Draw): Thing[] =>
  withLines(vocabulary, draw, draw.some(vocabulary.sections, draw.between(4, 8)));

function anotherSection(scene: Scene, draw: Draw): Thing {
  const unused = scene.vocabulary.sections.filter((name) => !scene.things.some(({ title }) => title === name));
  return withLines(scene.vocabulary, draw, [draw.one(unused)])[0]!;
}

export const NAMED_PLANS: readonly Plan[] = [
  {
    name: "sections-reordered",
    expects: "Six sections change their order overnight and every headline is new: the section with the same heading.",
    forms: SECTION_FORMS,
    things: sixSections,
    mayBeInNavigation: true,
    change: (scene, draw, at) => freshLines(movedNowAndThen(scene, draw, at), draw),
    redesign: "maybe",
  },
  {
    name: "captions-swapped",
    expects: "Two captioned blocks change places: the block with the same caption.",
    forms: SECTION_FORMS,
    things: (vocabulary, draw) => withLines(vocabulary, draw, draw.some(vocabulary.captions, draw.between(2, 4))),
    change: (scene, draw, at) =>
      freshLines(at === 1 || draw.chance(0.5) ? swapped(scene, draw) : scene, draw, draw.one([0.5, 1])),
    redesign: "style",
  },
  {
    name: "headings-rewritten",
    expects: "The headings are written otherwise and stand in another order: the section that means the same.",
    forms: SECTION_FORMS,
    things: (vocabulary, draw) =>
      someSections(vocabulary, draw).map((thing) =>
        draw.chance(0.15) ? { ...thing, name: misspelt(thing.title, draw) } : thing,
      ),
    change: (scene, draw, at) =>
      freshLines(rewritten(movedNowAndThen(scene, draw, at), draw), draw, draw.one([0.6, 1])),
    redesign: "style",
  },
  {
    name: "section-removed",
    expects: "The section is taken off the page while the others move: it is gone.",
    forms: SECTION_FORMS,
    things: someSections,
    mayBeInNavigation: true,
    change: (scene, draw, at) => {
      const isTime = scene.target !== null && (at === 2 || draw.chance(0.5));
      return freshLines(reordered(isTime ? withoutTarget(scene) : scene, draw), draw, 0.7);
    },
    minLater: 2,
    redesign: "never",
  },
  {
    name: "section-inserted",
    expects: "New sections come in above: the section with the same heading, further down.",
    forms: SECTION_FORMS,
    things: (vocabulary, draw) => withLines(vocabulary, draw, draw.some(vocabulary.sections, draw.between(3, 6))),
    mayBeInNavigation: true,
    change: (scene, draw) => freshLines(insertedBefore(scene, anotherSection(scene, draw), draw), draw),
    redesign: "maybe",
  },
  {
    name: "redesign-headings-kept",
    expects: "The page is redesigned and the headings are kept: the section with the same heading.",
    forms: SECTION_FORMS,
    things: someSections,
    mayBeInNavigation: true,
    change: (scene, draw) =>
      freshLines(draw.chance(0.5) ? reordered(scene, draw) : scene, draw, draw.one([0.3, 0.7, 1])),
    redesign: "always",
  },
  {
    name: "joined-with-neighbours",
    expects:
      "The redesigned page puts sections into boxes by twos and threes: the section with the same heading, without its neighbours.",
    forms: SECTION_FORMS,
    laterForms: JOINED_FORMS,
    things: someSections,
    change: (scene, draw) => freshLines(scene, draw, draw.one([0.2, 0.5, 1])),
    redesign: "always",
  },
  {
    name: "designs-a-b-a",
    expects: "The site swings between two designs: the same section in both.",
    forms: SECTION_FORMS,
    things: someSections,
    change: (scene, draw) => freshLines(redesigned(scene), draw, 0.5),
    minLater: 2,
    redesign: "never",
  },
  {
    name: "gone-and-back",
    expects: "The section is away for a while: gone, and found again by its heading when it is back.",
    forms: SECTION_FORMS,
    things: someSections,
    change: (scene, draw, at) => freshLines(awayForAWhile(scene, draw, at), draw, 0.6),
    minLater: 3,
    redesign: "never",
  },
  {
    name: "banner-above",
    expects: "A banner comes and goes above everything: the same section, whatever stands above.",
    forms: SECTION_FORMS,
    things: someSections,
    change: (scene, draw) => {
      const banner = scene.banner === null ? sentence(scene.vocabulary, draw, 9) : null;
      return freshLines({ ...scene, banner }, draw);
    },
    redesign: "never",
  },
  {
    name: "accordion-by-title",
    expects: "The folds of an accordion are put into another order: the one with the same title.",
    forms: ACCORDION_FORMS,
    things: someSections,
    change: (scene, draw, at) => freshLines(movedNowAndThen(scene, draw, at), draw, draw.one([0.5, 1])),
    redesign: "maybe",
  },
  {
    name: "tab-by-title",
    expects: "The tabs are put into another order: the panel of the tab with the same title.",
    forms: TAB_FORMS,
    things: someSections,
    change: (scene, draw, at) => freshLines(movedNowAndThen(scene, draw, at), draw, draw.one([0.5, 1])),
    redesign: "style",
  },
  {
    name: "branch-hours",
    expects: "The branches are listed in another order, some with other hours: the branch of the same town.",
    forms: SECTION_FORMS,
    things: (vocabulary, draw) =>
      draw
        .some(vocabulary.towns, draw.between(4, 8))
        .map((town) => newThing(draw, town, { lines: week(vocabulary, draw) })),
    change: (scene, draw, at) => newHours(movedNowAndThen(scene, draw, at), draw),
    redesign: "maybe",
  },
  {
    name: "card-by-link",
    expects: "Cards get new titles, new figures and another order: the card whose title still leads to the same page.",
    forms: LINK_FORMS,
    things: (vocabulary, draw) =>
      Array.from({ length: draw.between(4, 8) }, () =>
        newThing(draw, sentence(vocabulary, draw, 5), { figures: [price(draw)] }),
      ),
    holds: "link",
    change: (scene, draw, at) =>
      freshFigures(freshNames(movedNowAndThen(scene, draw, at), draw), draw, () => [price(draw)]),
    redesign: "style",
  },
  {
    name: "form-moved",
    expects: "The forms of a page change places: the form for the same purpose.",
    forms: FORM_FORMS,
    things: (vocabulary, draw) =>
      draw
        .some(vocabulary.forms, draw.between(2, 4))
        .map((name) => newThing(draw, name, { lines: draw.some(vocabulary.facts, draw.between(1, 3)) })),
    change: movedNowAndThen,
    redesign: "maybe",
  },
  {
    name: "menu-by-title",
    expects:
      "The parts of the navigation are put into another order, with other entries: the part with the same title.",
    forms: MENU_FORMS,
    things: (vocabulary, draw) => withLines(vocabulary, draw, draw.some(vocabulary.menus, draw.between(3, 6))),
    place: "navigation",
    change: (scene, draw, at) => freshLines(movedNowAndThen(scene, draw, at), draw, 0.3),
    redesign: "maybe",
  },
  {
    name: "footer-contact",
    expects: "The columns of the footer change their order: the one with the contact.",
    forms: MENU_FORMS,
    things: (vocabulary, draw) => withLines(vocabulary, draw, vocabulary.footers),
    picks: [0],
    place: "footer",
    change: (scene, draw, at) => freshLines(movedNowAndThen(scene, draw, at), draw, 0.25),
    redesign: "maybe",
  },
];

/** Away at the first step, back at the second or third. */
function awayForAWhile(scene: Scene, draw: Draw, at: number): Scene {
  if (at === 1) {
    const absent = scene.things.find(({ key }) => key === scene.target)!;
    return { ...withoutTarget(scene), absent };
  }
  return scene.absent && (at === 3 || draw.chance(0.5))
    ? withTarget({ ...scene, absent: null }, scene.absent, draw)
    : scene;
}

const week = ({ days }: Vocabulary, draw: Draw): string[] => days.map((day) => `${day} ${hours(draw)}`);

function newHours(scene: Scene, draw: Draw): Scene {
  const things = scene.things.map((thing) =>
    draw.chance(0.4) ? { ...thing, lines: week(scene.vocabulary, draw) } : thing,
  );
  return { ...scene, things };
}
