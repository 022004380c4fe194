/** CSS of one source bound to one tile: its rules, names of fonts, animations and layers cannot reach another tile. */
import {
  type Atrule,
  type AttributeSelector,
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
import { OPENED_ATTRIBUTE } from "../rules/allow-list.ts";
import { parseSheet, writeCss } from "./css-syntax.ts";
import { declaredNames, KEYFRAMES, renameAtrule, renameUses } from "./document-names.ts";
import { bindMedia, type Viewport } from "./page-media.ts";
import { bindUnit } from "./page-units.ts";
import { isAboutPart } from "./shadow-css.ts";

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
  /** The window of the page, where the tile is shown as in it. */
  readonly viewport?: Viewport | undefined;
}

/** The sheet must be filtered already. Specificity stays as it was: the scope and the stand-ins weigh what they replace. */
export function namespaceSheet(css: string, { scope, prefix, present, hosts = [], viewport }: Namespace): string {
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
      // on the root, `rem` is what the browser begins with; the first value of a property knows none of ours
      if (
        this.declaration &&
        !isProperty(this.atrule) &&
        !(this.rule && ofRoot.has(this.rule) && /^font/i.test(this.declaration.property))
      )
        bindUnit(node, item, list);
      if (viewport) bindMedia(node, { item, list }, viewport);
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

function isProperty(rule: Atrule | null | undefined): boolean {
  return rule?.name.toLowerCase() === "property";
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
    if (outside && !isAboutPart(selector)) keepOutside(selector, outside);
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

/** What pseudo-classes stand for that mean nothing in a tile; each weighs what it replaces. */
const PSEUDO_STANDS: Readonly<Record<string, string>> = {
  root: `[${TAG_ATTRIBUTE}="html"]`,
  // no script defines an element here, and pages hide those that wait for theirs
  defined: ":is(*,.tessera-never)",
  "popover-open": `[${OPENED_ATTRIBUTE}]`,
};

const STANDING = new WeakSet<CssNode>();

function isAboutPopover(selector: AttributeSelector): boolean {
  return selector.name.name.toLowerCase() === "popover" && !STANDING.has(selector);
}

/** One that is open has another name for its attribute, with the same value. */
function popoverStand(selector: AttributeSelector): string {
  const written = generate(selector);
  return `:is(${written},${written.replace(/popover/i, OPENED_ATTRIBUTE)})`;
}

/** The page's `html` and `body` are `div`s here: `html` weighs (0,0,1) and `:root` (0,1,0), and so do their stand-ins. */
function standIn(selector: Selector): void {
  selector.children.forEach((node, item) => {
    const isPageElement = node.type === "TypeSelector" && /^(?:html|body)$/i.test(node.name);
    const pseudo = node.type === "PseudoClassSelector" ? (node as PseudoClassSelector).name.toLowerCase() : null;
    const text = isPageElement
      ? `div:where([${TAG_ATTRIBUTE}="${(node as TypeSelector).name.toLowerCase()}"])`
      : node.type === "AttributeSelector" && isAboutPopover(node)
        ? popoverStand(node)
        : pseudo === null
          ? undefined
          : PSEUDO_STANDS[pseudo];
    if (text === undefined) return;
    const stand = parse(text, { context: "selector" }) as Selector;
    // what stands for something is walked, too
    walk(stand, (part) => void STANDING.add(part));
    selector.children.replace(item, stand.children as List<CssNode>);
  });
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
