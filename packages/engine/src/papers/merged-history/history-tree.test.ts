import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import { followStep } from "../../tracer/verdict.ts";
import { nodeAt } from "../../tree/path.ts";
import { historyTree } from "./history-tree.ts";

describeTracer(historyTree);

const item = (text: string) => `<li><a href="/${text.length}">${text}</a></li>`;

test("an inserted block of the same tag does not lead it astray", () => {
  const page = parseHtml(`<div><h2>News</h2><ul>${item("Bridge opens")}${item("Rain until Friday")}</ul></div>
    <div><p>Weather: sunny</p></div>`);
  const memory = historyTree.learn(page, nodeAt(page, "html[1]/body[1]/div[1]") as number);
  const changed = parseHtml(`<div><p>Now with more colours</p></div><div><h2>News</h2><ul>${item("Rain until Friday")}
    ${item("Rovers win")}</ul></div><div><p>Weather: rain</p></div>`);
  const { verdict } = followStep(historyTree, memory, changed);
  expect(verdict.candidates[0]?.node).toBe(nodeAt(changed, "html[1]/body[1]/div[2]"));
});

test("a window of nine versions is kept, and a large page is remembered in part", () => {
  const page = (version: number) =>
    parseHtml(
      `<ul>${Array.from({ length: 450 }, (_, at) => item(`${at} of ${at < 5 ? version : 0}`)).join("")}</ul><p>end</p>`,
    );
  const first = page(0);
  let memory = historyTree.learn(first, nodeAt(first, "html[1]/body[1]/p[1]") as number);
  for (let version = 1; version < 12; version++) {
    const step = followStep(historyTree, memory, page(version));
    expect(step.verdict.candidates[0]?.node).toBe(nodeAt(page(version), "html[1]/body[1]/p[1]"));
    memory = step.memory;
  }
  expect(memory.history.versions).toHaveLength(9);
  expect(JSON.stringify(memory).length).toBeLessThan(100_000);
});

test("the person is right against the alignment", () => {
  const page = parseHtml("<div><p>one</p></div><div><p>two</p></div>");
  const memory = historyTree.learn(page, nodeAt(page, "html[1]/body[1]/div[1]") as number);
  const other = nodeAt(page, "html[1]/body[1]/div[2]") as number;
  expect(historyTree.adapt(memory, page, other, "tracer")).toBe(memory);
  const taught = historyTree.adapt(memory, page, other, "person");
  expect(historyTree.trace(taught, page).candidates[0]?.node).toBe(other);
});
