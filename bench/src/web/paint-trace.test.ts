import { expect, test } from "vitest";
import { paintedMs } from "./paint-trace.ts";

const URL = "http://127.0.0.1/sheets/1";
const start = (frame: string, ts: number, documentLoaderURL: string) => ({
  name: "navigationStart",
  ts,
  args: { frame, data: { documentLoaderURL } },
});
const paint = (frame: string, ts: number) => ({ name: "firstContentfulPaint", ts, args: { frame } });

test("the last of the frames that count decides, and only its first paint", () => {
  const traceEvents = [
    start("0", 1_000, URL),
    start("1", 3_000, "a"),
    start("2", 3_000, "b"),
    start("3", 3_000, "far"),
    paint("1", 5_000),
    paint("2", 8_000),
    paint("2", 60_000),
    paint("3", 90_000),
  ];
  expect(paintedMs({ traceEvents }, URL, ["a", "b"])).toBe(7);
});

test("a frame that never painted is not passed over", () => {
  const traceEvents = [start("0", 1_000, URL), start("1", 3_000, "a")];
  expect(() => paintedMs({ traceEvents }, URL, ["a"])).toThrow("never painted: a");
});
