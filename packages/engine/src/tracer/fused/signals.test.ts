import { describe, expect, test } from "vitest";
import { pageIndex } from "../../feature/page-index.ts";
import { Scratch } from "../../feature/scratch.ts";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt } from "../../tree/path.ts";
import { CandidateTable } from "./comparisons.ts";
import { FactFinder } from "./live-features.ts";
import { referTo } from "./reference.ts";
import { SIGNALS } from "./signals.ts";
import { fingerprintOf } from "./stored-features.ts";

const PAGE = `<title>Harbour News</title><body><header class="top"><h1>Harbour News</h1></header>
<main id="front" class="page"><div class="column left"><h2>Boats</h2><p>Before it</p><aside>note</aside>
<section id="box" class="box wide" data-role="list"><h3>Arrivals</h3><div class="item"><a href="/boats/heron">Heron 12 tons</a><img src="/i/heron.png"></div>
<div class="item"><a href="/boats/swift">Swift</a></div></section><section class="box wide"><p><a href="/o">Other</a></p></section><p>After it</p></div></main>`;
const BLOCK = "html[1]/body[1]/main[1]/div[1]/section[1]";

function signalOf(name: string, html: string, path = BLOCK): number {
  const old = parseHtml(PAGE);
  const page = parseHtml(html);
  const context = { tree: page, index: pageIndex(page), scratch: new Scratch() };
  const reference = referTo(fingerprintOf(old, nodeAt(old, BLOCK) as number), context);
  const candidateTable = new CandidateTable();
  candidateTable.stand([new FactFinder(page).of(nodeAt(page, path) as number)]);
  const values = new Float32Array(1);
  SIGNALS[name].fill(reference, candidateTable, { values, rows: 1, first: 0, step: 1 });
  return values[0];
}

const SAME = '<section class="box wide"></section>';

/** For each signal a change of the page that it must notice. `path` is where the block is then. */
const NOTICES: Record<string, { from: string | RegExp; to: string; path?: string }> = {
  tag: { from: /<(\/?)section/g, to: "<$1article", path: BLOCK.replace("section", "article") },
  id: { from: 'id="box"', to: 'id="other"' },
  landmarksInside: { from: "<h3>Arrivals</h3>", to: "<h3>Arrivals</h3><nav>x</nav>" },
  unitLevels: { from: '<section class="box wide"><p><a href="/o">Other</a></p></section>', to: SAME.repeat(3) },
  unitRank: { from: "<aside>", to: `${SAME.repeat(3)}<aside>`, path: BLOCK.replace("section[1]", "section[4]") },
  unitCount: { from: '<section class="box wide"><p><a href="/o">Other</a></p></section>', to: SAME.repeat(3) },
  name: { from: "Arrivals", to: "Departures" },
  nameAbove: { from: "<aside>note", to: "<aside>other" },
  unitName: { from: '<section class="box wide"><p><a href="/o">Other</a></p></section>', to: SAME.repeat(3) },
  called: { from: /Arrivals|note/g, to: "Departures" },
  names: { from: "box wide", to: "tile narrow" },
  namesAround: { from: "column left", to: "aside right" },
  linkDirRecall: { from: /\/boats\//g, to: "/trains/" },
  linkDirPrecision: { from: "/boats/swift", to: "/trains/swift" },
  innerNameRecall: { from: /class="item"/g, to: 'class="row"' },
  innerNamePrecision: { from: 'class="item"', to: 'class="row"' },
  firstWords: { from: "Arrivals", to: "Departures" },
  lastWords: { from: "Swift", to: "Gull" },
  spread: {
    from: /class="item"><a href="\/boats\/heron"/,
    to: 'class="item">many more words than the others have <a href="/boats/heron"',
  },
  shareOfParent: { from: "After it", to: "After it come many more words than there were before, far too many" },
  headingInsideWords: { from: "Arrivals", to: "Departures" },
  headingAboveWords: { from: "<h2>Boats", to: "<h2>Trains" },
  topHeading: { from: /<h1>.*?<\/h1>(.*<h3>Arrivals<\/h3>)/s, to: "$1<h1>Harbour News</h1>" },
  pageShare: { from: "After it", to: "After it come many more words than there were before, far too many" },
  linkDensity: { from: "Swift</a>", to: "Swift</a> many more words without any link at all" },
  classes: { from: "box wide", to: "tile narrow" },
  attributes: { from: 'data-role="list"', to: 'data-x="1"' },
  path: { from: "<aside>", to: "<section></section><aside>", path: BLOCK.replace("section[1]", "section[2]") },
  pathTop: { from: "<main", to: "<main></main><main", path: BLOCK.replace("main[1]", "main[2]") },
  pathBottom: { from: "<aside>", to: "<section></section><aside>", path: BLOCK.replace("section[1]", "section[2]") },
  depth: { from: '<div class="column left">', to: "<div><div>", path: BLOCK.replace("div[1]", "div[1]/div[1]") },
  parent: { from: "column left", to: "aside right" },
  grandparent: { from: 'id="front" class="page"', to: 'class="x"' },
  ancestors: { from: "column left", to: "aside right" },
  ancestorTokens: { from: "column left", to: "aside right" },
  landmark: { from: /<(\/?)main/g, to: "<$1footer", path: BLOCK.replace("main", "footer") },
  wordRecall: { from: "Swift", to: "Gull" },
  wordPrecision: { from: "Swift", to: "Swift and ten other fine boats" },
  runRecall: { from: "Swift", to: "Gull" },
  runPrecision: { from: "Swift", to: "Gull" },
  patternRecall: { from: "12 tons", to: "tons" },
  patternPrecision: { from: "12 tons", to: "tons" },
  linkRecall: { from: "/boats/swift", to: "/boats/gull" },
  linkPrecision: { from: "/boats/swift", to: "/boats/gull" },
  imageRecall: { from: "heron.png", to: "gull.png" },
  innerClassRecall: { from: /class="item"/g, to: 'class="row"' },
  innerClassPrecision: { from: /class="item"/g, to: 'class="row"' },
  firstRun: { from: "Arrivals", to: "Departures" },
  lastRun: { from: "Swift", to: "Gull" },
  headingInside: { from: "Arrivals", to: "Departures" },
  wordCount: { from: "Swift", to: "Swift and ten other fine boats" },
  runCount: { from: "Swift", to: "Sw<b>if</b>t" },
  elementCount: { from: "Swift", to: "Sw<b>if</b>t" },
  linkCount: { from: "Swift</a>", to: "Swift</a><a href='/x'>x</a>" },
  imageCount: { from: '<img src="/i/heron.png">', to: "" },
  shape: { from: "Swift", to: "Sw<b>if</b>t" },
  children: { from: "<h3>Arrivals</h3>", to: "" },
  headingAbove: { from: "<h2>Boats", to: "<h2>Trains" },
  before: { from: "Before it", to: "Changed" },
  after: { from: "After it", to: "Changed" },
  rightBefore: { from: "note", to: "remark" },
  rightAfter: { from: "Other", to: "Another" },
  previous: { from: "<aside>note</aside>", to: "<p class=q>note</p>" },
  next: { from: '<section class="box wide"><p><a href="/o">Other', to: '<div><p><a href="/o">Other' },
  place: { from: "<header", to: `${"<p>more</p>".repeat(30)}<header` },
  alikeRank: {
    from: "<aside>",
    to: '<section class="box wide" id="box2"></section><aside>',
    path: BLOCK.replace("section[1]", "section[2]"),
  },
  listKept: { from: "Other", to: "Elsewhere" },
  listOrder: {
    from: /(<section id.*?<\/section>)(<section class="box wide">.*?<\/section>)/s,
    to: "$2$1",
    path: BLOCK.replace("section[1]", "section[2]"),
  },
  listHasOwn: { from: "Arrivals", to: "Departures" },
  hasOwnName: { from: "Arrivals", to: "Departures" },
  hasOwnLink: { from: "/boats/heron", to: "/boats/gull" },
  alikeRankFromEnd: { from: '<section class="box wide"><p><a href="/o">Other</a></p></section>', to: "" },
  alikeCount: { from: '<section class="box wide"><p><a href="/o">Other</a></p></section>', to: "" },
};

/** Signed differences: 0 where nothing changed. */
const DIFFERENCES: Record<string, { from: string | RegExp; to: string; path?: string }> = {
  sizeChange: { from: "Swift", to: "Swift and ten other fine boats" },
  listFresh: { from: "Other", to: "Elsewhere" },
  listShift: {
    from: "<aside>",
    to: "<section><h3>Fresh news</h3></section><aside>",
    path: BLOCK.replace("section[1]", "section[2]"),
  },
  isOther: { from: "Arrivals", to: "Other" },
  isOtherLink: { from: "/boats/heron", to: "/o" },
  swallowed: { from: "<h3>Arrivals</h3>", to: "<p>Before it</p><h3>Arrivals</h3>" },
  wrappersAbove: {
    from: /(<section id.*?<\/section>)/s,
    to: "<div>$1</div>",
    path: BLOCK.replace("section[1]", "div[1]/section[1]"),
  },
  wrappersBelow: { from: /(<h3>Arrivals.*?)(<\/section>)/s, to: "<div>$1</div>$2" },
};

/** Elements without any class may be the same one or not, and what repeats nowhere has no name as one of many. */
const BELOW_ONE: Readonly<Record<string, number>> = { ancestors: 0.6, previous: 0.6, unitName: 0.5 };

describe("signals", () => {
  test("every signal has its test", () => {
    expect([...Object.keys(NOTICES), ...Object.keys(DIFFERENCES)].sort()).toEqual(Object.keys(SIGNALS).sort());
  });

  test.each(Object.entries(NOTICES))(
    "%s is highest where nothing changed and notices its change",
    (name, { from, to, path }) => {
      const unchanged = signalOf(name, PAGE);
      expect(unchanged).toBeGreaterThanOrEqual(BELOW_ONE[name] ?? 0.99);
      const changed = PAGE.replace(from, to);
      expect(changed).not.toBe(PAGE);
      expect(signalOf(name, changed, path)).toBeLessThan(unchanged);
    },
  );

  test.each(Object.entries(DIFFERENCES))(
    "%s is 0 where nothing changed and has a sign otherwise",
    (name, { from, to, path }) => {
      expect(signalOf(name, PAGE)).toBe(0);
      expect(signalOf(name, PAGE.replace(from, to), path)).not.toBe(0);
    },
  );
});
