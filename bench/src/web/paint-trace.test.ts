import { expect, test } from "vitest";
import { paintedMs } from "./paint-trace.ts";

const start = (frame: string, ts: number, documentLoaderURL: string) => ({
  name: "navigationStart",
  ts,
  args: { frame, data: { documentLoaderURL } },
});
const paint = (frame: string, ts: number) => ({ name: "firstContentfulPaint", ts, args: { frame } });
const mark = { name: "here", atMs: 20 };
const marked = { name: "here", ts: 21_000, args: {} };

test("the last of the frames that count decides, and only its first paint", () => {
  const events = [
    start("1", 3_000, "a"),
    start("2", 3_000, "b"),
    start("2", 3_500, ""),
    start("3", 3_000, "far"),
    paint("1", 5_000),
    paint("2", 8_000),
    marked,
    paint("2", 60_000),
    paint("3", 90_000),
  ];
  expect(paintedMs(events, mark, ["a", "b"])).toBe(7);
});

test("a frame that never painted is not passed over, nor a trace that cannot be placed in time", () => {
  const events = [start("1", 3_000, "a"), marked];
  expect(() => paintedMs(events, mark, ["a"])).toThrow("never painted: a");
  expect(() => paintedMs([], mark, ["a"])).toThrow("never marked");
});
