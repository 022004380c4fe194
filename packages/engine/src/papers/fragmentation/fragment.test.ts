import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import { decide, followStep } from "../../tracer/verdict.ts";
import { nodeAt } from "../../tree/path.ts";
import { fragment, fragmentTable } from "./fragment.ts";

describeTracer(fragment);
describeTracer(fragmentTable);

const box = (title: string, lines: readonly string[]) =>
  `<table><tr><th>${title}</th></tr>${lines.map((line) => `<tr><td>${line}</td></tr>`).join("")}</table>`;
const NEWS = ["Bridge opens early", "Rain until Friday", "Market day moved to Thursday this week"];
const SPORT = ["Rovers win again", "Cup draw tonight", "Cyclists cross the old bridge in record time"];
const pageOf = (...boxes: string[]) => parseHtml(`<body>${boxes.join("<hr>")}</body>`);

test("a component is recognised by its constant content where boxes change places", () => {
  const page = pageOf(box("News", NEWS), box("Sport", SPORT));
  const memory = fragmentTable.learn(page, nodeAt(page, "html[1]/body[1]/table[2]") as number);
  const trained = fragmentTable.adapt(
    memory,
    pageOf(box("News", NEWS.toReversed()), box("Sport", ["Rovers lose a match", "Cup draw tonight"])),
    nodeAt(page, "html[1]/body[1]/table[2]") as number,
    "tracer",
  );
  const changed = pageOf(
    box("Sport", ["Rovers rest", "Cup draw tonight"]),
    box("News", NEWS),
    box("Weather", ["Sunny"]),
  );
  const { verdict } = followStep(fragmentTable, trained, changed);
  expect(verdict.candidates[0]?.node).toBe(nodeAt(changed, "html[1]/body[1]/table[1]"));
});

test("a block inside a component is found by its way from there", () => {
  const page = pageOf(box("News", NEWS), box("Sport", SPORT));
  const block = nodeAt(page, "html[1]/body[1]/table[2]/tbody[1]/tr[3]") as number;
  const memory = fragmentTable.learn(page, block);
  expect(memory.place).toEqual({ component: 1, down: "tbody[1]/tr[3]", up: 0 });
  expect(fragmentTable.trace(memory, page).candidates[0]?.node).toBe(block);
});

test("a page that is fragmented otherwise three times in a row is trained anew", () => {
  const page = pageOf(box("News", NEWS), box("Sport", SPORT));
  const other = pageOf(box("Notice", ["We have moved"]), box("News", NEWS), box("Sport", SPORT), box("More", ["x"]));
  const block = nodeAt(other, "html[1]/body[1]/table[3]") as number;
  let memory = fragmentTable.learn(page, nodeAt(page, "html[1]/body[1]/table[2]") as number);
  for (let round = 0; round < 3; round++) memory = fragmentTable.adapt(memory, other, block, "tracer");
  expect(memory.components).toHaveLength(4);
  expect(memory.place.component).toBe(2);
});

test("by sections a block is found for sure where nothing has changed; by tables alone it is always asked about", () => {
  const page = pageOf(box("News", NEWS), box("Sport", SPORT));
  const block = nodeAt(page, "html[1]/body[1]/table[2]") as number;
  expect(followStep(fragment, fragment.learn(page, block), page).verdict).toMatchObject({ kind: "found", node: block });
  expect(followStep(fragmentTable, fragmentTable.learn(page, block), page).verdict.kind).toBe("unsure");
  // no score and lead is higher than that of the only candidate that fits wholly
  const best = decide({ candidates: [{ node: block, score: 1 }] }, fragmentTable.calibration);
  expect(best.kind).toBe("unsure");
  expect(best).toHaveProperty("confidence", expect.closeTo(0.961, 3));
});
