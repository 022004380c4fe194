/** A sheet without the others that it imports, and which those are. For a worker thread: it is parsed. */
import { type Atrule, type CssNode, generate, type List, walk } from "css-tree";
import { parseSheet, writeCss } from "./css-syntax.ts";

export interface SheetImport {
  /** One of our own links, where the sheet is filtered. */
  readonly address: string;
  /** The media query that it is for; empty for any. */
  readonly media: string;
}

export interface SplitSheet {
  readonly css: string;
  /** In the order of the cascade, all before the sheet itself. */
  readonly imports: readonly SheetImport[];
}

export function splitImports(css: string): SplitSheet {
  const sheet = parseSheet(css);
  if (!sheet) return { css: "", imports: [] };
  const imports: SheetImport[] = [];
  walk(sheet, {
    visit: "Atrule",
    enter(rule, item, list) {
      if (rule.name.toLowerCase() !== "import") return;
      imports.push({ address: addressOf(rule), media: mediaOf(rule) });
      if (list) (list as List<CssNode>).remove(item);
    },
  });
  return { css: writeCss(sheet), imports };
}

function addressOf(rule: Atrule): string {
  const first = rule.prelude?.type === "AtrulePrelude" ? rule.prelude.children.first : null;
  return first?.type === "Url" || first?.type === "String" ? first.value : "";
}

/** What follows the address: media queries stay in force; a layer or a support test is taken as met. */
function mediaOf(rule: Atrule): string {
  const media = rule.prelude?.type === "AtrulePrelude" ? rule.prelude.children.last : null;
  return media?.type === "MediaQueryList" ? generate(media) : "";
}
