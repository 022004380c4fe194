/** The links that name a bar, among all else that bars have. */
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { attributeOf } from "../tree/dom-tree.ts";
import { blockTitle } from "./name-block.ts";
import { check } from "./titles.fixture.ts";

const link = (name: string) => `<a href=/${name.length}>${name}</a>`;
const list = (...names: readonly string[]) => `<ul>${names.map((name) => `<li>${link(name)}`).join("")}</ul>`;

test("whose page it is does not name a bar that has links besides, whether its class says so or its place before their list", () => {
  check([
    [`<nav data-block><a class=navbar-brand href=/>Acme</a>${list("Boats", "Tides")}</nav>`, "Boats · Tides"],
    [
      `<nav data-block><div class=logo>${link("AC")}${link("Acme")}</div>${list("Boats", "Tides")}</nav>`,
      "Boats · Tides",
    ],
    [`<nav data-block><div>${link("Acme")}</div><div>${list("Boats", "Tides", "Acme")}</div></nav>`, "Boats · Tides"],
    [`<nav data-block><a class=navbar-brand href=/>Acme</a>${link("Boats")}</nav>`, "Acme · Boats"],
    // two links before a list are not whose page it is
    [`<nav data-block>${link("Home")}${link("News")}${list("Boats", "Tides")}</nav>`, "Home · News · Boats"],
  ]);
});

test("what opens the bar, what is in closed parts of it and what a search proposes are none of its links", () => {
  const hint = "<form><input placeholder=Search><div><a href=/a>How the bridge was built</a></div></form>";
  const months = list("January in the harbour", "February in the harbour", "March in the harbour");
  check([
    [
      `<header data-block><a class=sidebar-toggle href=#>Toggle it</a><nav>${list("Boats", "Tides")}</nav></header>`,
      "Boats · Tides",
    ],
    [
      `<aside data-block class=sidebar><ul><li>${link("Boats")}${months}<li>${link("Tides")}${months}</ul></aside>`,
      "Boats · Tides",
    ],
    [
      `<nav data-block>${link("Boats")}<div class=collapse>${link("To rent")}</div>${link("Tides")}</nav>`,
      "Boats · Tides",
    ],
    [`<nav data-block><div class='collapse navbar-collapse'>${list("Boats", "Tides")}</div></nav>`, "Boats · Tides"],
    [
      `<aside data-block class=sidebar><div class=user><div><img src=a.png></div><div><a href=/me>Ada</a></div></div>${list("Boats", "Tides")}</aside>`,
      "Boats · Tides",
    ],
    [`<nav data-block>${hint}${link("Boats")}${link("Tides")}</nav>`, "Boats · Tides"],
    [
      `<nav data-block><div class='w-48 hidden'>${link("Rent")}</div>${link("Boats")}<span class='d-none d-md-block'>${link("Tides")}</span></nav>`,
      "Boats · Tides",
    ],
    [
      `<nav data-block>${link("Boats")}${link("Tides")}<a href=/me><span class=avatar></span>Ada</a></nav>`,
      "Boats · Tides",
    ],
    [`<nav data-block><a href=/b>Boats <span class=nav-badge>New</span></a>${link("Tides")}</nav>`, "Boats · Tides"],
  ]);
});

test("a bar of buttons is called by them, a bar of icons by the menus that these open, or by what they count", () => {
  const menu = (head: string) =>
    `<li><a href=#><i class=icon></i></a><div class=dropdown-menu>${head}<a href=/1>The bridge is closed</a></div></li>`;
  check([
    [
      "<nav data-block><a href=/>Home</a><a class=button href=/r>Register</a><a class=button href=/l>Log in</a></nav>",
      "Home · Register · Log in",
    ],
    [
      `<nav data-block><input placeholder=Search><ul>${menu("<h6>Alerts</h6>")}${menu("<div class=dropdown-header>Mail</div>")}</ul></nav>`,
      "Alerts · Mail",
    ],
    [
      `<ul class=nav data-block>${menu("<p>You have 4 messages</p>")}${menu("<p>15 Tasks</p>")}</ul>`,
      "messages · Tasks",
    ],
    [`<nav data-block><input placeholder='Search boats'><ul>${menu("<h6>Alerts</h6>")}</ul></nav>`, "Search boats"],
  ]);
});

test("a bar without links is called by what it says of itself, and a menu that stands by itself is open", () => {
  const field = "<input placeholder='Search boats'>";
  const person = "<a href=/me><img src=a.png>Ada</a>";
  check([
    [`<nav data-block><a href=/h>Harbour</a>${field}${person}</nav>`, "Harbour"],
    [`<nav data-block><a class=navbar-brand href=/h>Harbour</a>${field}${person}</nav>`, "Search boats"],
    [
      `<aside data-block class=sidebar><div>${list("Boats", "Tides").replace("<ul", "<ul role=menu")}</div></aside>`,
      "Boats · Tides",
    ],
    [
      `<nav data-block>${link("Boats")}${link("Tides")}<div><button>More</button>${list("Rent").replace("<ul", "<ul role=menu")}</div></nav>`,
      "Boats · Tides",
    ],
  ]);
});

test("in a bar that begins with links a heading is over some of them, and words of a link are no title of the bar", () => {
  check([
    [
      `<aside data-block class=sidenav>${list("Boats", "Tides")}<h6>Your account</h6>${list("Profile")}<h6>Help</h6><p>Ask us.</p></aside>`,
      "Boats · Tides · Profile",
    ],
    [`<nav data-block><h2>Harbour</h2>${list("Boats", "Tides")}</nav>`, "Harbour"],
    [
      "<nav data-block><ul><li class=a><a href=/b><span class=link-title>Boats</span></a><li><a href=/t><span class=link-title>Tides</span></a></ul></nav>",
      "Boats · Tides",
    ],
    [
      `<nav data-block aria-label=breadcrumbs class=breadcrumb>${list("Harbour", "Boats", "Rent")}</nav>`,
      "Harbour › Boats › Rent",
    ],
  ]);
});

test("a bar that begins with the way to the page is called by that, a foot by what it says of itself beside the year", () => {
  const way = "<div class=crumbs><span>Harbour</span> <span>›</span> <b>Boats</b></div>";
  check([
    [
      `<header data-block class=topbar>${way}<input placeholder=Search><a href=/me><span class=avatar>AL</span></a></header>`,
      "Harbour › Boats",
    ],
    [
      "<header data-block><div class=crumbs><span>Harbour</span><span>Boats</span></div><button>Menu</button></header>",
      "Harbour › Boats",
    ],
    [`<header data-block class=topbar>${link("News")}${link("Sport")}${way}</header>`, "News · Sport"],
    ["<footer data-block><p>© 2026 · Made by <a href=/h>Harbour</a></p></footer>", "Made by Harbour"],
  ]);
});

test("a part of a bar that is little else than links is called by them, unless it has a heading", () => {
  check([
    [
      `<footer><div class=col><p>© Town</p></div><div class=col data-block>${link("Privacy")} · ${link("Terms")}</div></footer>`,
      "Privacy · Terms",
    ],
    [
      `<footer><p>© Town</p><div data-block>${link("Privacy")}<p>Until late every day</p>${link("Terms")}</div></footer>`,
      "Town hall",
    ],
    [
      `<header><div class=logo>Town</div><div data-block><a class=btn href=/c>Code</a><a class=btn href=/s>Sponsor</a></div></header>`,
      "Code · Sponsor",
    ],
    [`<footer><div class=col><h5>Company</h5><div data-block>${list("Press", "Jobs")}</div></div></footer>`, "Company"],
  ]);
});

test("the brand names a bar that says nothing else, and buttons a block of nothing else", () => {
  check([
    ["<nav data-block><a class=navbar-brand href=/h>Harbour</a><a href=/me><img src=a.png>Ada</a></nav>", "Harbour"],
    ["<div data-block><label class=btn>Boats</label><label class=btn>Tides</label></div>", "Boats · Tides"],
    ["<div data-block><button>Boats</button></div>", "Town hall"],
    [
      "<h3>Traffic</h3><div data-block><button>Day</button><button>Boats</button><button>Tides</button></div>",
      "Traffic",
    ],
  ]);
});

test("in a rendered page a closed menu says what opens it, without a place of its own", () => {
  const menu = (head: string) => `<li><a href=#><i></i></a><div class=dropdown-menu><h6>${head}</h6></div></li>`;
  const tree = parseHtml(
    `<title>Town hall</title><header><p>Town</p><ul data-block>${menu("Alerts")}${menu("Mail")}</ul></header>`,
  );
  const boxes = new Int32Array(4 * tree.size).fill(-1);
  const block = Array.from({ length: tree.size }, (_, node) => node).find(
    (node) => attributeOf(tree, node, "data-block") !== null,
  )!;
  expect(blockTitle({ ...tree, boxes }, [block])).toBe("Alerts · Mail");
});
