import { expect, test } from "vitest";
import { HandClock, StoryClock } from "./clock.ts";
import { STORY_TICKS, TICK_MS } from "./story.ts";

test("the clock of the story stands until it is started, and the sites wear what the story says", () => {
  let now = 1_000_000;
  const clock = new StoryClock(() => now);
  now += 60_000;
  expect(clock.momentOf("notices")).toEqual({ tick: 0, design: 0 });
  clock.start();
  now += TICK_MS * 61.5;
  expect(clock.momentOf("notices")).toEqual({ tick: 61, design: 1 });
  expect(clock.momentOf("news")).toEqual({ tick: 61, design: 0 });
  clock.start();
  now += STORY_TICKS * TICK_MS;
  expect(clock.momentOf("notices")).toEqual({ tick: 61, design: 1 });
});

test("the clock of tests stands still until it is set", () => {
  const clock = new HandClock();
  expect(clock.momentOf("shop")).toEqual({ tick: 0, design: 0 });
  clock.set("shop", { tick: 7 });
  clock.set("shop", { design: 1 });
  expect(clock.momentOf("shop")).toEqual({ tick: 7, design: 1 });
  expect(clock.momentOf("news")).toEqual({ tick: 0, design: 0 });
});
