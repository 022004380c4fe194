/** CSS of one source bound to one tile: its rules, names of fonts, animations and layers cannot reach another tile. */
import {
  type Atrule,
  type CssNode,
  clone,
  type Declaration,
  generate,
  ident,
  type List,
  type ListItem,
  type PseudoClassSelector,
  parse,
  type Rule,
  type Selector,
  type TypeSelector,
  type WalkContext,
  walk,
} from "css-tree";
import { parseSheet, writeCss } from "./css-syntax.ts";
import { bindUnit } from "./page-units.ts";

/** These stand for the page itself, which is around every block. */
const PAGE_TAGS: ReadonlySet<string> = new Set(["html", "body", "*"]);

/** On the `div` that stands for the page's `html` or `body` element around a block. */
export const TAG_ATTRIBUTE = "data-tessera-tag";

/** What a block has for rows or columns that were those of its parent, which it is shown without. */
export const SUBGRID_PROPERTY = "--tessera-subgrid";

export interface Namespace {
  /** Selector of the element that the tile is in, such as `[data-tessera-tile="a1"]`. */
  readonly scope: string;
  /** Put before every name. */
  readonly prefix: string;
  /** Rules that match nothing of this are left out. */
  readonly present?: PresentNames;
  /** Selectors of the hosts of shadow trees, which rules from outside do not reach into. */
  readonly hosts?: readonly string[];
}

const KEYFRAMES = /^(?:-webkit-|-moz-)?keyframes$/i;

/** The sheet must be filtered already. Specificity stays as it was: the scope and the stand-ins weigh what they replace. */
export function namespaceSheet(css: string, { scope, prefix, present, hosts = [] }: Namespace): string {
  const sheet = parseSheet(css);
  if (!sheet) return "";
  if (present) pruneSheet(sheet, present);
  const names = declaredNames(sheet);
  const bound = scopeSelector(`:where(${scope})`);
  // where a rule has a scope of its own, all that it names is looked for below that, the tile included
  const boundInside = scopeSelector(`:where(${scope}) :where(:scope)`);
  const inside = rulesInScopes(sheet);
  const outside = hosts.length === 0 ? null : outsideOf(hosts);
  const ofRoot = new WeakSet<Rule>();
  walk(sheet, {
    enter(this: WalkContext, node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (node.type === "Rule" && isAboutRoot(node)) ofRoot.add(node);
      // on the root, `rem` is what the browser begins with
      if (this.declaration && !(this.rule && ofRoot.has(this.rule) && /^font/i.test(this.declaration.property)))
        bindUnit(node, item, list);
      if (node.type === "Atrule") renameAtrule(node, prefix);
      else if (node.type === "Url") bindFragment(node, prefix);
      else if (node.type === "Declaration" && node.value.type === "Value") {
        renameUses(node, names, prefix);
        freeSubgrid(node);
      } else if (node.type === "IdSelector") node.name = prefix + node.name;
      else if (node.type === "Rule" && !this.rule && !isKeyframes(this.atrule))
        bindRule(node, inside.has(node) ? boundInside : bound, bound, inside.has(node) ? null : outside);
      if (node.type === "Selector") standIn(node);
    },
  });
  return writeCss(sheet);
}

/** A gradient, mask or filter of the page has the name that its element has here. */
function bindFragment(node: { value: string }, prefix: string): void {
  if (node.value.startsWith("#")) node.value = `#${prefix}${node.value.slice(1)}`;
}

/** The block itself stands in no grid: without rows of its own, all that is in it would lie in one. */
function freeSubgrid(declaration: Declaration): void {
  if (!/^grid-template-(?:rows|columns)$/i.test(declaration.property) || declaration.value.type !== "Value") return;
  const only = declaration.value.children.first;
  if (only?.type !== "Identifier" || only.name.toLowerCase() !== "subgrid") return;
  const free = parse(`var(${SUBGRID_PROPERTY},${generate(declaration.value)})`, { context: "value" });
  if (free.type === "Value") declaration.value = free;
}

/** It styles the page's root, perhaps among others. */
function isAboutRoot({ prelude }: Rule): boolean {
  if (prelude.type !== "SelectorList") return false;
  return prelude.children.some((selector) => {
    const last = selector.type === "Selector" ? selector.children.last : null;
    return (
      (last?.type === "TypeSelector" || last?.type === "PseudoClassSelector") && /^(?:html|root)$/i.test(last.name)
    );
  });
}

/** Rules inside of `@scope`. */
function rulesInScopes(sheet: CssNode): ReadonlySet<CssNode> {
  const rules = new Set<CssNode>();
  let depth = 0;
  const isScope = (node: CssNode) => node.type === "Atrule" && node.name.toLowerCase() === "scope";
  walk(sheet, {
    enter(node: CssNode) {
      if (isScope(node)) depth++;
      else if (depth > 0 && node.type === "Rule") rules.add(node);
    },
    leave(node: CssNode) {
      if (isScope(node)) depth--;
    },
  });
  return rules;
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
  // pages keep the names of their fonts in properties of their own: `--sans: "Source Sans 3", Inter, sans-serif`
  const isFont = property === "font-family" || property === "font" || property.startsWith("--");
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
function scopeSelector(before: string): Selector {
  const bound = parse(`${before} x`, { context: "selector" }) as Selector;
  bound.children.pop();
  return bound;
}

/** Everything that the rule says is about elements inside of the tile; a selector may name its scope itself. */
function bindRule(rule: Rule, bound: Selector, naming: Selector, outside: Selector | null): void {
  if (rule.prelude.type !== "SelectorList") return;
  for (const selector of rule.prelude.children) {
    if (selector.type !== "Selector") continue;
    if (outside) keepOutside(selector, outside);
    selector.children.prependList((clone(namesScope(selector) ? naming : bound) as Selector).children);
  }
}

/** Weighs nothing; what was put into a slot is still outside. */
function outsideOf(hosts: readonly string[]): Selector {
  return parse(`:not(:where(:is(${hosts.join()}) :not(slot *)))`, { context: "selector" }) as Selector;
}

/** About the element that is meant, so before the pseudo-elements of it. */
function keepOutside(selector: Selector, outside: Selector): void {
  let place: ListItem<CssNode> | null = null;
  selector.children.forEach((node, item) => {
    const isBehind = node.type === "PseudoElementSelector" || isOldPseudoElement(node);
    if (node.type === "Combinator") place = null;
    else if (isBehind) place ??= item;
  });
  const said = (clone(outside) as Selector).children;
  if (place) selector.children.insertList(said, place);
  else selector.children.appendList(said);
}

/** Written with one colon since before there were two. */
function isOldPseudoElement(node: CssNode): boolean {
  return node.type === "PseudoClassSelector" && /^(?:before|after|first-letter|first-line)$/i.test(node.name);
}

function namesScope(selector: Selector): boolean {
  let isNamed = false;
  walk(selector, (node) => {
    isNamed ||= node.type === "NestingSelector" || (node.type === "PseudoClassSelector" && node.name === "scope");
  });
  return isNamed;
}

/** The page's `html` and `body` are `div`s here: `html` weighs (0,0,1) and `:root` (0,1,0), and so do their stand-ins. */
function standIn(selector: Selector): void {
  selector.children.forEach((node, item) => {
    const isPageElement = node.type === "TypeSelector" && /^(?:html|body)$/i.test(node.name);
    const pseudo = node.type === "PseudoClassSelector" ? (node as PseudoClassSelector).name.toLowerCase() : null;
    const isDefined = pseudo === "defined";
    const isRoot = pseudo === "root";
    if (!isPageElement && !isRoot && !isDefined) return;
    // no script defines an element here, and pages hide those that wait for theirs
    const text = isDefined
      ? ":is(*,.tessera-never)"
      : isRoot
        ? `[${TAG_ATTRIBUTE}="html"]`
        : `div:where([${TAG_ATTRIBUTE}="${(node as TypeSelector).name.toLowerCase()}"])`;
    const stand = parse(text, { context: "selector" }) as Selector;
    selector.children.replace(item, stand.children as List<CssNode>);
  });
}

/**
 * They apply below the host, and not to what was put into its slots from outside. `:host` is the host. Rules of the
 * page outside reach in, which a shadow root would keep out; that is the price of one flat page.
 */
export function scopeToHost(css: string, host: string): string {
  const inner = css.replace(/:host(?:-context)?\(([^()]*)\)/g, ":scope:is($1)").replace(/:host\b/g, ":scope");
  if (css === "") return "";
  const own = `@scope (${host}) to (slot > *) {${atSlots(inner)}}`;
  // a limit is itself outside: rules about what is in a slot reach one level further
  return inner.includes("::slotted(") ? `${own}@scope (${host}) to (slot > * > *) {${onlySlotted(inner)}}` : own;
}

/** The rules of a sheet that are about what was put into slots. */
function onlySlotted(css: string): string {
  const sheet = parseSheet(css);
  if (!sheet) return "";
  walk(sheet, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (node.type === "Atrule" && /keyframes$|^font-face$/i.test(node.name)) list.remove(item);
      if (node.type !== "Rule" || node.prelude.type !== "SelectorList") return undefined;
      node.prelude.children.forEach((selector, at, all) => {
        if (!generate(selector).includes("::slotted(")) all.remove(at);
      });
      if (node.prelude.children.isEmpty) list.remove(item);
      return walk.skip;
    },
  });
  return atSlots(writeCss(sheet));
}

function atSlots(css: string): string {
  return css.replace(/::slotted\(([^()]*)\)/g, "slot > :is($1)");
}

/** What elements there are. */
export interface PresentNames {
  readonly tags: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/** Removes from a parsed sheet the selectors that name what is not there, and the rules that have none left. */
function pruneSheet(sheet: CssNode, present: PresentNames): void {
  walk(sheet, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      // the steps of an animation look like rules with selectors
      if (node.type === "Atrule" && /keyframes$/i.test(node.name)) return walk.skip;
      if (node.type !== "Rule" || keepMatching(node, present)) return undefined;
      list.remove(item);
      return walk.skip;
    },
  });
}

function keepMatching({ prelude }: Rule, present: PresentNames): boolean {
  if (prelude.type !== "SelectorList") return true;
  prelude.children.forEach((selector, item, list) => {
    if (selector.type === "Selector" && !canMatch(selector, present)) list.remove(item);
  });
  return !prelude.children.isEmpty;
}

/** By the names that every match needs; what is inside of functions such as `:not()` and `:is()` is not looked at. */
function canMatch(selector: Selector, { tags, classes, ids }: PresentNames): boolean {
  return selector.children.toArray().every((part) => {
    switch (part.type) {
      case "ClassSelector":
        return classes.has(ident.decode(part.name));
      case "IdSelector":
        return ids.has(ident.decode(part.name));
      case "TypeSelector":
        return PAGE_TAGS.has(part.name.toLowerCase()) || part.name.includes("|") || tags.has(part.name.toLowerCase());
      default:
        return true;
    }
  });
}
