import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Mounted } from "../mount/mounted.fixture.ts";

/** What the browser says of frames, as it says it. */
let records: { readonly name: string; readonly initiatorType: string; readonly responseStatus: number }[];

class FakeObserver {
  observe(): void {}
  takeRecords(): readonly object[] {
    return records.splice(0);
  }
}

let shown: Mounted;

beforeEach(async () => {
  records = [];
  vi.resetModules();
  vi.stubGlobal("PerformanceObserver", FakeObserver);
  vi.useFakeTimers();
  const { mounted } = await import("../mount/mounted.fixture.ts");
  const { default: BlockFrame } = await import("./BlockFrame.svelte");
  shown = mounted(BlockFrame, { title: "Lamp", src: "/block", words: "€ 12", isDue: true });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await shown.close();
});

const frame = (): HTMLIFrameElement | null => shown.root.querySelector("iframe");

/** The frame says that it is loaded, and the browser what came. */
function load(...statuses: readonly number[]): void {
  const name = new URL("/block", location.href).href;
  for (const responseStatus of statuses) records.push({ name, initiatorType: "iframe", responseStatus });
  shown.fire(frame()!, new Event("load"));
}

test("a block that came is shown in place of its words", () => {
  load(200);
  expect([frame() !== null, shown.text()]).toEqual([true, ""]);
});

test("of a block that was refused the words stay, and it is asked for again", async () => {
  load(503);
  expect([frame(), shown.text()]).toEqual([null, "€ 12"]);
  await vi.advanceTimersByTimeAsync(30_000);
  shown.fire(window, new Event("after"));
  load(200);
  expect([frame() !== null, shown.text()]).toEqual([true, ""]);
});

test("that nothing came is believed of a browser that has said what came of other frames, and of no other", () => {
  load(0);
  expect([frame() !== null, shown.text()]).toEqual([true, ""]);
  load(200, 0);
  expect([frame(), shown.text()]).toEqual([null, "€ 12"]);
});
