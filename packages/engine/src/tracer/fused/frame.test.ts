import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { decide } from "../verdict.ts";
import { fused } from "./fused.ts";

function verdictOn(before: string, path: string, after: string) {
  const [first, second] = [parseHtml(before), parseHtml(after)];
  const memory = fused.learn(first, nodeAt(first, `html[1]/body[1]/${path}`) as number);
  const verdict = decide(fused.trace(memory, second), fused.calibration);
  return { kind: verdict.kind, path: pathOf(second, verdict.candidates[0]?.node as number) };
}

const board = (text: string): string => `<title>t</title><main><h1>Board</h1><p>${text}</p></main>`;

test("on a small page of which only the block has changed it is found", () => {
  const path = "html[1]/body[1]/main[1]/p[1]";
  expect(verdictOn(board("one"), "main[1]/p[1]", board("two"))).toEqual({ kind: "found", path });
});

test("where what the block said stands elsewhere in the same frame, its place is no proof", () => {
  const pair = (one: string, two: string): string =>
    `<title>t</title><main><div><h2>${one}</h2><p>${one} of today</p></div><aside><h2>${two}</h2><p>${two} of today</p></aside></main>`;
  const { kind, path } = verdictOn(pair("Tides", "Winds"), "main[1]/div[1]", pair("Winds", "Tides"));
  expect(kind === "found" && path === "html[1]/body[1]/main[1]/div[1]").toBe(false);
});
