import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { tagSoup } from "../../html/tag-soup.fixture.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import type { Tracer } from "../../tracer/tracer.ts";
import { decide, followStep } from "../../tracer/verdict.ts";
import { attributeOf, type DomTree } from "../../tree/dom-tree.ts";
import { nodeAt } from "../../tree/path.ts";
import { liveTracerNamed } from "../tracers.ts";
import { byContent, byContext, byPath, byPlace } from "./lenses.ts";

const LENSES = [byPlace, byPath, byContent, byContext];

for (const lens of LENSES) describeTracer(lens);

/** The page of a town: what stands before, in and behind the block, and whatever comes first. */
function town({ first = "", block = TIDES, before = "Weather: rain", after = "Ferries: on time" } = {}): DomTree {
  return parseHtml(`<body>${first}<main><section><p>${before}</p></section>
    <section data-here>${block}</section><section><p>${after}</p></section></main>`);
}

const TIDES = "<h2>Tides</h2><p>High water at noon</p><p>Low water at six</p>";
const NEWS = "<h2>News</h2><p>The bridge opens</p><p>The mayor speaks</p>";

function here(page: DomTree): number {
  for (let node = 0; node < page.size; node++) if (attributeOf(page, node, "data-here") !== null) return node;
  throw new Error("nothing is marked");
}

function verdictOf(lens: (typeof LENSES)[number], before: DomTree, after: DomTree) {
  return decide(lens.trace(lens.learn(before, here(before)), after), lens.calibration);
}

test("content is followed where it goes; path and place keep to what stands there now", () => {
  const swapped = parseHtml(`<body><main><section><p>Weather: rain</p></section>
    <section>${NEWS}</section><section data-here>${TIDES}</section></main>`);
  const old = nodeAt(swapped, "html[1]/body[1]/main[1]/section[2]");
  expect(verdictOf(byContent, town(), swapped)).toMatchObject({ kind: "found", node: here(swapped) });
  expect(verdictOf(byPath, town(), swapped)).toMatchObject({ kind: "found", node: old });
  expect(verdictOf(byPlace, town(), swapped)).toMatchObject({ kind: "found", node: old });
});

test("the path is followed whatever stands at its end, and a broken one is asked about", () => {
  const other = town({ block: NEWS });
  expect(verdictOf(byPath, town(), other)).toMatchObject({ kind: "found", node: here(other) });
  const wrapped = parseHtml(`<body><div><main><section></section><section data-here>${TIDES}</section></main></div>`);
  const verdict = verdictOf(byPath, town(), wrapped);
  expect(verdict.kind).toBe("unsure");
  expect(verdict.candidates.map(({ node }) => node)).toContain(here(wrapped));
});

test("the context is what stands around it, whatever it says itself", () => {
  const moved = town({ first: "<header><h1>Harbour town</h1><div>New: ferries at night</div></header>", block: NEWS });
  expect(verdictOf(byContext, town(), moved)).toMatchObject({ kind: "found", node: here(moved) });
});

describe("the place", () => {
  const boxed = (page: DomTree, top: number): DomTree => {
    const boxes = new Int32Array(page.size * 4).fill(-1);
    const at = here(page);
    boxes.set([0, 0, 1000, 2000], 0);
    boxes.set([100, top, 600, 300], at * 4);
    return { ...page, boxes };
  };

  test("of a rendered page is a rectangle, moved a little or not", () => {
    const after = boxed(town({ block: NEWS }), 480);
    expect(verdictOf(byPlace, boxed(town(), 400), after)).toMatchObject({ kind: "found", node: here(after) });
    expect(verdictOf(byPlace, boxed(town(), 400), boxed(town(), 1600)).kind).toBe("gone");
  });

  test("of a page without layout goes by order", () => {
    const after = town({ block: NEWS });
    expect(verdictOf(byPlace, town(), after)).toMatchObject({ kind: "found", node: here(after) });
    expect(verdictOf(byPlace, boxed(town(), 400), after)).toMatchObject({ kind: "found", node: here(after) });
  });

  test("stays where the person pointed, step by step, until they point elsewhere", () => {
    const first = boxed(town(), 400);
    const second = boxed(town(), 480);
    const { memory } = followStep(byPlace, byPlace.learn(first, here(first)), second);
    expect(memory).toEqual(byPlace.learn(first, here(first)));
    expect(byPlace.adapt(memory, second, here(second), "person")).toEqual(byPlace.learn(second, here(second)));
  });
});

test("of elements that are equally like it the one in its place is ahead, and it is asked about", () => {
  const list = (third: string) =>
    parseHtml(
      `<body><ul>${["80 €", "210 €", third, "15 €"]
        .map((price, at) => `<li${at === 2 ? " data-here" : ""}><b>${price}</b> <i>incl. VAT</i></li>`)
        .join("")}</ul>`,
    );
  const after = list("98 €");
  const verdict = verdictOf(byContent, list("99 €"), after);
  expect(verdict.kind).toBe("unsure");
  expect(verdict.candidates[0]?.node).toBe(here(after));
});

test("content goes along with what slowly changes", () => {
  const lines = Array.from({ length: 8 }, (_, at) => `<p>Line ${at}</p>`);
  let memory = byContent.learn(town({ block: lines.join("") }), here(town({ block: lines.join("") })));
  for (let changed = 0; changed < 8; changed++) {
    lines[changed] = `<p>Other line ${changed}</p>`;
    const page = town({ block: lines.join("") });
    const step = followStep(byContent, memory, page);
    expect(step.verdict).toMatchObject({ kind: "found", node: here(page) });
    memory = step.memory;
  }
});

describe("a block of which nothing is left to go by", () => {
  const shop = (price: string, first = "") =>
    parseHtml(`<body>${first}<main><section><h2>Lamp</h2><p data-here>${price}</p><p>In stock</p></section>
      <section><h2>Table</h2><p>210 €</p><p>Sold out</p></section></main><footer><p>Imprint</p></footer>`);
  const picture = (source: string) =>
    parseHtml(`<body><h1>Harbour</h1><figure data-here><img src="${source}"></figure><p>Seen today</p>`);

  test.each([
    ["a price whose number is another one", shop("99 €"), shop("98 €")],
    ["a price below a new notice", shop("99 €"), shop("98 €", "<p>Free delivery</p>")],
    ["a price that is marked up otherwise", shop("99 €"), shop("<b>98</b> <i>€</i>")],
    ["a picture that is another one", picture("/noon.jpg"), picture("/night.jpg")],
  ])("by its words: %s is asked about, with itself ahead", (_name, before, after) => {
    const verdict = verdictOf(byContent, before, after);
    expect(verdict.kind).toBe("unsure");
    expect(verdict.candidates[0]?.node).toBe(here(after));
  });

  test("by what stands around it: asked about, with itself ahead, where all of that is new or there was nothing", () => {
    const after = town({ before: "Weather: sun", after: "Ferries: late" });
    expect(verdictOf(byContext, town(), after)).toMatchObject({ kind: "unsure" });
    expect(verdictOf(byContext, town(), after).candidates[0]?.node).toBe(here(after));
    const alone = parseHtml(`<body><main data-here>${TIDES}</main>`);
    expect(verdictOf(byContext, alone, alone)).toMatchObject({ kind: "unsure" });
    expect(verdictOf(byContext, alone, alone).candidates[0]?.node).toBe(here(alone));
  });

  test.each([byContent, byContext].map((lens) => [lens.name, lens] as const))(
    "%s never finds it by that",
    (_, lens) => {
      fc.assert(
        fc.property(tagSoup, tagSoup, (before, after) => {
          const page = parseHtml(before);
          const other = parseHtml(after);
          for (let node = 0; node < page.size; node++) {
            if (page.tag[node] === 0) continue;
            const verdict = decide(lens.trace(lens.learn(page, node), other), lens.calibration);
            if (verdict.kind === "found") expect(verdict.candidates[0].signals?.similarity).toBeGreaterThan(0);
          }
        }),
      );
    },
  );

  test("a page that shows nothing has nothing to ask about", () => {
    for (const lens of [byContent, byContext]) {
      expect(verdictOf(lens, shop("99 €"), parseHtml("<body><main><p></p></main>"))).toMatchObject({
        kind: "gone",
        candidates: [],
      });
    }
  });

  test("whoever said that it is gone is not asked about its place again, until it is found", () => {
    const before = shop("99 €");
    const live = liveTracerNamed("by-content") as Tracer;
    const missed = live.miss!(live.learn(before, here(before)), shop("Sold out"));
    expect(followStep(live, missed, shop("Sold out")).verdict).toMatchObject({ kind: "gone", candidates: [] });
    const { verdict, memory } = followStep(live, missed, before);
    expect(verdict).toMatchObject({ kind: "found", node: here(before) });
    expect(followStep(live, memory, shop("98 €")).verdict.kind).toBe("unsure");
  });

  test("a memory from before paths were kept is read, and has none until the next find", () => {
    const before = shop("99 €");
    const { path: _path, ...stored } = byContent.learn(before, here(before));
    const memory = byContent.revive({ ...stored, version: 1 });
    expect(memory).toMatchObject({ version: 2, path: null });
    expect(byContent.trace(memory!, shop("98 €")).candidates).toEqual([]);
    expect(followStep(byContent, memory!, before).memory).toEqual(byContent.learn(before, here(before)));
  });
});

test.each(LENSES.map((lens) => [lens.name, lens] as const))("%s answers on any page", (_name, lens) => {
  fc.assert(
    fc.property(tagSoup, tagSoup, fc.nat(), (before, after, at) => {
      const page = parseHtml(before);
      const elements = [...page.tag.keys()].filter((node) => page.tag[node] !== 0);
      const memory = lens.learn(page, elements[at % elements.length] ?? 0);
      expect(lens.revive(JSON.parse(JSON.stringify(memory)))).toEqual(memory);
      expect(lens.trace(memory, parseHtml(after)).candidates.length).toBeLessThanOrEqual(10);
    }),
  );
});
