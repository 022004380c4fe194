/** Styles of a shadow tree in one flat page: they apply below their host, which a scope says. */
import {
  type AttributeSelector,
  type CssNode,
  clone,
  generate,
  type List,
  type ListItem,
  type PseudoClassSelector,
  parse,
  type Rule,
  type Selector,
  walk,
} from "css-tree";
import { parseSheet, writeCss } from "./css-syntax.ts";

/** The tree around a host has the last word about the host, about what it put into slots, and about parts. */
const LAYER = "tessera-shadow";

/** Stands before all other styles, so that their layers come behind it. */
export const SHADOW_LAYER_FIRST = `@layer ${LAYER};`;

/**
 * They apply below the host, and not to what was put into its slots from outside. `:host` is the host. Rules of the
 * page outside reach in, which a shadow root would keep out; that is the price of one flat page.
 */
export function scopeToHost(css: string, host: string): string {
  const sheet = css === "" ? null : parseSheet(css);
  if (!sheet) return "";
  const slotted = clone(sheet);
  const hasSlotted = keepSlotted(slotted);
  const own = `@scope (${host}) to (slot > *) {${written(sheet)}}`;
  // a limit is itself outside: rules about what is in a slot reach one level further
  const all = hasSlotted ? `${own}@scope (${host}) to (slot > * > *) {${written(slotted)}}` : own;
  return `@layer ${LAYER}{${all}}`;
}

/** Leaves the rules of a sheet that are about what was put into slots; whether there are any. */
function keepSlotted(sheet: CssNode): boolean {
  let hasSlotted = false;
  walk(sheet, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (node.type === "Atrule" && /keyframes$|^font-face$|^property$/i.test(node.name)) list.remove(item);
      if (node.type !== "Rule" || node.prelude.type !== "SelectorList") return undefined;
      node.prelude.children.forEach((selector, at, all) => {
        if (!isSlotted(selector)) all.remove(at);
      });
      if (node.prelude.children.isEmpty) list.remove(item);
      else hasSlotted = true;
      return walk.skip;
    },
  });
  return hasSlotted;
}

function isSlotted(selector: CssNode): boolean {
  let isFound = false;
  walk(selector, (node) => {
    isFound ||= node.type === "PseudoElementSelector" && node.name.toLowerCase() === "slotted";
  });
  return isFound;
}

function written(sheet: CssNode): string {
  walk(sheet, {
    // what is inside of brackets is written first
    leave(node: CssNode) {
      if (node.type === "Selector") standForTree(node);
    },
  });
  return writeCss(sheet);
}

/** In place of what only a shadow tree has: each weighs about what it replaces. */
function standForTree(selector: Selector): void {
  selector.children.forEach((node, item, list) => {
    let text: string | null = null;
    if (node.type === "PseudoClassSelector") text = hostStand(node);
    else if (node.type === "PseudoElementSelector" && node.name.toLowerCase() === "slotted" && node.children) {
      const isAlone = !item.prev || item.prev.data.type === "Combinator";
      text = `${isAlone ? "slot" : ":is(slot)"} > :is(${inside(node)})`;
    }
    if (text !== null) list.replace(item, (parse(text, { context: "selector" }) as Selector).children);
  });
}

function hostStand(node: PseudoClassSelector): string | null {
  const name = node.name.toLowerCase();
  if (name !== "host" && name !== "host-context") return null;
  if (!node.children) return ":scope";
  const said = inside(node);
  return name === "host" ? `:scope:is(${said})` : `:scope:is(${said},${said} *)`;
}

function inside({ children }: { readonly children: List<CssNode> | null }): string {
  return (
    children
      ?.toArray()
      .map((child) => generate(child))
      .join() ?? ""
  );
}

const PART_NAMES = /^\s*[\w-]+(?:\s+[\w-]+)*\s*$/;

/** `::part(label)` of a host is an element in it: the tree around a host is the one that may reach into it. */
export function reachParts({ prelude }: Rule): void {
  if (prelude.type !== "SelectorList") return;
  for (const selector of prelude.children) if (selector.type === "Selector") reachPartsOf(selector);
}

function reachPartsOf(selector: Selector): void {
  selector.children.forEach((node, item, list) => {
    if (node.type !== "PseudoElementSelector" || node.name.toLowerCase() !== "part") return;
    const names = inside(node);
    if (!PART_NAMES.test(names)) return;
    const said = names.trim().split(/\s+/);
    const isAlone = !item.prev || item.prev.data.type === "Combinator";
    const text = `${isAlone ? "*" : "x"} ${said.map((name) => `[part~="${name}"]`).join("")}`;
    const reaching = (parse(text, { context: "selector" }) as Selector).children;
    if (!isAlone) reaching.shift();
    list.replace(item, reaching);
  });
}

/** Whether a selector reaches into the tree of a host, as only one about parts may. */
export function isAboutPart(selector: Selector): boolean {
  return selector.children.some((node) => node.type === "AttributeSelector" && isPartName(node));
}

function isPartName({ name, matcher }: AttributeSelector): boolean {
  return name.name.toLowerCase() === "part" && matcher === "~=";
}
