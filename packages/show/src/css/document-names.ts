/** Names that a sheet gives to its whole document, fonts, animations and layers: where they are given, and where used. */
import { type Atrule, type CssNode, type Declaration, type Value, type WalkContext, walk } from "css-tree";
import { familyFrom, groupsOf, joined, nameIn } from "./tile-fonts.ts";

export const KEYFRAMES = /^(?:-webkit-|-moz-)?keyframes$/i;

const ANIMATION = /^(?:-webkit-)?animation(?:-name)?$/;
/** What `animation` says besides a name. */
const NO_NAME =
  /^(?:linear|ease(?:-in|-out|-in-out)?|step-(?:start|end)|infinite|normal|reverse|alternate(?:-reverse)?|none|forwards|backwards|both|running|paused|auto|replace|add|accumulate|inherit|initial|unset|revert|revert-layer)$/i;

export interface Names {
  /** In small letters: fonts are compared without regard to case. */
  readonly fonts: ReadonlySet<string>;
  readonly animations: ReadonlySet<string>;
}

export function declaredNames(sheet: CssNode): Names {
  const fonts = new Set<string>();
  const animations = new Set<string>();
  walk(sheet, {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === "Atrule" && KEYFRAMES.test(node.name)) animations.add(nameOf(node));
      const isFace = this.atrule?.name.toLowerCase() === "font-face";
      if (!isFace || node.type !== "Declaration" || node.property.toLowerCase() !== "font-family") return;
      const name = node.value.type === "Value" ? nameIn(node.value.children.toArray()) : null;
      if (name !== null) fonts.add(name.toLowerCase());
    },
  });
  return { fonts, animations };
}

function nameOf(rule: Atrule): string {
  const first = rule.prelude?.type === "AtrulePrelude" ? rule.prelude.children.first : null;
  return first?.type === "Identifier" ? first.name : first?.type === "String" ? first.value : "";
}

/** Names of animations and of layers are the document's; those of containers are found among ancestors only. */
export function renameAtrule(rule: Atrule, prefix: string): void {
  if (rule.prelude?.type !== "AtrulePrelude") return;
  const isAnimation = KEYFRAMES.test(rule.name);
  walk(rule.prelude, (node) => {
    if (node.type === "Layer") node.name = prefix + node.name;
    else if (isAnimation && node.type === "Identifier") node.name = prefix + node.name;
    else if (isAnimation && node.type === "String") node.value = prefix + node.value;
  });
}

/**
 * A font of the system keeps its name; one that the page itself brings, and an animation, gets the tile's. Pages keep both in
 * properties of their own, too: `--sans: "Source Sans 3", Inter, sans-serif`, `--animate-spin: spin 1s linear infinite`.
 */
export function renameUses(declaration: Declaration, names: Names, prefix: string): void {
  const property = declaration.property.toLowerCase();
  const isOwn = property.startsWith("--") || property === "initial-value";
  const isAnimation = ANIMATION.test(property);
  if (isOwn || property === "font-family" || property === "font") {
    walk(declaration.value, (node) => {
      if (node.type !== "Value") return;
      const isFont = property === "font" && node === declaration.value;
      renameFonts(node, names.fonts, { prefix, isFont });
    });
  }
  if (isAnimation || (isOwn && mayAnimate(property, declaration.value)))
    renameAnimations(declaration.value, names, prefix);
}

interface FontNaming {
  readonly prefix: string;
  /** The value of `font`, in which words alone name no family. */
  readonly isFont: boolean;
}

function renameFonts(value: Value, fonts: ReadonlySet<string>, { prefix, isFont }: FontNaming): void {
  if (fonts.size === 0) return;
  const groups = groupsOf(value.children.toArray());
  const renamed = groups.map((group, at) => {
    const behind = at === 0 ? familyFrom(group) : 0;
    const from = behind === group.length && !isFont ? 0 : behind;
    const family = group.slice(from);
    const name = nameIn(family);
    if (name === null || !fonts.has(name.toLowerCase())) return group;
    return [...group.slice(0, from), named(family, prefix + name)];
  });
  if (renamed.some((group, at) => group !== groups[at])) value.children = joined(renamed);
}

/** Several words that name one font together are written in quotes. */
function named([first, ...others]: readonly CssNode[], name: string): CssNode {
  return first?.type === "Identifier" && others.length === 0
    ? { type: "Identifier", name }
    : { type: "String", value: name };
}

/** By its name, or because it says how long something takes; other words may be anything. */
function mayAnimate(property: string, value: CssNode): boolean {
  if (/anim/.test(property)) return true;
  let hasTime = false;
  walk(value, (node) => {
    hasTime ||= node.type === "Dimension" && /^m?s$/i.test(node.unit);
  });
  return hasTime && !property.includes("transition");
}

function renameAnimations(value: CssNode, { animations }: Names, prefix: string): void {
  walk(value, (node) => {
    if (node.type === "Identifier" && animations.has(node.name)) node.name = prefix + node.name;
    else if (node.type === "String" && animations.has(node.value)) node.value = prefix + node.value;
  });
}

/** In a `style` attribute, which may be read before the sheets are there: all animations of a tile have its names. */
export function nameAnimations(root: CssNode, nameOf: (name: string) => string): void {
  walk(root, (node) => {
    if (node.type !== "Declaration" || node.value.type !== "Value" || !ANIMATION.test(node.property.toLowerCase()))
      return;
    for (const part of node.value.children) {
      if (part.type === "Identifier" && !NO_NAME.test(part.name)) part.name = nameOf(part.name);
      else if (part.type === "String") part.value = nameOf(part.value);
    }
  });
}
