/** Sheets that import others become one text, so that all of it can be bound to a tile. */
import { type Atrule, type CssNode, generate, type List, walk } from "css-tree";
import type { AssetProxy } from "../asset/asset-proxy.ts";
import { parseSheet, writeCss } from "./css-syntax.ts";

const DEEPEST = 4;
const MOST_IMPORTS = 32;

/** `css` is filtered: the addresses of its imports are our own links, which `assets` can read. */
export async function inlineImports(
  css: string,
  load: (url: URL) => Promise<string>,
  assets: AssetProxy,
): Promise<string> {
  let left = MOST_IMPORTS;
  const inline = async (text: string, depth: number): Promise<string> => {
    const sheet = text.includes("@import") ? parseSheet(text) : null;
    if (!sheet) return text;
    const imported: string[] = [];
    const found: Atrule[] = [];
    walk(sheet, {
      visit: "Atrule",
      enter(rule, item, list) {
        if (rule.name.toLowerCase() !== "import") return;
        found.push(rule);
        if (list) (list as List<CssNode>).remove(item);
      },
    });
    for (const rule of found) {
      const target = depth < DEEPEST && left-- > 0 ? assets.targetOf(addressOf(rule)) : null;
      if (target) imported.push(conditional(rule, await inline(await load(target.url), depth + 1)));
    }
    return [...imported, writeCss(sheet)].join("\n");
  };
  return inline(css, 0);
}

function addressOf(rule: Atrule): string {
  const first = rule.prelude?.type === "AtrulePrelude" ? rule.prelude.children.first : null;
  return first?.type === "Url" || first?.type === "String" ? first.value : "";
}

/** What follows the address: media queries stay in force; a layer or a support test is taken as met. */
function conditional(rule: Atrule, css: string): string {
  const media = rule.prelude?.type === "AtrulePrelude" ? rule.prelude.children.last : null;
  return media?.type === "MediaQueryList" ? `@media ${generate(media)}{${css}}` : css;
}
