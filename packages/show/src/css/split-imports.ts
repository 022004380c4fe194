/** A sheet without the others that it imports, and which those are. For a worker thread: it is parsed. */
import { type Atrule, type CssNode, generate, type List, walk } from "css-tree";
import { parseSheet, writeCss } from "./css-syntax.ts";

export interface SheetImport {
  /** One of our own links, where the sheet is filtered. */
  readonly address: string;
  /** At-rules that the sheet is to be in, outermost first, such as `@layer base`: what follows the address says. */
  readonly around: readonly string[];
  /** Names of layers that are said before it, and so decide which of them wins. */
  readonly before: string;
}

export interface SplitSheet {
  readonly css: string;
  /** In the order of the cascade, all before the sheet itself. */
  readonly imports: readonly SheetImport[];
}

/** Only names of layers may stand before an import; behind anything else browsers pass over it, as over one inside of a rule. */
export function splitImports(css: string): SplitSheet {
  const sheet = parseSheet(css);
  if (sheet?.type !== "StyleSheet") return { css: "", imports: [] };
  const imports: SheetImport[] = [];
  let before = "";
  for (const node of sheet.children) {
    if (isImport(node)) imports.push({ address: addressOf(node), around: conditionsOf(node), before });
    else if (isNameOfLayers(node)) before += generate(node);
    else if (!isCharset(node)) break;
  }
  walk(sheet, {
    visit: "Atrule",
    enter(rule, item, list) {
      if (isImport(rule) && list) (list as List<CssNode>).remove(item);
    },
  });
  return { css: writeCss(sheet), imports };
}

function isImport(node: CssNode): node is Atrule {
  return node.type === "Atrule" && node.name.toLowerCase() === "import";
}

function isNameOfLayers(node: CssNode): boolean {
  return node.type === "Atrule" && node.name.toLowerCase() === "layer" && node.block === null;
}

function isCharset(node: CssNode): boolean {
  return node.type === "Comment" || (node.type === "Atrule" && node.name.toLowerCase() === "charset");
}

function addressOf(rule: Atrule): string {
  const first = rule.prelude?.type === "AtrulePrelude" ? rule.prelude.children.first : null;
  return first?.type === "Url" || first?.type === "String" ? first.value : "";
}

/** Nothing of a condition ends the rule that is made of it, or asks for anything. */
const PLAIN_CONDITION = /^[^{}\\;@"'<]*$/;

function conditionsOf(rule: Atrule): readonly string[] {
  const said = rule.prelude?.type === "AtrulePrelude" ? rule.prelude.children.toArray().slice(1) : [];
  return said
    .map(conditionOf)
    .filter((condition) => condition !== null)
    .filter((condition) => PLAIN_CONDITION.test(condition.slice(1)) && !/url\(/i.test(condition));
}

/** Of a layer the name, of a test for support what is tested, of a media query all of it. */
function conditionOf(node: CssNode): string | null {
  if (node.type === "Identifier") return node.name.toLowerCase() === "layer" ? "@layer" : null;
  if (node.type === "MediaQueryList") return `@media ${generate(node)}`;
  if (node.type !== "Function") return null;
  const inside = node.children.toArray().map((child) => generate(child));
  switch (node.name.toLowerCase()) {
    case "layer":
      return `@layer ${inside.join("")}`;
    case "supports":
      return `@supports (${inside.join("")})`;
    default:
      return null;
  }
}
