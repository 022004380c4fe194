/** Ways to mark up things that have a name and figures: rows, cards, label and value. */
import type { Element } from "../evolving-site/element.ts";
import { box, el, having } from "./design.ts";
import { type Form, figureOf, nameOf, rowOf, type Scene, type Thing, wholeOf, withoutInner } from "./scene.ts";

/** The figures in the order of the columns that the design has. */
function turned<T>({ design }: Scene, cells: readonly T[]): T[] {
  const turn = cells.length === 0 ? 0 : design.turn % cells.length;
  return [...cells.slice(turn), ...cells.slice(0, turn)];
}

const rank = (scene: Scene, thing: Thing): string[] =>
  scene.isRanked ? [String(scene.things.indexOf(thing) + 1)] : [];

const cells = (scene: Scene, thing: Thing): Element[] =>
  turned(
    scene,
    thing.figures.map((figure, at) =>
      at === 0 ? figureOf(scene, thing, "td") : box(scene.design, "td", "cell", figure),
    ),
  );

function head(scene: Scene): Element {
  const [name = "", ...figures] = scene.vocabulary.columns;
  const count = scene.things[0]?.figures.length ?? 0;
  const titles = [...(scene.isRanked ? ["#"] : []), name, ...turned(scene, figures.slice(0, count))];
  return el("thead", {}, el("tr", {}, ...titles.map((title) => el("th", { scope: "col" }, title))));
}

const body = (scene: Scene, show: (thing: Thing) => Element): Element => el("tbody", {}, ...scene.things.map(show));

const headedTable: Form = (scene) =>
  box(
    scene.design,
    "table",
    "table",
    head(scene),
    body(scene, (thing) =>
      rowOf(scene, thing, [
        ...rank(scene, thing).map((text) => el("td", {}, text)),
        having(nameOf(scene, thing, "th"), { scope: "row" }),
        ...cells(scene, thing),
      ]),
    ),
  );

const bareTable: Form = (scene) =>
  box(
    scene.design,
    "table",
    "table",
    body(scene, (thing) =>
      rowOf(scene, thing, [
        ...rank(scene, thing).map((text) => el("td", {}, text)),
        nameOf(scene, thing, "td"),
        ...cells(scene, thing),
      ]),
    ),
  );

const linkedTable: Form = (scene) =>
  box(
    scene.design,
    "table",
    "table",
    head(scene),
    body(scene, (thing) =>
      rowOf(scene, thing, [
        ...rank(scene, thing).map((text) => el("td", {}, text)),
        nameOf(scene, thing, "td", [el("a", { href: thing.link }, thing.name)]),
        ...cells(scene, thing),
      ]),
    ),
  );

const listRows: Form = (scene) =>
  box(
    scene.design,
    "ul",
    "rows",
    ...scene.things.map((thing) =>
      wholeOf(scene, thing, "li", [
        ...rank(scene, thing).map((text) => el("span", {}, text)),
        nameOf(scene, thing, "span"),
        ...turned(
          scene,
          thing.figures.map((figure) => box(scene.design, "span", "figure", figure)),
        ),
      ]),
    ),
  );

const gridRows: Form = (scene) =>
  having(
    box(
      scene.design,
      "div",
      "grid",
      ...scene.things.map((thing) => {
        const figures = thing.figures.map((figure) => el("div", { role: "cell" }, figure));
        const name = having(nameOf(scene, thing, "div"), { role: "rowheader" });
        const ranks = rank(scene, thing).map((text) => el("div", { role: "cell" }, text));
        return having(wholeOf(withoutInner(scene), thing, "div", [...ranks, name, ...turned(scene, figures)]), {
          role: "row",
        });
      }),
    ),
    { role: "table" },
  );

/** Rows with a cell that can be pointed at. */
export const CELL_FORMS: readonly Form[] = [headedTable, bareTable, linkedTable];
export const ROW_FORMS: readonly Form[] = [headedTable, bareTable, linkedTable, listRows, gridRows];

/** Rows that name their link in a title that may change. */
export const LINK_ROW_FORMS: readonly Form[] = [linkedTable];

const details = (scene: Scene, { figures }: Thing): Element[] =>
  figures.slice(1).map((figure) => box(scene.design, "p", "detail", figure));

const cards: Form = (scene) =>
  box(
    scene.design,
    "div",
    "cards",
    ...scene.things.map((thing) =>
      wholeOf(scene, thing, "div", [
        nameOf(scene, thing, scene.design.heading),
        figureOf(scene, thing, "p"),
        ...details(scene, thing),
      ]),
    ),
  );

const figureFirst: Form = (scene) =>
  box(
    scene.design,
    "ul",
    "tiles",
    ...scene.things.map((thing) =>
      wholeOf(scene, thing, "li", [
        figureOf(scene, thing, "strong"),
        nameOf(scene, thing, "span"),
        ...details(scene, thing),
      ]),
    ),
  );

const linkedCards: Form = (scene) =>
  box(
    scene.design,
    "div",
    "cards",
    ...scene.things.map((thing) =>
      wholeOf(scene, thing, "article", [
        el("img", { src: `/images/${thing.key}.jpg`, alt: "" }),
        nameOf(scene, thing, scene.design.heading, [el("a", { href: thing.link }, thing.name)]),
        figureOf(scene, thing, "div"),
        ...details(scene, thing),
      ]),
    ),
  );

export const CARD_FORMS: readonly Form[] = [cards, figureFirst, linkedCards];

/** Cards that name their link in a title that may change, and have it on the picture too. */
export const LINK_FORMS: readonly Form[] = [linkedCards];

const definitions: Form = (scene) =>
  box(
    scene.design,
    "dl",
    "facts",
    ...scene.things.flatMap((thing) => [nameOf(scene, thing, "dt"), figureOf(scene, thing, "dd")]),
  );

const groupedDefinitions: Form = (scene) =>
  box(
    scene.design,
    "dl",
    "facts",
    ...scene.things.map((thing) => el("div", {}, nameOf(scene, thing, "dt"), figureOf(scene, thing, "dd"))),
  );

export const DEFINITION_FORMS: readonly Form[] = [definitions, groupedDefinitions];

const pairs: Form = (scene) =>
  box(
    scene.design,
    "div",
    "pairs",
    ...scene.things.map((thing) =>
      wholeOf(scene, thing, "div", [nameOf(scene, thing, "span"), figureOf(scene, thing, "span")]),
    ),
  );

const pairTable: Form = (scene) =>
  box(
    scene.design,
    "table",
    "pairs",
    body(scene, (thing) => rowOf(scene, thing, [nameOf(scene, thing, "td"), figureOf(scene, thing, "td")])),
  );

const pairList: Form = (scene) =>
  box(
    scene.design,
    "ul",
    "pairs",
    ...scene.things.map((thing) =>
      wholeOf(scene, thing, "li", [nameOf(scene, thing, "span"), figureOf(scene, thing, "b")]),
    ),
  );

export const PAIR_FORMS: readonly Form[] = [pairs, pairTable, pairList];

/** Nothing to read but figures: the name is for those who listen. */
const spokenTiles =
  (tag: string): Form =>
  (scene) =>
    box(
      scene.design,
      "div",
      "tiles",
      ...scene.things.map((thing) =>
        having(wholeOf(scene, thing, tag, [figureOf(scene, thing, "strong"), ...details(scene, thing)]), {
          "aria-label": thing.name,
          ...(tag === "div" ? { role: "group" } : {}),
        }),
      ),
    );

export const SPOKEN_FORMS: readonly Form[] = [spokenTiles("div"), spokenTiles("section"), spokenTiles("a")];

/** The caption in a row of its own, as tables had it once. */
const captionedTables: Form = (scene) =>
  box(
    scene.design,
    "div",
    "boxes",
    ...scene.things.map((thing) => {
      const row = (cell: Element): Element => el("tr", {}, cell);
      const more = details(scene, thing).map((detail) => row(el("td", {}, detail)));
      const rows = [row(nameOf(scene, thing, "th")), row(figureOf(scene, thing, "td")), ...more];
      return wholeOf(scene, thing, "div", [el("table", {}, el("tbody", {}, ...rows))]);
    }),
  );

const gauges: Form = (scene) =>
  box(
    scene.design,
    "div",
    "gauges",
    ...scene.things.map((thing) =>
      wholeOf(scene, thing, "section", [
        nameOf(scene, thing, scene.design.heading),
        el("p", {}, figureOf(scene, thing, "b"), " ", ...details(scene, thing).map((one) => ({ ...one, tag: "span" }))),
      ]),
    ),
  );

/** The caption is the text before the figure, with no element of its own. */
const figuresInLine: Form = (scene) =>
  box(
    scene.design,
    "div",
    "facts",
    ...scene.things.map((thing) =>
      wholeOf(withoutInner(scene), thing, "p", [`${thing.name} `, figureOf(scene, thing, "b")]),
    ),
  );

export const CAPTION_FORMS: readonly Form[] = [captionedTables, gauges, figuresInLine];
