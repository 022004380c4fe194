/** Situations in which a place is meant whatever stands there, and those in which only the place tells. */
import { ARTICLE_FORMS, BLOG_FORMS, HEADLINE_FORMS, LEAD_FORMS } from "./article-forms.ts";
import { followingPlace, freshLines, freshNames, movedOn, newThing } from "./changes.ts";
import type { Draw } from "./draw.ts";
import type { Scene, Thing } from "./scene.ts";
import { COLUMN_FORMS } from "./section-forms.ts";
import type { Plan } from "./story.ts";
import type { Vocabulary } from "./vocabularies.ts";
import { sentence, sentences } from "./wording.ts";

function headline(vocabulary: Vocabulary, draw: Draw): Thing {
  const date = `${draw.between(1, 28)}.${draw.between(1, 12)}.2026`;
  return newThing(draw, sentence(vocabulary, draw, draw.between(4, 8)), {
    lines: sentences(vocabulary, draw, 2),
    figures: [date],
  });
}

const headlines = (vocabulary: Vocabulary, draw: Draw, count: number): Thing[] =>
  Array.from({ length: count }, () => headline(vocabulary, draw));

const feed = (vocabulary: Vocabulary, draw: Draw): Thing[] => headlines(vocabulary, draw, draw.between(6, 10));

/** One to `max` new entries at the top. */
const withNews = (scene: Scene, draw: Draw, max: number): Scene =>
  movedOn(scene, headlines(scene.vocabulary, draw, draw.between(1, max)));

export const PLACE_PLANS: readonly Plan[] = [
  {
    name: "first-headline",
    expects: "The list of headlines moves on: whatever is first.",
    means: "position",
    forms: HEADLINE_FORMS,
    things: feed,
    picks: [0],
    change: (scene, draw) => followingPlace(withNews(scene, draw, 3), 0),
    redesign: "style",
  },
  {
    name: "newest-blog-entry",
    expects: "The blog has a new entry: the newest one.",
    means: "position",
    forms: BLOG_FORMS,
    things: (vocabulary, draw) => headlines(vocabulary, draw, draw.between(4, 7)),
    picks: [0],
    change: (scene, draw) => followingPlace(withNews(scene, draw, 1), 0),
    redesign: "style",
  },
  {
    name: "third-place",
    expects: "The person said “whatever is third”: the third entry after the list has moved on.",
    forms: HEADLINE_FORMS,
    things: feed,
    picks: [2],
    intent: "position",
    change: (scene, draw) => followingPlace(withNews(scene, draw, 3), 2),
    redesign: "never",
  },
  {
    name: "this-story",
    expects: "The person said “this one” of the first story: the same story, further down.",
    forms: HEADLINE_FORMS,
    things: feed,
    picks: [0],
    intent: "item",
    change: (scene, draw) => withNews(scene, draw, 1),
    redesign: "style",
  },
  {
    name: "lead-headline",
    expects: "Another story leads the page: the headline of the story that leads.",
    means: "position",
    forms: LEAD_FORMS,
    things: feed,
    picks: [0],
    marks: ["name"],
    change: nextLead,
    redesign: "maybe",
  },
  {
    name: "changing-name",
    expects: "The lead story has another headline at every look: the block of the lead story.",
    means: "position",
    forms: LEAD_FORMS,
    things: feed,
    picks: [0],
    change: nextLead,
    redesign: "maybe",
  },
  {
    name: "equal-headings",
    expects: "Two sections have the same heading, and all lines are new: the one that stands in the same place.",
    means: "auto",
    forms: COLUMN_FORMS,
    things: (vocabulary, draw) => {
      const [twice, ...once] = draw.some(vocabulary.sections, 5);
      return [once[0]!, twice!, once[1]!, once[2]!, twice!, once[3]!].map((name) =>
        newThing(draw, name, { lines: sentences(vocabulary, draw, 3) }),
      );
    },
    picks: [1, 4],
    change: (scene, draw) => freshLines(scene, draw),
    redesign: "style",
  },
  {
    name: "article-rewrapped",
    expects: "The article gains and loses wrappers and a few words: the article, with or without its wrapper.",
    means: "auto",
    forms: ARTICLE_FORMS,
    things: (vocabulary, draw) => [
      { ...headline(vocabulary, draw), lines: sentences(vocabulary, draw, draw.between(5, 12)) },
    ],
    change: (scene, draw) =>
      freshLines(
        {
          ...scene,
          design: {
            ...scene.design,
            wrappers: (scene.design.wrappers + draw.between(1, 2)) % 3,
            hasInnerWrapper: draw.chance(0.5),
          },
        },
        draw,
        0.1,
      ),
    redesign: "maybe",
  },
];

/** A new story leads; the old one goes into the list, or leaves with all the others. */
function nextLead(scene: Scene, draw: Draw): Scene {
  const next = draw.chance(0.6)
    ? withNews(scene, draw, 2)
    : freshNames({ ...scene, things: feed(scene.vocabulary, draw) }, draw);
  return followingPlace(next, 0);
}
