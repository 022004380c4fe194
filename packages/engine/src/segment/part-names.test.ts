/** What several parts beside each other are called, and what stands over them or opens them. */
import { test } from "vitest";
import { check } from "./titles.fixture.ts";

const WORDS = "<p>Much is said in here about the harbour, its boats and those who sail them.</p>".repeat(2);

test("a first part that is a chart leads no others", () => {
  const part = (name: string, inner: string) => `<div class=${name}><h4>${name}</h4>${inner}</div>`;
  check([
    [`<div data-block>${part("Visitors", "<canvas></canvas>")}${part("Products", WORDS)}</div>`, "Visitors · Products"],
  ]);
});

test("where no element is a heading, those that their class calls a title name the parts", () => {
  const part = (name: string) => `<div class=card><div class=card-title>${name}</div>${WORDS}</div>`;
  check([
    [`<h1>Your profile</h1><div data-block>${part("Alerts")}${part("Sessions")}</div>`, "Alerts · Sessions"],
    [
      `<nav data-block><form><input placeholder=Search>${part("Latest")}${part("Projects")}</form><a href=/b>Boats</a><a href=/t>Tides</a></nav>`,
      "Boats · Tides",
    ],
  ]);
});

test("what looks alike and stands before a block is its head where its heading is over all of the other", () => {
  const entry = (name: string) => `<div class=col><h4>${name}</h4>${WORDS}</div>`;
  const row = `<div class="row text-center" data-block>${["Fire", "Flood", "Fair", "Feast", "Fog"].map(entry).join("")}</div>`;
  check([[`<h1>Town</h1><section><div class=text-center><h2>Services</h2></div>${row}</section>`, "Services"]]);
});

test("what a tab shows is called as the tab, and so are its parts", () => {
  const tabs = "<ul><li><a href=#one>Timeline</a><li><button data-bs-target=#two>Settings</button></ul>";
  const panel = (id: string, inner: string) => `<div class=tab-pane id=${id}>${inner}</div>`;
  check([
    [`<h1>Ada</h1>${tabs}${panel("one", `<div data-block>${WORDS}</div>`)}`, "Timeline"],
    [`<h1>Ada</h1>${tabs}<div role=tabpanel id=two data-block>${WORDS}</div>`, "Settings"],
    [`<h1>Ada</h1>${tabs}${panel("three", `<div data-block>${WORDS}</div>`)}`, "Ada"],
  ]);
});

test("the name of a file or a variable is none of a picture", () => {
  check([
    ["<h1>Ada</h1><div data-block><img src=a.png alt=profile_image></div>", "Ada"],
    ["<h1>Ada</h1><div data-block><img src=a.png alt=IMG_2041.jpg></div>", "Ada"],
    ["<h1>Ada</h1><div data-block><img src=a.png alt='Ada at sea'></div>", "Ada at sea"],
  ]);
});
