import fc from "fast-check";
import { expect, test } from "vitest";
import { faultOf } from "../tree/check-tree.fixture.ts";
import { attributesOf, type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import { ParseLimitError, type TreeLimits } from "../tree/limits.ts";
import { nodeAt } from "../tree/path.ts";
import { type ParseOptions, parseHtml } from "./parse-html.ts";
import { tagSoup } from "./tag-soup.fixture.ts";

/** The tree in one line: `html(head body(p("words")))`. */
function outline(tree: DomTree, node = 0): string {
  if (tree.size === 0) return "";
  if (isText(tree, node)) return JSON.stringify(textOf(tree, node));
  const children: string[] = [];
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) children.push(outline(tree, child));
  return children.length === 0 ? tagOf(tree, node) : `${tagOf(tree, node)}(${children.join(" ")})`;
}

function bodyOf(html: string): string {
  return /^html\(head body\(?(.*?)\)?\)$/.exec(outline(parseHtml(html)))?.[1] ?? outline(parseHtml(html));
}

function refusal(html: string, options: ParseOptions): Pick<ParseLimitError, "code" | "limit" | "seen"> | null {
  try {
    parseHtml(html, options);
    return null;
  } catch (error) {
    if (!(error instanceof ParseLimitError)) throw error;
    return { code: error.code, limit: error.limit, seen: error.seen };
  }
}

test("any string becomes a sound tree", () => {
  fc.assert(
    fc.property(fc.oneof(tagSoup, fc.string({ unit: "binary", maxLength: 400 })), (html) => {
      expect(faultOf(parseHtml(html))).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["", ""],
  ["words", '"words"'],
  ["<p>a<p>b", 'p("a") p("b")'],
  ["a<!-- c -->b", '"a" "b"'],
  ["<p> </p>\n<p>\t</p>", "p p"],
  ["<b>1<p>2</b>3", 'b("1") p(b("2") "3")'],
  ["<table>x<tr>y<td>z", '"xy" table(tbody(tr(td("z"))))'],
  ["<table><tr><td>1</td></thead><td>2", 'table(tbody(tr(td("1") td("2"))))'],
  ["<select><div>a<option>b</select>c", 'select(div("a" option("b"))) "c"'],
  ["<select><option>1<optgroup>2<option>3<hr>4", 'select(option("1") optgroup("2" option("3")) hr "4")'],
  ["<select><select>x<input>", 'select "x" input'],
  ["<p><select><div>x</select>y", 'p(select(div("x")) "y")'],
  ["<table><tr><td><select><td>x", 'table(tbody(tr(td(select) td("x"))))'],
  ["a\0b", '"ab"'],
  ["<svg>a\0b</svg>", 'svg("a\ufffdb")'],
  ["<frameset><frame>", "html(head frameset(frame))"],
])("%j is read as browsers read it", (html, expected) => {
  expect(bodyOf(html)).toBe(expected);
});

test("what is not shown to a reader is left out with all that is in it", () => {
  const html =
    "<head><style>a{}</style><script>1</script><noscript><link></noscript></head>" +
    "<p>a<script>2</script>b<noscript><p>c</noscript><template><p>d</template><svg><style>e</style></svg>";
  expect(bodyOf(html)).toBe('p("a" "b" svg)');
});

test("attributes keep their order, their case in SVG and their prefix, unless they are to be omitted", () => {
  const html = "<html lang=en><html lang=de dir=ltr><svg ID=1 viewbox=x xlink:href=#a><p ID=2 class>";
  const tree = parseHtml(html, { omitAttributes: ["id"] });
  expect(attributesOf(tree, 0)).toEqual([
    ["lang", "en"],
    ["dir", "ltr"],
  ]);
  expect(attributesOf(tree, nodeAt(tree, "html[1]/body[1]/svg[1]") as number)).toEqual([
    ["viewBox", "x"],
    ["xlink:href", "#a"],
  ]);
  expect(attributesOf(tree, nodeAt(tree, "html[1]/body[1]/p[1]") as number)).toEqual([["class", ""]]);
});

test("elements beyond Chromium's depth become siblings, text stays where it is", () => {
  const tree = parseHtml(`${"<div>".repeat(10_000)}words<br>`);
  const divs = Array.from(tree.tag).filter((tag) => tree.tagNames[tag] === "div").length;
  expect(divs).toBe(10_000);
  expect(tree.depth.reduce((deepest, depth) => Math.max(deepest, depth))).toBe(513);
  expect(tree.depth[tree.size - 2]).toBe(513);
  expect(tree.depth[tree.size - 1]).toBe(512);
});

test.each<[string, keyof TreeLimits, number, number]>([
  ["<p>\u20ac</p>", "bytes", 9, 10],
  ["<p>\ud83d\ude00</p>", "bytes", 10, 11],
  ["<p><b><i>", "nodes", 5, 6],
  ["<p><b><i>", "depth", 3, 4],
  ["<p title=abcd>", "attributeLength", 3, 4],
  ["<p a b c>", "attributes", 2, 3],
  ["<b><div>x</b>".repeat(9), "moves", 8, 9],
  ["<a><b><i><u>", "names", 4, 5],
  ["<p a b c d>", "names", 3, 4],
])("%j is over the limit of %s at %i", (html, code, limit, seen) => {
  expect(refusal(html, { limits: { [code]: limit } })).toMatchObject({ code, limit });
  expect(refusal(html, { limits: { [code]: limit } })?.seen).toBeGreaterThanOrEqual(Math.min(seen, limit + 1));
  expect(refusal(html, { limits: { [code]: 1_000 } })).toBeNull();
});

test("names of elements are never confused, however many there are", () => {
  const names = (count: number) => Array.from({ length: count }, (_, name) => `<t${name}></t${name}>`).join("");
  const tree = parseHtml(names(65_000));
  expect(tagOf(tree, tree.size - 1)).toBe("t64999");
  expect(refusal(names(66_000), {})?.code).toBe("names");
});

const many = (piece: string, count: number) => piece.repeat(count);

test.each<[string, string]>([
  ["100,000 nested elements", many("<div>", 100_000)],
  ["100,000 nested formatting elements", many("<b>", 100_000)],
  ["100,000 elements closed by nothing", many("<div>", 50_000) + many("</x>", 50_000)],
  ["200,000 children", `<ul>${many("<li>x", 200_000)}`],
  ["200,000 foster children", `<table>${many("x<b></b>", 100_000)}`],
  ["a deep pile of tables", many("<table><tr><td>", 30_000)],
  ["a pile of selects", many("<select><div><option>", 30_000)],
  ["misnested formatting", many("<b><p>", 20_000) + many("</b>", 20_000)],
  ["misnested links", many("<a><div>", 1_500)],
  ["html tags with new attributes", Array.from({ length: 20_000 }, (_, name) => `<html a${name}>`).join("")],
  ["one tag that never ends", `<p ${many("a=b ", 200_000)}`],
  ["one comment that never ends", `<!--${many("-", 1_000_000)}`],
  ["nothing but less-than signs", many("<", 1_000_000)],
])("%s make a sound tree", (_, html) => {
  expect(faultOf(parseHtml(html))).toBeNull();
});

test("formatting that multiplies stops at the limit of nodes", () => {
  const html = Array.from({ length: 20_000 }, (_, id) => `<p><b id=${id}>`).join("");
  expect(refusal(html, { limits: { nodes: 100_000 } })).toEqual({ code: "nodes", limit: 100_000, seen: 100_001 });
});
