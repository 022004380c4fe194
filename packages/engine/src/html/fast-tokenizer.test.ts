import fc from "fast-check";
import { Tokenizer } from "parse5";
import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../tree/limits.ts";
import { BrowserParser } from "./browser-parser.ts";
import { NodeArrays } from "./node-arrays.ts";
import { tagSoup } from "./tag-soup.fixture.ts";
import { TRICKY_PAGES } from "./tricky-pages.fixture.ts";

/** A line for every node in document order, by this parser with its own tokenizer or with parse5's. */
function linesOf(html: string, isFast: boolean): string[] {
  const nodes = new NodeArrays(DEFAULT_LIMITS);
  const parser = new BrowserParser(nodes);
  if (!isFast) parser.tokenizer = new Tokenizer(parser.options, parser);
  const lines: string[] = [];
  const pending = [{ node: parser.parsePage(html), depth: 0 }];
  for (let at = pending.pop(); at; at = pending.pop()) {
    const { node, depth } = at;
    const value = nodes.isTextNode(node) ? nodes.getTextNodeContent(node) : nodes.getAttrList(node);
    lines.push(`${depth} ${nodes.nameOf(node)} ${JSON.stringify(value)}`);
    for (const child of nodes.getChildNodes(node).reverse()) pending.push({ node: child, depth: depth + 1 });
  }
  return lines;
}

function same(html: string): void {
  expect(linesOf(html, true)).toEqual(linesOf(html, false));
}

test.each(Object.entries(TRICKY_PAGES))("%s: skipping characters changes nothing", (_, html) => same(html));

test("on any soup of tags skipping characters changes nothing", () => {
  fc.assert(fc.property(tagSoup, same), { numRuns: 500 });
});

test("nor on any soup of what ends a run", () => {
  const piece = fc.constantFrom(
    ...[
      "<",
      ">",
      "&",
      "&amp;",
      "&notit;",
      "&#0;",
      "\0",
      "\r",
      "\n",
      "\r\n",
      "\f",
      "\t",
      " ",
      '"',
      "'",
      "=",
      "/",
      "a",
      "é",
    ],
    ...["\u{1f600}", "\ud800", "\udc00", "\uFFFD", "<p>", "<p a='", '<p a="', "<script>", "</script>", "<!--", "-->"],
    ...[
      "<style>",
      "</style>",
      "<textarea>",
      "<table>",
      "<td>",
      "<svg>",
      "<![CDATA[",
      "]]>",
      "<pre>",
      "<frameset>",
      "word",
    ],
  );
  const soup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  fc.assert(fc.property(soup, same), { numRuns: 1_000 });
});

test("nor where the input is dropped piece by piece", () => {
  const text = "word & more <b title='x y'>bold</b>\r\n";
  const html = `<body>${text.repeat(3_000)}<script>${"if (a < b) c();\n".repeat(6_000)}</script>`;
  expect(linesOf(html, true).join("\n") === linesOf(html, false).join("\n")).toBe(true);
});
