import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { attributeOf, type DomTree } from "../tree/dom-tree.ts";
import { nodeAt } from "../tree/path.ts";
import { blockName, blockTitle, pageName } from "./name-block.ts";

/** The title of the elements marked `data-block`, without those marked `data-cut`. */
function titleOf(html: string): string {
  const tree = parseHtml(`<title>Town hall</title>${html}`);
  const nodes = marked(tree, "data-block");
  if (nodes.length === 0) throw new RangeError("no block is marked");
  return blockTitle(tree, nodes, { without: new Set(marked(tree, "data-cut")), fallback: "town.example" });
}

function marked(tree: DomTree, attribute: string): number[] {
  return Array.from({ length: tree.size }, (_, node) => node).filter(
    (node) => attributeOf(tree, node, attribute) !== null,
  );
}

type Case = readonly [html: string, title: string];

function check(cases: readonly Case[]): void {
  for (const [html, title] of cases) expect.soft(titleOf(html), html).toBe(title);
}

describe("a number is called by its label", () => {
  test("in a card: above, below, before or behind the number, and not by an action or a remark", () => {
    check([
      ["<div data-block><h3>150</h3><p>New orders</p><a href=x>More info</a></div>", "New orders"],
      ["<div data-block><p>Bookings</p><h4>281</h4><p>+55% than last week</p></div>", "Bookings"],
      [
        "<div data-block><span>Total users</span><div class=count>2500</div><i>4% From last week</i></div>",
        "Total users",
      ],
      ["<div data-block><div>Earnings (monthly)</div><div>$40,000</div></div>", "Earnings (monthly)"],
      ["<div data-block><span>17%</span><h5>$35,210.43</h5><span>Total revenue</span></div>", "Total revenue"],
      [
        "<div data-block><h5>Avg deal size</h5><p>All plans</p><b>$16,724</b><p>↑ 8% · upsell driven</p></div>",
        "Avg deal size",
      ],
      ["<p data-block>Open issues: 124</p>", "Open issues"],
      ["<p data-block>124 open issues</p>", "open issues"],
      ["<p data-block>Open issues <b>(124)</b></p>", "Open issues"],
      ["<p data-block><b>New</b> orders <em>124</em></p>", "New orders"],
      ["<div data-block><span>State:</span> <b>All is well</b></div>", "State"],
      ["<div data-block><h3>Cart <span class=badge>3</span></h3><p>12,50 €</p></div>", "Cart"],
      [
        "<div data-block><small>Updated 5 minutes ago</small><b>7.4 °C</b><p>Water temperature</p></div>",
        "Water temperature",
      ],
    ]);
  });

  test("when only the number was picked, by the words beside it", () => {
    check([
      ["<div><h3 data-block>150</h3><p>New orders</p><a href=x>More info</a></div>", "New orders"],
      ["<div><p>Bookings</p><div><h4 data-block>281</h4></div></div>", "Bookings"],
      ["<p>Open issues: <b data-block>124</b></p>", "Open issues"],
      ["<p><b>12</b> closed <b data-block>124</b> open issues</p>", "open issues"],
      ["<div><span>Rain</span><b>3 mm</b><span>Wind</span><b data-block>12 km/h</b></div>", "Wind"],
      ["<div><b>3 mm</b><span>Rain</span><b data-block>12 km/h</b><span>Wind</span></div>", "Wind"],
      ["<label>Room temperature <output data-block>21.5 °C</output></label>", "Room temperature"],
      ["<article><h2>Red jacket</h2><p>Warm.</p><span data-block class=price>49,90 €</span></article>", "Warm"],
      ["<article><h2>Red jacket</h2><span data-block class=price>49,90 €</span></article>", "Red jacket"],
    ]);
  });

  test("in a definition list by its term", () => {
    check([
      ["<dl><dt>Population</dt><dd>211,000</dd><dt>Area</dt><dd data-block>96 km²</dd></dl>", "Area"],
      [
        "<dl><div><dt>Mayor</dt><dd data-block>Ada Lovelace</dd></div><div><dt>Area</dt><dd>96</dd></div></dl>",
        "Mayor",
      ],
    ]);
  });

  test("in a table by its row and its column", () => {
    const rows = "<tr><th>City</th><th>Now</th><th>2024</th></tr><tr><td>Linz</td><td>7 °C</td>";
    check([
      [`<table>${rows}<td data-block>9 °C</td></tr></table>`, "Linz · 2024"],
      [`<table>${rows}<td><span><b data-block>9 °C</b></span></td></tr></table>`, "Linz · 2024"],
      ["<table><tr><th>City</th><th>Open</th></tr><tr><td>1</td><td data-block>12</td></tr></table>", "Open"],
      [
        "<table><thead><tr><th colspan=2>Place</th><th>Stock</th></tr></thead><tr><td>Linz</td><td>Main</td><td data-block>4</td></tr></table>",
        "Linz · Stock",
      ],
      ["<table><tr><td>Linz</td><td data-block>4</td></tr></table>", "Linz"],
      [
        "<table><tr><th>Name</th><th>Points</th></tr><tr data-block><td>1.</td><td>Ada</td><td>90</td></tr></table>",
        "Ada",
      ],
    ]);
  });

  test("not by the label of another card", () => {
    const card = (inner: string) => `<div class=card>${inner}</div>`;
    const row = card("<p>Visits</p><b>12</b>") + card("<b data-block>7</b>");
    check([
      [`<h2>Today</h2><div>${row}</div>`, "Town hall"],
      [`<h2>Web traffic</h2><div>${row}</div>`, "Web traffic"],
      [
        `<h1>Traffic</h1><div data-block>${row.replace(" data-block", "")}${card("<p>Sales</p><b>1</b>")}</div>`,
        "Traffic",
      ],
    ]);
  });
});

test("a caption names a table or a figure, around what was picked as well", () => {
  check([
    [
      "<table data-block><tr><th colspan=2>Public notices</th></tr><tr><td>1</td><td>Flood</td></tr></table>",
      "Public notices",
    ],
    ["<table data-block><caption>Opening hours</caption><tr><th>Day</th><th>From</th></tr></table>", "Opening hours"],
    [
      "<h2>Sights</h2><figure data-block><img src=a alt=tower><figcaption>The old tower</figcaption></figure>",
      "The old tower",
    ],
    ["<figure><canvas data-block></canvas><figcaption>Level of the river</figcaption></figure>", "Level of the river"],
    [
      "<figure><div><svg data-block></svg></div><figcaption>Level of the river</figcaption></figure>",
      "Level of the river",
    ],
  ]);
});

test("a heading names the block that it stands in or before", () => {
  check([
    ["<section data-block><h2>News</h2><ul><li>One<li>Two<li>Three</ul></section>", "News"],
    ["<section><h2>News</h2><ul data-block><li>One<li>Two<li>Three</ul></section>", "News"],
    [
      "<section><header><h2>News</h2><a href=x>All</a></header><div><ul data-block><li>One<li>Two</ul></div></section>",
      "News",
    ],
    ["<h2>News</h2><p>a</p><h2>Sport</h2><p data-block>Nothing happened.</p>", "Sport"],
    ["<div data-block><div role=heading>Weather</div><p>Fog.</p></div>", "Weather"],
    ["<details data-block><summary>Changes of today (3)</summary><p>a</p></details>", "Changes of today"],
    ["<div><div class=card-header>Earnings</div><div><canvas data-block></canvas></div></div>", "Earnings"],
    [
      "<div><div><canvas data-block></canvas></div><div><h6>Website views</h6><p>Last campaign</p></div></div>",
      "Website views",
    ],
    ["<div data-block><div class=x_title>Top reps <br> Leaderboard</div><p>Ada</p></div>", "Top reps"],
    ["<div data-block><h3><i class=material-icons>store</i> Shops <small>12</small></h3><p>a</p></div>", "Shops"],
  ]);
});

test("a heading of one entry does not name the list, and that of a part does not name the whole", () => {
  const story = (name: string) => `<article class=story><h3>${name}</h3><p>Text</p></article>`;
  const stories = ["Fire", "Flood", "Fair"].map(story).join("");
  check([
    [`<div data-block>${stories}</div>`, "Town hall"],
    [`<h2>Stories</h2><div data-block>${stories}</div>`, "Stories"],
    [`<div data-block><h2>Stories</h2>${stories}</div>`, "Stories"],
    [`<div>${stories.replace("class=story", "class=story data-block")}</div>`, "Fire"],
    [`<h2>Stories</h2><div>${stories.replaceAll("class=story", "class=story data-block")}</div>`, "Stories"],
    [`<div data-block><p>${"Long text. ".repeat(60)}</p><footer><h4>Share this</h4></footer></div>`, "Town hall"],
    ["<ul data-block><li><a href=a>One</a><li><a href=b>Two</a><li><a href=c>Three</a></ul>", "Town hall"],
    ["<ul><li data-block><a href=a>Fire at the mill</a> <time>5 May</time><li>Two<li>Three</ul>", "Fire at the mill"],
    ["<h2>In stock</h2><ul><li><a href=a data-block>Oak</a><li><a href=b>Ash</a></ul>", "Oak"],
    ["<h2>In stock</h2><p>Nothing at all.</p><p data-block>Nothing today either.</p>", "In stock"],
    ["<h2>Two</h2><div class=c><h3>A</h3></div><div class=c data-block>b</div>", "Two"],
  ]);
});

test("what the page tells those who do not see it names what has no heading, then a legend", () => {
  check([
    ["<h1>Home</h1><nav data-block aria-label='Main menu'><a href=a>News</a></nav>", "Main menu"],
    [
      "<p id=t>Lost <b>and</b> found</p><div data-block aria-labelledby='none t'><p>An umbrella</p></div>",
      "Lost and found",
    ],
    ["<section aria-label=Timetable><div><p data-block>Late again</p></div></section>", "Timetable"],
    ["<div data-block aria-label='12'><p>Nothing to see here, move on.</p></div>", "Town hall"],
    ["<img data-block src=a alt='Webcam at the bridge'>", "Webcam at the bridge"],
    ["<fieldset data-block><legend>Your seat</legend><p>Left or right?</p></fieldset>", "Your seat"],
    ["<fieldset><legend>Your seat</legend><p data-block>Left or right?</p></fieldset>", "Your seat"],
  ]);
});

test("values, dates, icons and the head of a table never name anything", () => {
  check([
    ["<div data-block><h2>1,204</h2><p>5 May 2025</p></div>", "Town hall"],
    [
      "<div data-block><h2>Monday, 5 May</h2><p>A day like any other, and nothing to tell of it.</p></div>",
      "Town hall",
    ],
    ["<div data-block><h2>12:30</h2><h3>Next train</h3><p>Platform</p></div>", "Next train"],
    ["<div data-block><h2>News of 2025-05-05</h2><p>a</p></div>", "News of"],
    ["<div data-block><h2>Top 10 films</h2><p>a</p></div>", "Top 10 films"],
    ["<div data-block><h2>Orders (12)</h2><p>a</p></div>", "Orders"],
    ["<div data-block><h2>Only 49.99 € today</h2><p>a</p></div>", "Only today"],
    ["<div data-block><i class=material-icons>shopping_cart</i><b>26</b></div>", "Town hall"],
    ["<div data-block><span class='material-symbols-outlined'>home</span><b>26</b><p>At home</p></div>", "At home"],
    ["<div data-block><mat-icon>person</mat-icon><b>26</b><p>People</p></div>", "People"],
    ["<div data-block><i style='font-family: My Icons'>person</i><b>26</b><p>People</p></div>", "People"],
    ["<div data-block><i class=fa>\uf007</i><b>26</b><p>People</p></div>", "People"],
    ["<table data-block><thead><tr><th>Name<th>Age</tr></thead><tr><td>Ada<td>36</tr></table>", "Town hall"],
    ["<h2>Staff</h2><table data-block><tr><th>Name<th>Age</tr><tr><td>Ada<td>36</tr></table>", "Staff"],
    ["<h2>Staff</h2><table><tr data-block><th>Name<th>Age</tr><tr><td>Ada<td>36</tr></table>", "Staff"],
    ["<div data-block><button>Refresh</button><b>26</b><p hidden>Secret</p><p>People</p></div>", "People"],
    ["<div data-block><b>Loading…</b></div>", "Town hall"],
  ]);
});

test("in other scripts and directions alike", () => {
  check([
    ["<div data-block dir=rtl><h3>١٥٠</h3><p>طلبات جديدة</p><a href=x>المزيد</a></div>", "طلبات جديدة"],
    ["<div dir=rtl><p>درجة الحرارة</p><b data-block>٢١ °C</b></div>", "درجة الحرارة"],
    ["<p data-block>価格 1,200円</p>", "価格"],
    ["<div data-block><b>12件</b><p>新着</p></div>", "新着"],
    ["<div data-block><h2>2025年5月5日</h2><p>3分前</p></div>", "Town hall"],
    ["<div data-block><p>vor 3 Stunden</p><b>1.204,50 €</b><p>Umsatz</p></div>", "Umsatz"],
    ["<div data-block><b>٣ دقائق</b><b>٥٠٪</b><p>نسبة الحضور</p></div>", "نسبة الحضور"],
    ["<div data-block><h2>\u202egnp.exe\u202c News</h2><p>a</p></div>", "gnp.exe News"],
  ]);
});

test("what was cut out does not name the block", () => {
  check([
    ["<section data-block><h2 data-cut>Advertisement</h2><h3>News</h3><p>a</p></section>", "News"],
    ["<div data-block><p data-cut>Sponsored</p><p>Visits</p><b>12</b></div>", "Visits"],
    ["<ul><li data-block><b data-cut>Ad</b><a href=a>Fire</a><li>Two<li>Three</ul>", "Fire"],
  ]);
});

test("the page's name comes last, then what is given", () => {
  expect(pageName(parseHtml("<title>(3) Inbox</title>"))).toBe("Inbox");
  expect(pageName(parseHtml("<title>404</title><h1>Not here</h1>"))).toBe("Not here");
  expect(blockTitle(parseHtml("<p>a"), [3], { fallback: "a.example" })).toBe("a.example");
  expect(blockTitle(parseHtml("<p>a"), [3])).toBe("Untitled");
  expect(blockName(parseHtml("<title>Town</title><p>a"), [4])).toBe("");
  const long = `<h2>${"word ".repeat(60)}</h2>`;
  expect(blockName(parseHtml(`<div>${long}</div>`), [3])).toMatch(/^word .{70,75}…$/);
});

test("hostile pages: very wide and very deep ones are named in time", () => {
  const wide = parseHtml(`<ul>${"<li class=card><b>12</b></li>".repeat(30_000)}</ul>`);
  const deep = parseHtml(`${"<div class=card><b>7</b>".repeat(400)}<p>9</p>`);
  for (const tree of [wide, deep]) {
    for (let at = 0; at < 400; at++) {
      const node = Math.floor((at * tree.size) / 400);
      expect(blockTitle(tree, [node], { fallback: "page" })).toBe("page");
    }
  }
});

test("every element of any page gets a title: bounded, never empty, never only a number", () => {
  const parts = fc.constantFrom(
    ..."<div>|</div>|<div class=card>|<h2>|</h2>|<table>|<tr>|<td>|<th colspan=3>|</table>|<dl>|<dt>|<dd>|<figure>".split(
      "|",
    ),
    ..."<figcaption>|</figure>|<fieldset>|<legend>|<b class=count>|</b>|<i class=material-icons>|</i>|<p>|<ul>|<li>".split(
      "|",
    ),
    ..."124|$1,204.50|12:30|5 May 2025|53%|New orders|shopping_cart|価格|طلبات|\u{1f600}|\ud800|More info|( )|:|٣٫٥".split(
      "|",
    ),
    "<p aria-labelledby=x>",
    "<p id=x aria-label=''>",
    "a".repeat(500),
    "\u{1f600}".repeat(90),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (markup) => {
      const tree = parseHtml(markup.join(" "));
      for (let node = 0; node < tree.size; node++) {
        const title = blockTitle(tree, [node], { fallback: "page" });
        expect(title).toMatch(/\p{L}/u);
        expect(title.length).toBeLessThanOrEqual(80);
        expect(title.isWellFormed() && title === title.trim()).toBe(true);
      }
    }),
    { seed: 18, numRuns: 300 },
  );
});

test("a sentence keeps its numbers, a label loses them", () => {
  const tree = parseHtml("<p>Bridge opens at 5, says the council of the town by the river</p><p>124 open issues</p>");
  const title = (rank: number): string => blockTitle(tree, [nodeAt(tree, `html[1]/body[1]/p[${rank}]`) as number]);
  expect(title(1)).toBe("Bridge opens at 5, says the council of the town by the river");
  expect(title(2)).toBe("open issues");
});
