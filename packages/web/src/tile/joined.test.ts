import { expect, test } from "vitest";
import { worstOf } from "./joined.ts";
import { partsInTrouble } from "./parts-in-trouble.ts";
import { follow, observation } from "./tiles.fixture.ts";

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

test("one that is found and shows nothing is in trouble, though less than one that is in doubt", () => {
  const seen = observation("first");
  const latest = { ...seen, verdict: { ...seen.verdict, shows: "nothing" } } as typeof seen;
  const blank = follow("chart", { latest, latestFound: latest });
  expect(worstOf([found, blank]).title).toBe("chart");
  expect(worstOf([blank, unsure]).title).toBe("markets");
  expect(worstOf([found, follow("chart", { latest, pausedAt: 1 })]).title).toBe("news");
  expect(partsInTrouble([found, blank, unsure])).toEqual([
    { kind: "partUnsure", titles: ["markets"] },
    { kind: "partBlank", titles: ["chart"] },
  ]);
});

test("which parts are missing is told by their titles", () => {
  expect(partsInTrouble([found, unsure, gone, follow("river", { verdict: "gone" })])).toEqual([
    { kind: "partMissing", titles: ["weather", "river"] },
    { kind: "partUnsure", titles: ["markets"] },
  ]);
});
