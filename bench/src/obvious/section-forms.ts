/** Ways to mark up things that have a name and a body: sections, boxes, panels, columns. */
import { hashString } from "@tessera/engine";
import type { Element } from "../evolving-site/element.ts";
import { box, el, having } from "./design.ts";
import { type Form, nameOf, type Scene, type Thing, wholeOf, withoutInner } from "./scene.ts";

/** Ids are given by place, as generated markup has them: they tell nothing of the thing. */
const idOf = (scene: Scene, thing: Thing): string => `n${scene.things.indexOf(thing) + 1}`;

/** A headline leads to its own page: with the line, the address is new. */
const linkOf = (line: string): string => `/story/${hashString(line).toString(36)}`;

const titled = (scene: Scene, thing: Thing): Element => nameOf(scene, thing, scene.design.heading);

function linkList(scene: Scene, thing: Thing, tag: "ul" | "ol"): Element {
  const items = thing.lines.map((line) => el("li", {}, el("a", { href: linkOf(line) }, line)));
  return box(scene.design, tag, "list", ...items);
}

const paragraphs = (scene: Scene, { lines }: Thing): Element[] =>
  lines.map((line) => box(scene.design, "p", "text", line));

function each(scene: Scene, tag: string, show: (thing: Thing) => Element): Element {
  return box(scene.design, tag, "group", ...scene.things.map(show));
}

const sections: Form = (scene) =>
  each(scene, "div", (thing) => wholeOf(scene, thing, "section", [titled(scene, thing), linkList(scene, thing, "ul")]));

const boxes: Form = (scene) =>
  each(scene, "div", (thing) =>
    wholeOf(scene, thing, "div", [
      nameOf(scene, thing, "div"),
      box(scene.design, "div", "body", ...paragraphs(scene, thing)),
    ]),
  );

const articles: Form = (scene) =>
  each(scene, "div", (thing) =>
    wholeOf(scene, thing, "article", [
      box(scene.design, "header", "head", titled(scene, thing)),
      ...paragraphs(scene, thing),
    ]),
  );

const regions: Form = (scene) =>
  each(scene, "div", (thing) => {
    const content = [having(titled(scene, thing), { id: `h-${idOf(scene, thing)}` }), linkList(scene, thing, "ol")];
    return having(wholeOf(scene, thing, "section", content), { "aria-labelledby": `h-${idOf(scene, thing)}` });
  });

const listCards: Form = (scene) =>
  each(scene, "ul", (thing) => {
    const title = nameOf(scene, thing, scene.design.heading, [el("a", { href: thing.link }, thing.name)]);
    return wholeOf(scene, thing, "li", [title, linkList(scene, thing, "ul")]);
  });

/** A table a section, as pages had them once. */
const layoutTables: Form = (scene) =>
  each(scene, "div", (thing) => {
    const cell = (content: Element | string) => el("tr", {}, el("td", {}, content));
    const rows = thing.lines.map((line) => cell(el("a", { href: linkOf(line) }, line)));
    const head = el("tr", {}, el("th", {}, nameOf(scene, thing, "b")));
    return wholeOf(scene, thing, "div", [box(scene.design, "table", "list", el("tbody", {}, head, ...rows))]);
  });

export const SECTION_FORMS: readonly Form[] = [sections, boxes, articles, regions, listCards, layoutTables];

const accordion: Form = (scene) =>
  each(scene, "div", (thing) =>
    wholeOf(withoutInner(scene), thing, "details", [nameOf(scene, thing, "summary"), ...paragraphs(scene, thing)]),
  );

const buttonAccordion: Form = (scene) =>
  each(scene, "div", (thing) =>
    wholeOf(scene, thing, "div", [
      having(nameOf(scene, thing, "button"), { "aria-expanded": "false", "aria-controls": `p-${idOf(scene, thing)}` }),
      having(box(scene.design, "div", "panel", ...paragraphs(scene, thing)), {
        id: `p-${idOf(scene, thing)}`,
        role: "region",
      }),
    ]),
  );

export const ACCORDION_FORMS: readonly Form[] = [accordion, buttonAccordion];

/** The names stand in the list of tabs, and each panel says which of them is its own. */
const tabs: Form = (scene) => {
  const names = scene.things.map((thing) =>
    el("button", { role: "tab", "aria-controls": `p-${idOf(scene, thing)}` }, thing.name),
  );
  const panels = scene.things.map((thing) =>
    having(wholeOf(scene, thing, "div", paragraphs(scene, thing)), {
      role: "tabpanel",
      id: `p-${idOf(scene, thing)}`,
      "aria-label": thing.name,
    }),
  );
  return box(
    scene.design,
    "div",
    "tabs",
    having(box(scene.design, "div", "bar", ...names), { role: "tablist" }),
    ...panels,
  );
};

export const TAB_FORMS: readonly Form[] = [tabs];

const menus: Form = (scene) =>
  each(scene, "ul", (thing) =>
    wholeOf(scene, thing, "li", [nameOf(scene, thing, "span"), linkList(scene, thing, "ul")]),
  );

export const MENU_FORMS: readonly Form[] = [sections, menus, boxes];

const forms: Form = (scene) =>
  each(scene, "div", (thing) => {
    const fields = thing.lines.map((line, at) =>
      box(
        scene.design,
        "p",
        "field",
        el("label", { for: `${idOf(scene, thing)}-${at}` }, line),
        el("input", { id: `${idOf(scene, thing)}-${at}`, type: "text" }),
      ),
    );
    const send = el("button", { type: "submit" }, thing.name);
    return having(wholeOf(scene, thing, "form", [titled(scene, thing), ...fields, send]), { action: thing.link });
  });

const labelledForms: Form = (scene) =>
  each(scene, "div", (thing) => {
    const fields = thing.lines.map((line) => el("input", { type: "text", "aria-label": line, placeholder: line }));
    const send = el("button", { type: "submit" }, thing.name);
    return having(wholeOf(scene, thing, "form", [...fields, send]), { action: thing.link, "aria-label": thing.name });
  });

export const FORM_FORMS: readonly Form[] = [forms, labelledForms];

/** Two columns, each with its own things. */
const columns: Form = (scene) => {
  const middle = Math.ceil(scene.things.length / 2);
  const shown = scene.things.map((thing) =>
    wholeOf(scene, thing, "section", [titled(scene, thing), linkList(scene, thing, "ul")]),
  );
  return box(
    scene.design,
    "div",
    "columns",
    box(scene.design, "div", "wide", ...shown.slice(0, middle)),
    box(scene.design, "div", "narrow", ...shown.slice(middle)),
  );
};

export const COLUMN_FORMS: readonly Form[] = [columns];

/** Two or three in a box of their own, with nothing to tell the box from what is in it. */
const huddles: Form = (scene) => {
  const size = 2 + (scene.design.salt % 2);
  const shown = scene.things.map((thing) =>
    wholeOf(scene, thing, "div", [nameOf(scene, thing, "div"), linkList(scene, thing, "ul")]),
  );
  const rows = Array.from({ length: Math.ceil(shown.length / size) }, (_, at) =>
    shown.slice(at * size, (at + 1) * size),
  );
  return box(scene.design, "div", "rows", ...rows.map((row) => box(scene.design, "div", "row", ...row)));
};

export const JOINED_FORMS: readonly Form[] = [huddles, columns];
