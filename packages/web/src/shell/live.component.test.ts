import { afterEach, beforeEach, expect, test } from "vitest";
import { Live } from "./live.svelte.ts";

/** The stream of the browser, opened and broken by hand. */
class FakeSource extends EventTarget {
  static latest: FakeSource;
  static readonly CLOSED = 2;
  readonly readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    super();
    FakeSource.latest = this;
  }

  close(): void {}
}

const real = globalThis.EventSource;
let live: Live;
let heard: string[];

beforeEach(() => {
  Object.assign(globalThis, { EventSource: FakeSource });
  heard = [];
  live = new Live();
  live.listen(({ kind }) => heard.push(kind));
  live.start();
});
afterEach(() => {
  live.stop();
  Object.assign(globalThis, { EventSource: real });
});

test("what happened while a page was read and nobody listened yet is read again, once", () => {
  expect(heard).toEqual([]);
  FakeSource.latest.onopen?.();
  expect(heard).toEqual(["behind"]);
  FakeSource.latest.onopen?.();
  expect(heard).toEqual(["behind"]);
});

test("the same after the connection was lost", () => {
  FakeSource.latest.onopen?.();
  FakeSource.latest.onerror?.();
  expect(live.isConnected).toBe(false);
  FakeSource.latest.onopen?.();
  expect([live.isConnected, heard]).toEqual([true, ["behind", "behind"]]);
});
