/** What blocks of small pages are called. */
import { expect } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { attributeOf } from "../tree/dom-tree.ts";
import { blockTitle } from "./name-block.ts";

/** The title of the element that is marked `data-block` in each page. */
export function check(cases: readonly (readonly [html: string, title: string])[]): void {
  for (const [html, title] of cases) {
    const tree = parseHtml(`<title>Town hall</title>${html}`);
    const block = Array.from({ length: tree.size }, (_, node) => node).find(
      (node) => attributeOf(tree, node, "data-block") !== null,
    );
    expect.soft(blockTitle(tree, [block ?? 0], { fallback: "town.example" }), html).toBe(title);
  }
}
