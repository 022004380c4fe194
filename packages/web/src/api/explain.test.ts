import { expect, test } from "vitest";
import { en } from "../words/en.ts";
import { explanationOf } from "./explain.ts";
import { Refusal, type RefusalCode } from "./refusal.ts";

const codes: readonly RefusalCode[] = [
  "offline",
  "login-needed",
  "wrong-login",
  "too-many",
  "capture-failed",
  "conflict",
];

test("what a person can do something about has its own sentence", () => {
  for (const code of codes) expect(explanationOf(new Refusal({ code }))).toBe(`error.${code}`);
});

test("everything else has one as well", () => {
  for (const failure of [new Refusal({ code: "cross-site" }), new Error("bug"), null, "text"]) {
    expect(explanationOf(failure)).toBe("error.other");
    expect(en[explanationOf(failure)]).not.toBe("");
  }
});

test("only what may pass by itself is worth trying again", () => {
  expect(new Refusal({ code: "offline" }).retry).toBe("soon");
  expect(new Refusal({ code: "invalid" }).retry).toBe("never");
});
