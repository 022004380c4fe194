import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeAt } from "../tree/path.ts";
import { parseHtml } from "./parse-html.ts";
import { tagSoup } from "./tag-soup.fixture.ts";
import { toHtml } from "./to-html.ts";

const plainMarkup = fc
  .array(
    fc.constantFrom("<div>", "</div>", '<p class="a &amp; b">', "<b>", "</b>", "<br>", "<li>", "x &lt; y", "<pre>"),
  )
  .map((parts) => parts.join(""));

test("parsing the markup of a plain page gives its very tree", () => {
  fc.assert(
    fc.property(plainMarkup, (html) => {
      const tree = parseHtml(html);
      expect(parseHtml(toHtml(tree, 0))).toEqual(tree);
    }),
  );
});

test("markup of any page is stable once it was parsed again", () => {
  // misnested elements make trees that no markup has; parsing their markup once puts them right
  fc.assert(
    fc.property(tagSoup, (html) => {
      const again = toHtml(parseHtml(toHtml(parseHtml(html), 0)), 0);
      expect(toHtml(parseHtml(again), 0)).toBe(again);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["a<!-- -->b", "a<!---->b"],
  ["<pre>\n\nx</pre>", "<pre>\n\nx</pre>"],
  ["<a>one</a> <a>two</a><br><i>three</i>", "<a>one</a> <a>two</a> <br> <i>three</i>"],
  ["a <b>b</b>c<b>d</b>", "a <b>b</b>c<b>d</b>"],
  ["<pre><b>x</b><b>y</b></pre>", "<pre><b>x</b><b>y</b></pre>"],
  ["<xmp><b></xmp>", "<xmp></xmp>"],
  ["<plaintext>x</b>", "<pre>x&lt;/b&gt;</pre>"],
  ['x&#13;y&nbsp;"', 'x&#13;y&nbsp;"'],
])("%j is written as %j", (html, written) => {
  const tree = parseHtml(html);
  expect(toHtml(tree, nodeAt(tree, "html[1]/body[1]") ?? 0)).toBe(`<body>${written}</body>`);
});

test("text and attributes cannot become markup", () => {
  const tree = parseHtml('<p title="&quot;&gt;&lt;script&gt;">&lt;script&gt;alert(1)&lt;/script&gt;</p>');
  expect(toHtml(tree, 0)).not.toContain("<script");
  expect(parseHtml(toHtml(tree, 0)).tagNames).not.toContain("script");
});

test("parts to leave out are not in the markup", () => {
  const tree = parseHtml("<div><p>kept</p><p>cut <b>out</b></p></div>");
  const part = nodeAt(tree, "html[1]/body[1]/div[1]/p[2]") ?? -1;
  expect(toHtml(tree, nodeAt(tree, "html[1]/body[1]/div[1]") ?? 0, { without: new Set([part]) })).toBe(
    "<div><p>kept</p></div>",
  );
});
