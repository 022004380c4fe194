/** Foreign CSS made harmless: it styles, and every address in it becomes one of ours or nothing. */
import {
  type Atrule,
  type CssNode,
  type Declaration,
  ident,
  type List,
  type ListItem,
  type Rule,
  type WalkContext,
  walk,
} from "css-tree";
import type { AssetKind, AssetLinks, PageLinks } from "../rules/asset-links.ts";
import { parseDeclarations, parseSheet, writeCss } from "./css-syntax.ts";
import { nameAnimations } from "./document-names.ts";
import { equalityIn } from "./page-media.ts";
import { bindUnit } from "./page-units.ts";
import { reachParts } from "./shadow-css.ts";
import { nameFontsTwice } from "./tile-fonts.ts";

export interface CssContext {
  /** What relative addresses in the sheet are relative to. */
  readonly base: URL;
  readonly links: AssetLinks;
}

/** At-rules that only style; `import` is rewritten, every other one is left out. */
const AT_RULES: ReadonlySet<string> = new Set(
  "media supports container layer font-face keyframes -webkit-keyframes -moz-keyframes starting-style scope property counter-style position-try import".split(
    " ",
  ),
);
/** Properties that once ran code. */
const PROPERTIES_LEFT_OUT: ReadonlySet<string> = new Set(["behavior", "-ms-behavior", "-moz-binding"]);
/** Functions whose strings are addresses. */
const ADDRESS_FUNCTIONS: ReadonlySet<string> = new Set([
  "image-set",
  "-webkit-image-set",
  "image",
  "src",
  "cross-fade",
]);
/** How the names of those begin that tiles have from us. */
const OUR_PROPERTIES = "--tessera-";
/** What a value that the parser could not read must not contain: addresses, escapes, blocks, ends of elements. */
const SUSPECT = /url|image|src|expression|import|[\\<@{};]/i;

/** No pseudo-class has such a name; a function that loads something has. */
const SUSPECT_NAME = /^(?:url|src|image|.*image-set|cross-fade)$/i;

/** The sheet filtered and written anew; empty where nothing of it is left. */
export function filterSheet(text: string, context: CssContext): string {
  const sheet = parseSheet(text);
  if (!sheet) return "";
  filterNode(sheet, context);
  return writeCss(sheet);
}

/** The same of one that a page links to, where it is there already; null where it is to be fetched. */
export function keptSheet(url: URL, links: PageLinks): string | null {
  const text = links.sheetAt(url);
  return text === null ? null : filterSheet(text, { base: url, links: links.inSheets });
}

/** What a style attribute needs to know besides: in a tile, lengths are those of the page, and ids have other names. */
interface AttributeContext extends CssContext {
  readonly isInTile?: boolean;
  readonly idOf?: (id: string) => string;
}

export function filterStyleAttribute(text: string, context: AttributeContext): string {
  const declarations = parseDeclarations(text);
  if (!declarations) return "";
  filterNode(declarations, context);
  if (context.isInTile && context.idOf) {
    nameFontsTwice(declarations, context.idOf);
    nameAnimations(declarations, context.idOf);
  }
  walk(declarations, (node, item, list) => {
    if (context.isInTile) bindUnit(node, item, list);
    if (node.type === "Url" && node.value.startsWith("#") && context.idOf)
      node.value = `#${context.idOf(node.value.slice(1))}`;
  });
  return writeCss(declarations);
}

/** Filters a parsed sheet in place. */
function filterNode(root: CssNode, context: CssContext): void {
  walk(root, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      const equality = equalityIn(node);
      if (equality && list) {
        list.replace(item, list.createItem(equality));
        return walk.skip;
      }
      const isDropped =
        // what is neither a rule nor a declaration to the parser is nothing; raw values are looked at with their property
        (list && (node.type === "Raw" || node.type === "CDO" || node.type === "CDC")) ||
        (node.type === "Atrule" && !keepAtrule(node, context)) ||
        (node.type === "Declaration" && !keepDeclaration(node, context)) ||
        (node.type === "Rule" && !keepRule(node));
      if (node.type === "Rule" && !isDropped) reachParts(node);
      if (isDropped && list) list.remove(item);
      // values and selectors have been looked at as a whole
      return isDropped || node.type === "Declaration" || node.type === "SelectorList" ? walk.skip : undefined;
    },
  });
}

/**
 * What we read as a selector may be a declaration to a browser (`--a:u\72l(…) p{}`), so no function in it may hide its
 * name or hold what the parser could not read. Escapes in names of classes are common and harmless.
 */
function keepRule({ prelude }: Rule): boolean {
  if (prelude.type === "Raw") return false;
  let isKept = true;
  walk(prelude, (node) => {
    if (node.type === "Raw") isKept &&= isHarmlessRaw(node);
    else if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector") {
      isKept &&= node.children === null || (keepFunction(node.name) && !SUSPECT_NAME.test(node.name));
    }
  });
  return isKept;
}

/** Text that the parser could not read stays where it hides nothing and ends where it stands. */
function isHarmlessRaw({ value }: { readonly value: string }): boolean {
  const outside = value.replace(/"[^"\n]*"|'[^'\n]*'/g, "");
  return !SUSPECT.test(value) && !/["']/.test(outside) && isBalanced(outside);
}

function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const bracket of text.match(/[()[\]]/g) ?? []) {
    if (bracket === "(" || bracket === "[") open.push(bracket);
    else if (open.pop() !== (bracket === ")" ? "(" : "[")) return false;
  }
  return open.length === 0;
}

function keepAtrule(rule: Atrule, context: CssContext): boolean {
  const name = rule.name.toLowerCase();
  if (!AT_RULES.has(name)) return false;
  if (rule.prelude?.type === "Raw" && !isHarmlessRaw(rule.prelude)) return false;
  if (name === "property") return isPlainProperty(rule);
  if (name !== "import") return rule.block !== null || name === "layer";
  return rule.block === null && rewriteImport(rule, context);
}

/**
 * What a page says of a property of its own: its syntax and its first value, which is nowhere else. An address there would
 * be fetched without a declaration that names it; and no page says what ours are.
 */
function isPlainProperty({ prelude, block }: Atrule): boolean {
  const named = prelude?.type === "AtrulePrelude" && prelude.children.size === 1 ? prelude.children.first : null;
  const name = named?.type === "Identifier" ? ident.decode(named.name) : "";
  if (!block || !name.startsWith("--") || name.startsWith(OUR_PROPERTIES)) return false;
  let isPlain = true;
  walk(block, (node) => {
    const isOther = node.type === "Rule" || node.type === "Atrule" || node.type === "Url";
    isPlain &&= !isOther && !isAddress(node);
  });
  return isPlain;
}

/** `@import` is an address first and conditions after it; the conditions stay as they are. */
function rewriteImport(rule: Atrule, { base, links }: CssContext): boolean {
  if (rule.prelude?.type !== "AtrulePrelude") return false;
  const target = rule.prelude.children.first;
  if (target?.type !== "String" && target?.type !== "Url") return false;
  const address = links.linkTo(target.value, base, "style");
  if (address === null) return false;
  target.value = address;
  return true;
}

function keepDeclaration(declaration: Declaration, context: CssContext): boolean {
  const property = declaration.property.toLowerCase();
  if (PROPERTIES_LEFT_OUT.has(property) || property.includes("\\")) return false;
  if (declaration.value.type === "Raw") return isHarmlessRaw(declaration.value);
  let isKept = true;
  const kind: AssetKind = property === "src" ? "font" : "image";
  walk(declaration.value, {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === "Raw") isKept &&= isHarmlessRaw(node);
      else if (node.type === "Url") isKept = rewrite(node, kind, context) && isKept;
      else if (node.type === "Function") isKept = keepFunction(node.name) && isKept;
      else if (node.type === "String" && isAddress(this.function)) isKept = rewrite(node, kind, context) && isKept;
    },
  });
  return isKept;
}

/** `u\72l(…)` is `url(…)` to a browser and nothing to the parser: a name with an escape is never let through. */
function keepFunction(name: string): boolean {
  return !name.includes("\\") && ident.decode(name).toLowerCase() !== "expression";
}

function isAddress(around: CssNode | null | undefined): boolean {
  return around?.type === "Function" && ADDRESS_FUNCTIONS.has(around.name.toLowerCase());
}

function rewrite(node: { value: string }, kind: AssetKind, { base, links }: CssContext): boolean {
  // A fragment points into the page itself: gradients, filters, clip paths.
  if (node.value.startsWith("#")) return true;
  const address = links.linkTo(node.value, base, kind);
  if (address !== null) node.value = address;
  return address !== null;
}
