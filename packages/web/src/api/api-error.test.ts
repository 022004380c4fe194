import { expect, test } from "vitest";
import { en } from "../i18n/en.ts";
import { ApiError, type AskErrorCode, explanationOf } from "./api-error.ts";

const codes: readonly AskErrorCode[] = [
  "offline",
  "login-needed",
  "wrong-login",
  "too-many",
  "capture-failed",
  "conflict",
];

test("what a person can do something about has its own sentence", () => {
  for (const code of codes) expect(explanationOf(new ApiError({ code }))).toBe(`error.${code}`);
});

test("everything else has one as well", () => {
  for (const failure of [new ApiError({ code: "cross-site" }), new Error("bug"), null, "text"]) {
    expect(explanationOf(failure)).toBe("error.other");
    expect(en[explanationOf(failure)]).not.toBe("");
  }
});

test("only what may pass by itself is worth trying again", () => {
  expect(new ApiError({ code: "offline" }).retry).toBe("soon");
  expect(new ApiError({ code: "invalid" }).retry).toBe("never");
});
