import { expect, test } from "vitest";
import { DEMO_SITES } from "./demo-sites.ts";
import { shopAt } from "./shop/shop-content.ts";
import { actAt, designAt, minuteOf, STORY, STORY_TICKS, TICK_MS } from "./story.ts";
import { tourSite } from "./tour.ts";

const sites = new Map(DEMO_SITES.map((site) => [site.name, site]));

test("the story lasts ten minutes, act after act, and is known from its first moment on", () => {
  expect(STORY_TICKS * TICK_MS).toBe(600_000);
  expect(STORY[0]?.tick).toBe(0);
  expect(STORY.map(({ tick }) => tick)).toEqual([...new Set(STORY.map(({ tick }) => tick))].sort((a, b) => a - b));
  for (let tick = 0; tick < STORY_TICKS * 2; tick++) expect(actAt(tick).now.tick).toBeLessThanOrEqual(tick);
  expect(actAt(STORY_TICKS - 1).next).toBe(STORY[0]);
  expect(STORY.map(({ tick }) => minuteOf(tick)).slice(0, 3)).toEqual(["0:00", "1:00", "1:45"]);
});

test("acts name sites and designs that there are; each site begins and ends in its first", () => {
  for (const { designs } of STORY)
    for (const [name, design] of Object.entries(designs))
      expect(design, name).toBeLessThan(sites.get(name)?.designs ?? 0);
  for (const name of sites.keys()) expect(designAt(name, 0)).toBe(0);
  for (const name of ["news", "notices"]) expect(designAt(name, STORY_TICKS - 1)).toBe(0);
});

test("what the acts tell is what the sites do", () => {
  const act = (title: string): number => STORY.find((each) => each.title === title)?.tick ?? Number.NaN;
  expect(shopAt(act("A block is gone") - 1).offer).not.toBeNull();
  expect(shopAt(act("A block is gone")).offer).toBeNull();
  expect(shopAt(act("It comes back")).offer).not.toBeNull();
  const hasWarning = (tick: number) =>
    sites.get("notices")?.answer("/", { tick, design: 0 })?.body.includes('id="water"') ?? false;
  expect([hasWarning(act("A block moves") - 1), hasWarning(act("A block moves"))]).toEqual([true, false]);
});

test("the page of the tour tells the act of the moment and the next", () => {
  const page = tourSite.answer("/", { tick: 61, design: 0 })?.body ?? "";
  expect(page).toContain("A new site");
  expect(page).toContain("Next: A question for you");
});
