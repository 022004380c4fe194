/** How a site looks at one time: which tags and classes its blocks have, and what stands around them. */
import { type Element, element } from "./element.ts";
import type { BlockPlan, Form } from "./site-styles.ts";

export interface Design {
  /** Of the two designs, a redesign switches to the other: other tags, other classes, another frame. */
  readonly isModern: boolean;
  /** Added to every class, as build tools do. */
  readonly classSuffix: string;
  /** Elements around each block. */
  readonly wrappers: number;
}

/** A block with its lines of the day. */
export interface FilledBlock {
  readonly plan: BlockPlan;
  readonly lines: readonly string[];
}

export function blockElement({ plan, lines }: FilledBlock, design: Design): Element {
  const named = (name: string) => classIn(design, name);
  const heading = element(design.isModern ? "h2" : "h3", named("heading"), [plan.heading]);
  const content = bodyElement(plan.form, lines, design);
  const tag = design.isModern ? (plan.form === "links" ? "nav" : "section") : "div";
  let block = element(tag, named(`${plan.name} box`), [heading, content], { block: plan.name });
  for (let level = 0; level < design.wrappers; level++) block = element("div", named(`wrap-${level}`), [block]);
  return block;
}

/** An advertisement or the like, which is nobody's block. */
export function fillerElement(words: string, design: Design): Element {
  return element(design.isModern ? "aside" : "div", classIn(design, "promo"), [
    element("p", classIn(design, "promo-text"), [words]),
  ]);
}

/** The page with its parts in their order. */
export function pageElement(title: string, parts: readonly Element[], design: Design): Element {
  const banner = element(design.isModern ? "header" : "div", classIn(design, "banner"), [element("h1", "", [title])]);
  const middle = Math.ceil(parts.length / 2);
  const main = design.isModern
    ? element("main", classIn(design, "grid"), parts)
    : element("div", classIn(design, "columns"), [
        element("div", classIn(design, "left"), parts.slice(0, middle)),
        element("div", classIn(design, "right"), parts.slice(middle)),
      ]);
  const footer = element(design.isModern ? "footer" : "div", classIn(design, "foot"), [
    element("p", "", [`${title}, all pages by hand`]),
  ]);
  return element("html", "", [
    element("head", "", [element("title", "", [title])]),
    element("body", "", [banner, main, footer]),
  ]);
}

function bodyElement(form: Form, lines: readonly string[], design: Design): Element {
  const named = (name: string) => classIn(design, name);
  const link = (line: string) =>
    element("a", named("link"), [line], { href: `/${line.toLowerCase().replaceAll(" ", "-")}` });
  switch (form) {
    case "links":
      return element(
        "ul",
        named("menu"),
        lines.map((line) => element("li", "", [link(line)])),
      );
    case "headlines":
      return design.isModern
        ? element(
            "div",
            named("stories"),
            lines.map((line) => element("article", named("story"), [link(line)])),
          )
        : element(
            "ul",
            named("list"),
            lines.map((line) => element("li", named("item"), [link(line)])),
          );
    case "cards":
      return element(
        "div",
        named("cards"),
        lines.map((line) => {
          const [name = "", price = ""] = line.split(" at ");
          return element(design.isModern ? "article" : "div", named("card"), [
            element("h4", named("name"), [link(name)]),
            element("span", named("price"), [price]),
          ]);
        }),
      );
    case "table":
      return element("table", named("table"), [
        element(
          "tbody",
          "",
          lines.map((line) => {
            const cells = line.split(" at ").map((cell) => element("td", "", [cell]));
            return element("tr", named("row"), cells);
          }),
        ),
      ]);
    case "notices":
      return element(
        "dl",
        named("notices"),
        lines.flatMap((line) => {
          const [what = "", when = ""] = line.split(" at ");
          return [element("dt", "", [what]), element("dd", named("when"), [when])];
        }),
      );
  }
}

function classIn(design: Design, names: string): string {
  const prefix = design.isModern ? "m-" : "";
  return names
    .split(" ")
    .map((name) => `${prefix}${name}${design.classSuffix}`)
    .join(" ");
}
