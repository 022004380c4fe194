/** The rules of a sheet that can match something in a piece of a page; a tile carries only those. */
import { type CssNode, ident, type List, type ListItem, type Rule, type Selector, walk } from "css-tree";

/** What elements there are. */
export interface PresentNames {
  readonly tags: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/** These stand for the page itself, which is around every block. */
const PAGE_TAGS: ReadonlySet<string> = new Set(["html", "body", "*"]);

/** Removes from a parsed sheet the selectors that name what is not there, and the rules that have none left. */
export function pruneSheet(sheet: CssNode, present: PresentNames): void {
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
