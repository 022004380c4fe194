import { isText, parseHtml, pathOf } from "@tessera/engine";
import type { BlockLocator } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findByCss, findByXpath } from "./expressions.ts";
import { findLocated } from "./find-located.ts";
import { StepBudget } from "./located.ts";

const PAGE = `<body><header id="top"><h1>Shop</h1></header>
  <main class="content wide"><div class="card"><h2>Lamp</h2><p>Price: <b>19 €</b></p></div>
  <div class="card sale"><h2>Chair</h2><p>Price: <b>40 €</b></p></div></main></body>`;

function pathTo(wish: BlockLocator, html = PAGE): string {
  const tree = parseHtml(html);
  const wished = findLocated(tree, wish);
  return wished.kind === "found" ? pathOf(tree, wished.node) : wished.kind;
}

const MAIN = "html[1]/body[1]/main[1]";

test("a page without a named block means its main content", () => {
  expect(pathTo({ kind: "page" })).toBe(MAIN);
  expect(pathTo({ kind: "page" }, "<p>no main</p>")).toBe("html[1]/body[1]");
  expect(pathTo({ kind: "page" }, "<main>a</main><main>b</main>")).toBe("html[1]/body[1]");
});

test("a text means the smallest block that has it", () => {
  expect(pathTo({ kind: "text", text: "price:  40 €" })).toBe(`${MAIN}/div[2]/p[1]`);
  expect(pathTo({ kind: "text", text: "19" })).toBe(`${MAIN}/div[1]/p[1]/b[1]`);
  expect(pathTo({ kind: "text", text: "nowhere" })).toBe("missing");
});

test.each([
  [".card", `${MAIN}/div[1]`],
  ["main > .sale b", `${MAIN}/div[2]/p[1]/b[1]`],
  ["#top h1", "html[1]/body[1]/header[1]/h1[1]"],
  ["div:nth-of-type(2) h2", `${MAIN}/div[2]/h2[1]`],
  ["div:has(> h2):not(.sale)", `${MAIN}/div[1]`],
  [".nothing", "missing"],
  ["[[", "invalid"],
  ["div::before", "invalid"],
])("the selector %s means %s", (selector, path) => {
  expect(pathTo({ kind: "css", selector })).toBe(path);
});

test.each([
  ["/html/body/main/div[2]/p/b", `${MAIN}/div[2]/p[1]/b[1]`],
  ["//div[contains(@class,'sale')]//b", `${MAIN}/div[2]/p[1]/b[1]`],
  ['//*[@id="top"]/h1', "html[1]/body[1]/header[1]/h1[1]"],
  ["(//div[@class='card' and h2])[1]", "invalid"],
  ["(//main/div/h2)[2]", `${MAIN}/div[2]/h2[1]`],
  ["//h2[text()='Chair']", `${MAIN}/div[2]/h2[1]`],
  ["//div[last()]", `${MAIN}/div[2]`],
  ["//div[@class][2]", `${MAIN}/div[2]`],
  ["//nothing", "missing"],
  ["count(//div)", "invalid"],
  ["document('file:///etc/passwd')", "invalid"],
  ["unparsed-text('file:///etc/passwd')", "invalid"],
  ["//div[system-property('x')]", "invalid"],
  ["", "invalid"],
])("the XPath %s means %s", (expression, path) => {
  expect(pathTo({ kind: "xpath", expression })).toBe(path);
});

test("the absolute XPath of every element leads to it", () => {
  const markup = fc.array(fc.constantFrom("<div>", "</div>", "<p>", "<b>", "</b>", "<br>", "<li>", "text", "<svg>"));
  fc.assert(
    fc.property(markup, (parts) => {
      const tree = parseHtml(parts.join(""));
      for (let node = 0; node < tree.size; node++) {
        if (isText(tree, node)) continue;
        const expression = `/${pathOf(tree, node)}`;
        expect(findLocated(tree, { kind: "xpath", expression })).toEqual({ kind: "found", node });
        expect(findLocated(tree, { kind: "path", path: pathOf(tree, node) })).toEqual({ kind: "found", node });
      }
    }),
  );
});

test("wishes end on any page, however it is built", () => {
  const deep = parseHtml("<div>".repeat(20_000));
  const wide = parseHtml("<p>x</p>".repeat(20_000));
  for (const tree of [deep, wide]) {
    for (const selector of ["div div div div div b", "p ~ p ~ p ~ p ~ b", "* :has(* * b)", "p:contains(y) b"]) {
      expect(["missing", "invalid"]).toContain(findLocated(tree, { kind: "css", selector }).kind);
    }
    expect(findLocated(tree, { kind: "xpath", expression: "//*//*//*//b" }).kind).toBe("missing");
    expect(findLocated(tree, { kind: "text", text: "y" }).kind).toBe("missing");
  }
});

test("an expression that would read the page again for each of its elements is refused after a number of steps", () => {
  const tree = parseHtml(`<div>${"<div>".repeat(400)}${"w ".repeat(50_000)}`);
  const expression = "//*[contains(.,'w')]".repeat(50);
  expect(findLocated(tree, { kind: "xpath", expression })).toMatchObject({
    kind: "invalid",
    message: expect.stringContaining("takes too long"),
  });
  const wide = parseHtml("<p>x</p>".repeat(20_000));
  expect(findLocated(wide, { kind: "css", selector: "p:nth-child(30000)" })).toMatchObject({ kind: "invalid" });
  expect(findLocated(wide, { kind: "css", selector: "p:nth-child(300)" })).toMatchObject({ kind: "found" });
});

test("steps are counted: by nodes that are looked at, and by the text that is read", () => {
  const tree = parseHtml(PAGE);
  expect(findByXpath(tree, "//b", new StepBudget(100))).toMatchObject({ kind: "found" });
  expect(findByXpath(tree, "//b", new StepBudget(10))).toMatchObject({ kind: "invalid" });
  expect(findByCss(tree, "b", new StepBudget(100))).toMatchObject({ kind: "found" });
  expect(findByCss(tree, "main b", new StepBudget(3))).toMatchObject({ kind: "invalid" });
  const long = parseHtml(`<p title="${"x".repeat(100_000)}">${"y".repeat(100_000)}</p>`);
  for (const find of [
    (budget: StepBudget) => findByXpath(long, "//p[@title='y']", budget),
    (budget: StepBudget) => findByXpath(long, "//p[contains(.,'x')]", budget),
    (budget: StepBudget) => findByCss(long, "[title*=y]", budget),
    (budget: StepBudget) => findByCss(long, "p:contains(x)", budget),
  ]) {
    expect(find(new StepBudget(1_000))).toMatchObject({ kind: "invalid" });
    expect(find(new StepBudget(1_000_000))).toEqual({ kind: "missing" });
  }
});
