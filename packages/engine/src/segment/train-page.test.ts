import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { tagOf, textOf } from "../tree/dom-tree.ts";
import { TABLE_MODE } from "./section-blocks.ts";
import { trainPage } from "./train-page.ts";
import { updatePage } from "./update-page.ts";

const table = (text: string) => `<table><tr><td>${text}</td></tr></table>`;
const page = (...texts: string[]) => parseHtml(texts.map(table).join("<hr>"));

/** A front page: common words in all boxes, headlines that change, two boxes without constant content. */
const capture = (day: number, extra: string[] = []) =>
  page(
    `herald politics budget item${day}`,
    `herald sport rovers match${day}`,
    `news${day} first${day}`,
    `news${day} second${day}`,
    "herald imprint contact",
    ...extra,
  );

test("constant content identifies, common content does not, and what has none gets its position", () => {
  const { components, captures, rejected } = trainPage([capture(1), capture(2), capture(3)], TABLE_MODE);
  expect([captures, rejected]).toEqual([3, 0]);
  expect([...components[0].icv.words].sort()).toEqual(["budget", "herald", "politics"]);
  expect(components.map(({ signature }) => signature)).toEqual([
    { kind: "content" },
    { kind: "content" },
    { kind: "position", previous: 1, next: 4, position: 0 },
    { kind: "position", previous: 1, next: 4, position: 1 },
    { kind: "content" },
  ]);
});

test("what all components have is removed, and a component contained in another is weak", () => {
  const { components } = trainPage([page("herald a", "herald a b", "herald c")], TABLE_MODE);
  expect(components.map(({ icv }) => [...icv.words])).toEqual([["a"], ["a", "b"], ["c"]]);
  expect(components.map(({ signature }) => signature.kind)).toEqual(["position", "content", "content"]);
});

test("captures that are fragmented otherwise are rejected", () => {
  const trained = trainPage([capture(1), capture(2, ["an extra box"]), capture(3)], TABLE_MODE);
  expect([trained.captures, trained.rejected, trained.components.length]).toEqual([2, 1, 5]);
});

const trained = trainPage([capture(1), capture(2)], TABLE_MODE);

test("the same fragmentation needs no correction", () => {
  const tree = capture(7);
  const update = updatePage(trained, tree, TABLE_MODE);
  expect(update.way).toBe("unchanged");
  expect(update.nodes.map((node) => textOf(tree, node))).toEqual([
    "herald politics budget item7",
    "herald sport rovers match7",
    "news7 first7",
    "news7 second7",
    "herald imprint contact",
  ]);
});

test("components that changed places are told by signature and position", () => {
  const wrapped = `<table><tr><td>${table("herald sport rovers match7")}${table("news7 first7")}</td></tr></table>`;
  const tree = parseHtml(
    [wrapped, table("news7 second7"), table("herald imprint contact"), table("herald politics budget")].join(""),
  );
  const update = updatePage(trained, tree, TABLE_MODE);
  expect(["order", "closest", "signatures"]).toContain(update.way);
  expect(textOf(tree, update.nodes[0])).toContain("politics");
  expect(textOf(tree, update.nodes[1])).toContain("rovers");
  expect(textOf(tree, update.nodes[4])).toBe("herald imprint contact");
});

test("Algorithm 2: after three tries the closest match is taken, and no element twice", () => {
  const tree = capture(7, ["extra one here", "extra two here"]);
  const update = updatePage(trained, tree, TABLE_MODE);
  expect([update.way, update.tries]).toEqual(["closest", 3]);
  // the first fragmentation and the three tries, none for nothing
  let fragmentations = 0;
  const kinds: typeof TABLE_MODE.kinds = (page, sizes) => {
    fragmentations++;
    return TABLE_MODE.kinds(page, sizes);
  };
  expect(updatePage(trained, tree, { ...TABLE_MODE, kinds }).nodes).toEqual(update.nodes);
  expect(fragmentations).toBe(4);
  expect(new Set(update.nodes).size).toBe(trained.components.length);
  for (const node of update.nodes) expect(tagOf(tree, node)).toBe("table");
  expect(update.isSigned).toEqual([true, true, false, false, true]);
});

test("an empty page leaves every component without an element", () => {
  expect(updatePage(trained, parseHtml(""), TABLE_MODE).nodes).toEqual([-1, -1, -1, -1, -1]);
  expect(trainPage([], TABLE_MODE).components).toEqual([]);
});
