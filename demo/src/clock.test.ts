import { expect, test } from "vitest";
import { DESIGN_MS, fastClock, HandClock, TICK_MS } from "./clock.ts";

test("the fast clock ticks every few seconds and redesigns one site after the other", () => {
  let now = 1_000_000;
  const clock = fastClock(() => now);
  expect(clock.momentOf("news", 0)).toEqual({ tick: 0, design: 0 });
  now += TICK_MS * 3;
  expect(clock.momentOf("news", 0).tick).toBe(3);
  now = 1_000_000 + DESIGN_MS;
  expect(clock.momentOf("news", 0).design).toBe(1);
  expect(clock.momentOf("shop", 1).design).toBe(0);
  now += DESIGN_MS;
  expect(clock.momentOf("shop", 1).design).toBe(1);
});

test("the clock of tests stands still until it is set", () => {
  const clock = new HandClock();
  expect(clock.momentOf("shop")).toEqual({ tick: 0, design: 0 });
  clock.set("shop", { tick: 7 });
  clock.set("shop", { design: 1 });
  expect(clock.momentOf("shop")).toEqual({ tick: 7, design: 1 });
  expect(clock.momentOf("news")).toEqual({ tick: 0, design: 0 });
});
