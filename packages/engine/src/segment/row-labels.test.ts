/** Rows of numbers are called by their labels; and blocks of which a number, or a picture of a person, is not all that they say. */
import { test } from "vitest";
import { check } from "./titles.fixture.ts";

const card = (label: string, value: string) => `<div class=card><p>${label}</p><b>${value}</b></div>`;
const cards = ["Visits", "Sales", "Boats", "Tides"].map((label, at) => card(label, `${at + 1}2`)).join("");

test("a row of numbers is called by their labels, not by what the page begins with", () => {
  check([
    [`<div data-block class=row>${cards}</div>`, "Visits · Sales · Boats"],
    [
      `<section><h1>Good morning</h1></section><section data-block><div>${cards}</div></section>`,
      "Visits · Sales · Boats",
    ],
    [`<div class=panel><h3>Harbour</h3><div data-block>${cards}</div></div>`, "Harbour"],
  ]);
});

test("what comes and goes does not name a row: entries of lists, goods, parts without a number or a label", () => {
  const good = (name: string) => `<div class=card><img src=${name}><h3>${name}</h3><b>12 €</b></div>`;
  const news = (name: string) => `<div class=card><h3><a href=/${name}>${name}</a></h3><b>12</b></div>`;
  check([
    [`<ul data-block><li>Fire <b>3</b><li>Flood <b>4</b></ul>`, "Town hall"],
    [`<div data-block>${good("Jacket")}${good("Shoe")}${good("Hat")}</div>`, "Town hall"],
    [`<div data-block>${news("Fire")}${news("Flood")}</div>`, "Town hall"],
    [`<div data-block>${card("Visits", "12")}${card("Sales", "7")}<div class=card><b>7</b></div></div>`, "Town hall"],
    [`<div data-block>${card("Visits", "12")}${card("Sales", "7")}<p>And more of it</p></div>`, "Town hall"],
    [`<div data-block>${cards}${cards}</div>`, "Town hall"],
  ]);
});

test("what is said at length before a number is not called by the word beside that", () => {
  const text = "The plan for the harbour is ready, and we would like to hear from you before the end of the week.";
  const mail = `<article data-block class=mail><p>Ada Lovelace</p><p>${text}</p><p><span>Work</span> <span>2</span></p></article>`;
  check([[`<div>${mail}<article class=mail><p>Bea</p></article></div>`, "Ada Lovelace"]]);
});

test("the initials of a person are their picture", () => {
  const entry = (marked: string, initials: string, name: string) =>
    `<div class=mail ${marked}><div>${initials}</div><div>${name}</div><p>Hello there</p></div>`;
  check([
    [entry("data-block", "AL", "Ada Lovelace") + entry("", "BC", "Bea Cort"), "Ada Lovelace"],
    [entry("data-block", "FM", "Ada Lovelace") + entry("", "BC", "Bea Cort"), "FM"],
    [
      `<div class=mail data-block><i class=user-avatar>GH</i><p>Harbour office</p></div><div class=mail><p>Bea</p></div>`,
      "Harbour office",
    ],
  ]);
});

test("a box may be for searching, while a link that says so leads there", () => {
  check([
    [
      "<div data-block class=card><div class=card-header>Search</div><div><input><button>Go</button></div></div>",
      "Search",
    ],
    ["<div data-block class=card><div class=card-header><a href=/s>Search</a></div><p>a</p></div>", "Town hall"],
  ]);
});
