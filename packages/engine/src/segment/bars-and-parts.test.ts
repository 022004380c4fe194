/** Names of blocks that nothing in them names as a whole: bars, feet, forms, and blocks of several parts. */
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { nodeAt } from "../tree/path.ts";
import { blockTitle } from "./name-block.ts";
import { check } from "./titles.fixture.ts";

test("a bar with a menu is called by its links and not by the first alone, a part of a menu as what opens it", () => {
  const bar = "<nav class=main-header><ul><li><a href=/>Home</a></li><li><a href=/c>Contact</a></li></ul></nav>";
  const part = "<ul data-block><li><a href=/1>Boats to rent</a></li><li><a href=/2>Boats to buy</a></li></ul>";
  check([
    [`${bar.replace("<nav", "<nav data-block")}<p>Words</p>`, "Home · Contact"],
    [
      `${bar}<aside><div><p data-block>Office hours are from nine to noon, on every day but Sunday.</p></div></aside>`,
      "Town hall",
    ],
    [`${bar}<aside><ul><li><a href=/b>Boats</a>${part}</li><li><a href=/t>Tides</a></li></ul></aside>`, "Boats"],
  ]);
});

test("neither a unit, nor a badge in a menu, nor the first link of a path names a block", () => {
  const card = (value: string, label: string) => `<div class=card><p>${label}</p><h3>${value}</h3></div>`;
  check([
    [
      `<div><div data-block class=card><p>Used space</p><h3>49/50 <small>GB</small></h3></div>${card("3", "Boats")}</div>`,
      "Used space",
    ],
    ["<nav data-block><a href=/m>7</a><a href=/me>Douglas McGee</a></nav>", "Town hall"],
    [
      "<div><div class=col><b>Boats</b></div><div class=col data-block><ol><li><a href=/>Home</a></li><li>Boats</li></ol></div></div>",
      "Town hall",
    ],
    [
      "<div><div class=col><b>Boats</b></div><div class=col data-block><ol class=breadcrumb><li><a href=/>Home</a></li><li>Boats</li></ol></div></div>",
      "Home › Boats",
    ],
  ]);
});

test("a block of several parts is called by their headings, unless one leads or they are entries", () => {
  const part = (name: string, text = "Words of a part that goes on for a while. ".repeat(3)) =>
    `<div class=card><div class=head><h3>${name}</h3></div><p>${text}</p></div>`;
  const long = (name: string) => part(name, "Much is said in here. ".repeat(30));
  check([
    [`<section data-block>${part("Visitors")}${part("Products")}</section>`, "Visitors · Products"],
    [`<section data-block>${["Sales", "Chat", "Tasks", "Notes"].map(long).join("")}</section>`, "Sales · Chat · Tasks"],
    [
      "<aside data-block><h2>About</h2><p>A parser.</p><h2>Releases <b class=badge>31</b></h2><p>4.2.0</p></aside>",
      "About · Releases",
    ],
    [
      "<form data-block><fieldset><legend>Kind</legend><p>Full time (201)</p></fieldset><fieldset><legend>Pay</legend><p>40k</p></fieldset></form>",
      "Kind · Pay",
    ],
    // the first leads
    [
      `<main data-block><header><h3>Dashboard</h3></header><div>${part("Visitors")}${part("Sales")}</div></main>`,
      "Dashboard",
    ],
    // entries, and what leads elsewhere
    [`<div data-block>${["Fire", "Flood", "Fair"].map((name) => part(name, "Text")).join("")}</div>`, "Town hall"],
    [
      "<div data-block><div><a href=a><h3>Fire</h3></a><p>a</p></div><div><a href=b><h3>Flood</h3></a><p>b</p></div></div>",
      "Town hall",
    ],
    // what comes before them is in none of them
    [
      `<header><h1>Space</h1></header><article data-block><p>${"Text. ".repeat(90)}</p><h2>Far</h2><p>a</p><h2>Near</h2></article>`,
      "Space",
    ],
    // more than a few are a list
    [
      `<section data-block>${["A one", "B two", "C three", "D four", "E five"].map(long).join("")}</section>`,
      "Town hall",
    ],
  ]);
});

test("a heading within one entry, among them, in a menu that is closed or smaller beside another is not that of the block", () => {
  const said = "<p>I would like to meet you.</p>";
  check([
    [
      `<h3>Chat</h3><div data-block><div class=item>${said}<h4>Attachments</h4></div><div class=item>${said}</div><div class=item>${said}</div></div>`,
      "Chat",
    ],
    [
      "<aside data-block><ul class=nav><li class=i><a href=/t>Tables</a></li><li class=i><a href=/b>Billing</a></li><li class=i><h6>Account pages</h6></li></ul></aside>",
      "Tables · Billing",
    ],
    [
      "<nav data-block><input placeholder='Search boats'><div class=dropdown-menu><h6>Alerts</h6></div></nav>",
      "Search boats",
    ],
    ["<div data-block><h3>Network <small>Graph of the week</small></h3><p>a</p></div>", "Network"],
    ["<div data-block><h3><small>Only small</small></h3><p>a</p></div>", "Only small"],
    ["<div data-block><h2>Details</h2><table><tr><th>Weight<td>280 g<tr><th>Drop<td>6 mm</table></div>", "Details"],
    [
      "<h1>Parser</h1><div data-block><div class=box-header><a href=o>42 Open</a></div><p>Crash</p><p>Typo</p></div>",
      "Parser",
    ],
  ]);
});

test("whose page it is does not name a menu", () => {
  check([
    [
      "<aside data-block class=sidenav><div class=sidenav-header><a class=navbar-brand href=/><img src=l.png><span>Acme</span></a></div><ul><li><a href=/t>Tables</a></li><li><a href=/b>Billing</a></li></ul></aside>",
      "Tables · Billing",
    ],
  ]);
});

test("bars are called by what they lead to, feet by their links or owner, forms by what they ask", () => {
  const link = (name: string) => `<a href=/${name.length}>${name}</a>`;
  check([
    [
      `<header data-block><nav>${link("News")}${link("Sport")}${link("Culture")}${link("Opinion")}</nav></header>`,
      "News · Sport · Culture",
    ],
    [`<nav data-block aria-label=Main>${link("News")}${link("Sport")}</nav>`, "News · Sport"],
    [`<ul class=nav data-block aria-label='Navigation 4'><li>${link("News")}<li>${link("Sport")}</ul>`, "News · Sport"],
    ["<nav data-block aria-label=Main><button>Open</button></nav>", "Main"],
    [
      `<aside data-block aria-label='Primary navigation'><div class=brand-name>Acme</div>${link("News")}</aside>`,
      "Primary navigation",
    ],
    [
      `<nav data-block>${link("News")}${link("Sport")}<a href=/me><img src=a>Alexander Pierce</a></nav>`,
      "News · Sport",
    ],
    [
      `<ul class=menu data-block><li>${link("Boats")}<ul><li>${link("To rent")}</ul><li>${link("Tides")}</ul>`,
      "Boats · Tides",
    ],
    // headlines are others tomorrow
    [
      `<nav data-block>${link("The bridge has to close after the storm of the week")}${link("Trams")}</nav>`,
      "Town hall",
    ],
    [
      "<nav data-block class=path>You are in <a href=/>Home</a> / <a href=/m>Men</a> / Shoes</nav>",
      "You are in Home › Men › Shoes",
    ],
    [`<footer data-block>${link("Imprint")} ${link("Privacy")}<p>© 2026 Town</p></footer>`, "Imprint · Privacy"],
    [
      "<footer data-block><b>Version 2</b><p>Copyright © 2014-2026 <a href=a>Harbour</a>. All rights reserved.</p></footer>",
      "Copyright © Harbour",
    ],
    [
      `<footer data-block>Harbour, a free template for boats and those who love them, by ${link("Us")} under ${link("MIT")}</footer>`,
      "Harbour, a free template for boats and those who love them, by Us under MIT",
    ],
    [
      "<div><div class=box-header><h3>Mail</h3></div><div><form data-block><input placeholder='To:'></form></div></div>",
      "Mail",
    ],
    [
      "<form data-block><label>Get the morning briefing <input type=email></label><button>Sign up</button></form>",
      "Get the morning briefing",
    ],
  ]);
});

test("where a browser has laid the page out, words without a place name nothing", () => {
  const tree = parseHtml("<title>Town hall</title><div><p>Hidden words</p><h2>Seen</h2></div>");
  const block = nodeAt(tree, "html[1]/body[1]/div[1]") as number;
  const boxes = Int32Array.from({ length: 4 * tree.size }, () => 10);
  for (const hidden of [nodeAt(tree, "html[1]/body[1]/div[1]/h2[1]") as number])
    for (let node = hidden; node < tree.end[hidden]; node++) boxes[4 * node + 2] = -1;
  expect(blockTitle(tree, [block])).toBe("Seen");
  expect(blockTitle({ ...tree, boxes }, [block])).toBe("Town hall");
});
