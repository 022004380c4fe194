import { BlockPath } from "@tessera/model";
import { expect, test } from "vitest";
import { fragmentMarks } from "./fragment-marks.ts";

const fragment = (node: number, title = "") => ({ node, path: BlockPath.parse("html[1]"), title });
const words = { add: "Add", changes: (percent: number) => `${percent} %` };
const offered = {
  fragments: [fragment(3, "News"), fragment(7)],
  changing: [
    { ...fragment(9), changeShare: 0.9 },
    { ...fragment(3), changeShare: 0.204 },
  ],
};

test("all fragments have a border, their name and a button", () => {
  const marks = fragmentMarks(offered, "all", words);
  expect(marks).toEqual([
    { node: 3, look: "fragment", label: "News", button: "Add" },
    { node: 7, look: "fragment", button: "Add" },
  ]);
  expect(fragmentMarks(offered, "none", words)).toEqual([]);
});

test("changing blocks say their rank and how often they change", () => {
  expect(fragmentMarks(offered, "changing", words).map(({ label }) => label)).toEqual(["1 · 90 %", "2 · 20 %"]);
});
