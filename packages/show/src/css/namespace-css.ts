/** CSS of one source bound to one tile: its rules, names of fonts, animations and layers cannot reach another tile. */
import {
  type Atrule,
  type CssNode,
  clone,
  type Declaration,
  type List,
  type PseudoClassSelector,
  parse,
  type Rule,
  type Selector,
  type TypeSelector,
  type WalkContext,
  walk,
} from "css-tree";
import { parseSheet, writeCss } from "./css-syntax.ts";
import { type PresentNames, pruneSheet } from "./prune-css.ts";

/** On the `div` that stands for the page's `html` or `body` element around a block. */
export const TAG_ATTRIBUTE = "data-tessera-tag";

export interface Namespace {
  /** Selector of the element that the tile is in, such as `[data-tessera-tile="a1"]`. */
  readonly scope: string;
  /** Put before every name. */
  readonly prefix: string;
  /** Rules that match nothing of this are left out. */
  readonly present?: PresentNames;
}

const KEYFRAMES = /^(?:-webkit-|-moz-)?keyframes$/i;

/** The sheet must be filtered already. Specificity stays as it was: the scope and the stand-ins weigh what they replace. */
export function namespaceSheet(css: string, { scope, prefix, present }: Namespace): string {
  const sheet = parseSheet(css);
  if (!sheet) return "";
  if (present) pruneSheet(sheet, present);
  const names = declaredNames(sheet);
  const bound = scopeSelector(scope);
  walk(sheet, {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === "Atrule") renameAtrule(node, prefix);
      else if (node.type === "Declaration" && node.value.type === "Value") renameUses(node, names, prefix);
      else if (node.type === "IdSelector") node.name = prefix + node.name;
      else if (node.type === "Rule" && !this.rule && !isKeyframes(this.atrule)) bindRule(node, bound);
      if (node.type === "Selector") standIn(node);
    },
  });
  return writeCss(sheet);
}

function isKeyframes(rule: Atrule | null | undefined): boolean {
  return rule !== null && rule !== undefined && KEYFRAMES.test(rule.name);
}

interface Names {
  readonly fonts: ReadonlySet<string>;
  readonly animations: ReadonlySet<string>;
}

function declaredNames(sheet: CssNode): Names {
  const fonts = new Set<string>();
  const animations = new Set<string>();
  walk(sheet, {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === "Atrule" && KEYFRAMES.test(node.name)) animations.add(nameOf(node));
      const isFace = this.atrule?.name.toLowerCase() === "font-face";
      if (!isFace || node.type !== "Declaration" || node.property.toLowerCase() !== "font-family") return;
      if (node.value.type === "Value") fonts.add(familyOf(node.value.children.first));
    },
  });
  return { fonts, animations };
}

/** Names of fonts are compared without regard to case; one of several words without quotes is left as it is. */
function familyOf(node: CssNode | null): string {
  return (node?.type === "String" ? node.value : node?.type === "Identifier" ? node.name : "").toLowerCase();
}

function nameOf(rule: Atrule): string {
  const first = rule.prelude?.type === "AtrulePrelude" ? rule.prelude.children.first : null;
  return first?.type === "Identifier" ? first.name : first?.type === "String" ? first.value : "";
}

/** Names of animations and of layers are the document's; those of containers are found among ancestors only. */
function renameAtrule(rule: Atrule, prefix: string): void {
  if (rule.prelude?.type !== "AtrulePrelude") return;
  const isAnimation = KEYFRAMES.test(rule.name);
  walk(rule.prelude, (node) => {
    if (node.type === "Layer") node.name = prefix + node.name;
    else if (isAnimation && node.type === "Identifier") node.name = prefix + node.name;
    else if (isAnimation && node.type === "String") node.value = prefix + node.value;
  });
}

/** A font of the system keeps its name; one that the page itself brings, and an animation, gets the tile's. */
function renameUses(declaration: Declaration, names: Names, prefix: string): void {
  const property = declaration.property.toLowerCase();
  const isAnimation = /^(?:-webkit-)?animation(?:-name)?$/.test(property);
  const isFont = property === "font-family" || property === "font";
  if (!isAnimation && !isFont) return;
  walk(declaration.value, (node) => {
    if (isFont && names.fonts.has(familyOf(node))) {
      if (node.type === "String") node.value = prefix + node.value;
      else if (node.type === "Identifier") node.name = prefix + node.name;
    } else if (isAnimation && node.type === "Identifier" && names.animations.has(node.name)) {
      node.name = prefix + node.name;
    }
  });
}

/** What goes before every selector, and the combinator behind it. */
function scopeSelector(scope: string): Selector {
  const bound = parse(`:where(${scope}) x`, { context: "selector" }) as Selector;
  bound.children.pop();
  return bound;
}

/** Everything that the rule says is about elements inside of the tile. */
function bindRule(rule: Rule, bound: Selector): void {
  if (rule.prelude.type !== "SelectorList") return;
  for (const selector of rule.prelude.children) {
    if (selector.type !== "Selector") continue;
    selector.children.prependList((clone(bound) as Selector).children);
  }
}

/** The page's `html` and `body` are `div`s here: `html` weighs (0,0,1) and `:root` (0,1,0), and so do their stand-ins. */
function standIn(selector: Selector): void {
  selector.children.forEach((node, item) => {
    const isPageElement = node.type === "TypeSelector" && /^(?:html|body)$/i.test(node.name);
    const isRoot = node.type === "PseudoClassSelector" && (node as PseudoClassSelector).name.toLowerCase() === "root";
    if (!isPageElement && !isRoot) return;
    const text = isRoot
      ? `[${TAG_ATTRIBUTE}="html"]`
      : `div:where([${TAG_ATTRIBUTE}="${(node as TypeSelector).name.toLowerCase()}"])`;
    const stand = parse(text, { context: "selector" }) as Selector;
    selector.children.replace(item, stand.children as List<CssNode>);
  });
}
