import { expect, test } from "vitest";
import { logRefusals } from "./logger.ts";

test("the operator reads where a name led, once an hour for each host", () => {
  const lines: unknown[] = [];
  let now = 0;
  const log = logRefusals({ info: (line: unknown) => lines.push(line) } as never, () => now);
  const refusal = { hostname: "nas.local", port: 80, address: "192.168.1.5", range: "private" };
  for (let minute = 0; minute < 90; minute++) {
    now = minute * 60_000;
    log(refusal);
    log({ ...refusal, port: 81 });
  }
  expect(lines).toHaveLength(4);
  expect(lines[0]).toEqual({ refusal });
});

test("made-up names do not fill the memory", () => {
  let lines = 0;
  const log = logRefusals({ info: () => lines++ } as never, () => 0);
  for (let at = 0; at < 5_000; at++) log({ hostname: `n${at}.test`, port: 80, address: "10.0.0.1", range: "private" });
  expect(lines).toBe(5_000);
});
