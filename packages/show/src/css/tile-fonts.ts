/** Fonts that a page brings have the tile's names before theirs; what names a font outside of a sheet is given both. */
import { type CssNode, type Declaration, List, type StringNode, walk } from "css-tree";
import { parseDeclarations, writeCss } from "./css-syntax.ts";

/** What browsers mean by themselves, and what is no name. */
const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+|math|emoji|fangsong|inherit|initial|unset|revert|revert-layer|default|none)$/i;
const MAX_FAMILIES = 20;

/**
 * Before each font in a `style` attribute its name in the tile: whether the page brings it is known once its sheets are
 * there, and a browser takes the first that there is.
 */
export function nameFontsTwice(root: CssNode, nameOf: (name: string) => string): void {
  walk(root, (node) => {
    if (node.type !== "Declaration" || node.value.type !== "Value") return;
    const property = node.property.toLowerCase();
    if (property === "font-family" || property === "font") node.value.children = twice(node, property, nameOf);
  });
}

/** The same for the attribute of a drawing. */
export function nameFamiliesTwice(families: string, nameOf: (name: string) => string): string | null {
  const declarations = parseDeclarations(`font-family:${families}`);
  if (!declarations) return null;
  nameFontsTwice(declarations, nameOf);
  return writeCss(declarations).replace(/^font-family:/, "");
}

function twice({ value }: Declaration, property: string, nameOf: (name: string) => string): List<CssNode> {
  const children = value.type === "Value" ? value.children.toArray() : [];
  const groups = groupsOf(children);
  const named = groups.slice(0, MAX_FAMILIES).map((group, at) => {
    // before the first family `font` says style, weight and size
    const from = property === "font" && at === 0 ? familyFrom(group) : 0;
    const name = nameIn(group.slice(from));
    if (name === null) return group;
    const own: StringNode = { type: "String", value: nameOf(name) };
    return [...group.slice(0, from), own, { type: "Operator", value: "," } as const, ...group.slice(from)];
  });
  return joined([...named, ...groups.slice(MAX_FAMILIES)]);
}

/** What stands between commas. */
export function groupsOf(children: readonly CssNode[]): CssNode[][] {
  const groups: CssNode[][] = [[]];
  for (const node of children) {
    if (node.type === "Operator" && node.value === ",") groups.push([]);
    else groups.at(-1)!.push(node);
  }
  return groups;
}

export function joined(groups: readonly (readonly CssNode[])[]): List<CssNode> {
  const comma = { type: "Operator", value: "," } as const;
  return new List<CssNode>().fromArray(groups.flatMap((group, at) => (at === 0 ? group : [comma, ...group])));
}

/** Behind the last node that is no word; a `font` of words alone names no family. */
export function familyFrom(group: readonly CssNode[]): number {
  const last = group.findLastIndex(({ type }) => type !== "Identifier" && type !== "String");
  return last < 0 ? group.length : last + 1;
}

/** A name in quotes, or of any number of words without them. */
export function nameIn(group: readonly CssNode[]): string | null {
  const [first] = group;
  if (group.length === 1 && first?.type === "String") return first.value;
  const words = group.map((node) => (node.type === "Identifier" ? node.name : null));
  if (words.length === 0 || words.includes(null)) return null;
  const name = words.join(" ");
  return GENERIC.test(name) ? null : name;
}
