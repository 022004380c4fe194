import { API_ERROR_CODES, API_ERROR_REASONS } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { words as ar } from "../i18n/ar.ts";
import { words as de } from "../i18n/de.ts";
import { en } from "../i18n/en.ts";
import { ApiError, type AskErrorCode } from "./api-error.ts";
import { explanationOf } from "./failure-words.ts";

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

test("every refusal that the server knows has its own sentence, in every language", () => {
  for (const code of API_ERROR_CODES) {
    expect(explanationOf(new ApiError({ code }))).toBe(`error.${code}`);
    for (const words of [en, de, ar]) expect(words[`error.${code}`]).toMatch(/\S/);
  }
});

test("every reason that the server gives has its own sentence, in every language", () => {
  for (const [code, reasons] of Object.entries(API_ERROR_REASONS)) {
    for (const reason of reasons) {
      const key = explanationOf(new ApiError({ code: code as AskErrorCode, reason }));
      expect(key).toBe(`error.${code}.${reason}`);
      for (const words of [en, de, ar]) expect(words[key]).toMatch(/\S/);
    }
  }
});

test("everything else has one as well", () => {
  for (const failure of [new ApiError({ code: "new" as never }), new Error("bug"), null, "text"]) {
    expect(explanationOf(failure)).toBe("error.other");
    expect(en[explanationOf(failure)]).not.toBe("");
  }
});

test("what a schema says of a request is for programs: a person reads a sentence about the field", () => {
  const raw = { code: "invalid", detail: "body.url: Invalid URL" } as const;
  const refused = (path: string) => new ApiError({ ...raw, issues: [{ path, message: "Invalid URL" }] });
  const paths = ["body", "body.url", "query.limit", "body.conditions.0.words", "body.schedule.pattern", "path.id", ""];
  expect(paths.map((path) => explanationOf(refused(path)))).toEqual([
    "error.invalid",
    "error.invalid.url",
    "error.invalid",
    "error.invalid",
    "error.invalid.pattern",
    "error.invalid",
    "error.invalid",
  ]);
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (path, message) => {
      const failure = new ApiError({ ...raw, detail: `${path}: ${message}`, issues: [{ path, message }] });
      expect([failure.detail, explanationOf(failure) in en]).toEqual([null, true]);
    }),
  );
});

test("only what may pass by itself is worth trying again", () => {
  expect(new ApiError({ code: "offline" }).retry).toBe("soon");
  expect(new ApiError({ code: "invalid" }).retry).toBe("never");
});
