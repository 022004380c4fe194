/** How a page of the suite is marked up: class names, depth, tags. Another design of the same page is a redesign. */
import { hashString } from "@tessera/engine";
import type { Element } from "../evolving-site/element.ts";
import type { Draw } from "./draw.ts";

const SCHEMES = ["plain", "prefixed", "hashed", "utility", "none"] as const;

export interface Design {
  /** How classes are named; with `salt` the names differ from design to design. */
  readonly scheme: (typeof SCHEMES)[number];
  readonly salt: number;
  /** `header`, `main` and `aside`, or `div` with an id. */
  readonly isSemantic: boolean;
  /** Plain elements around the list of things, and one inside each of them. */
  readonly wrappers: number;
  readonly hasInnerWrapper: boolean;
  readonly heading: "h2" | "h3" | "h4";
  readonly aside: "before" | "after" | "none";
  /** By how many columns the figures of a table are turned. */
  readonly turn: number;
}

export function drawDesign(draw: Draw): Design {
  return {
    scheme: draw.one(SCHEMES),
    salt: draw.between(1, 1_000_000),
    isSemantic: draw.chance(0.6),
    wrappers: draw.between(0, 2),
    hasInnerWrapper: draw.chance(0.3),
    heading: draw.one(["h2", "h3", "h4"]),
    aside: draw.one(["before", "after", "none"]),
    turn: draw.between(0, 3),
  };
}

/** Other class names, another depth and another order of columns with the same tags. */
export function restyled(design: Design, draw: Draw): Design {
  const { scheme, salt, wrappers, aside, turn } = drawDesign(draw);
  return { ...design, scheme, salt, wrappers, aside, turn };
}

type Attributes = Readonly<Record<string, string>>;

export function el(tag: string, attributes: Attributes, ...children: (Element | string)[]): Element {
  return { tag, attributes, children };
}

/** An element with the class that its role has in the design. */
export function box({ scheme, salt }: Design, tag: string, role: string, ...children: (Element | string)[]): Element {
  const hash = hashString(`${role}${salt}`).toString(36).slice(0, 6);
  const names = {
    plain: role,
    prefixed: `x${salt % 97}-${role}__box`,
    hashed: `css-${hash}`,
    utility: `p-${role.length % 4} m-${salt % 5} flex-${(salt + role.length) % 4} w-${role.length}`,
    none: "",
  };
  return el(tag, names[scheme] === "" ? {} : { class: names[scheme] }, ...children);
}

/** The element with further attributes. */
export function having(element: Element, attributes: Attributes): Element {
  return { ...element, attributes: { ...element.attributes, ...attributes } };
}
