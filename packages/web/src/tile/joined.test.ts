import { expect, test } from "vitest";
import { partsInTrouble, worstOf } from "./joined.ts";
import { follow } from "./tiles.fixture.ts";

const found = follow("news");
const unsure = follow("markets", { verdict: "unsure" });
const gone = follow("weather", { verdict: "gone" });

test("the worst part decides how a tile of several is", () => {
  expect(worstOf([found, unsure, gone]).title).toBe("weather");
  expect(worstOf([found, unsure]).title).toBe("markets");
  expect(worstOf([found, follow("other")]).title).toBe("news");
});

test("one that is paused is not looked for, and so not missed", () => {
  const paused = follow("weather", { verdict: "gone", pausedAt: 1 });
  expect(worstOf([found, paused]).title).toBe("news");
  expect(partsInTrouble([found, paused])).toEqual([]);
});

test("which parts are missing is told by their titles", () => {
  expect(partsInTrouble([found, unsure, gone, follow("river", { verdict: "gone" })])).toEqual([
    { kind: "partMissing", titles: ["weather", "river"] },
    { kind: "partUnsure", titles: ["markets"] },
  ]);
});
