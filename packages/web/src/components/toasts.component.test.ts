import { API_ERROR_CODES, API_ERROR_REASONS, type ApiErrorCode } from "@tessera/model";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { setLanguage } from "../i18n/words.svelte.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Toasts from "./Toasts.svelte";
import {
  commandsEnded,
  dismiss,
  englishDetail,
  needFailureWords,
  runUndoable,
  sentenceOf,
  showFailure,
  showToast,
  toasts,
} from "./toasts.svelte.ts";

let shown: Mounted;

beforeEach(async () => {
  await needFailureWords();
  shown = mounted(Toasts, {});
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { id } of toasts()) dismiss(id);
  await shown.close();
});

const texts = (): readonly string[] => toasts().map(({ text }) => text);
const undoKey = (target: Element = document.body, held: KeyboardEventInit = { ctrlKey: true }): void =>
  shown.fire(target, new KeyboardEvent("keydown", { key: "z", bubbles: true, cancelable: true, ...held }));

test("the same message is shown once, unless each can be undone", () => {
  showToast("Saved.");
  showToast("Saved.");
  expect(texts()).toEqual(["Saved."]);
  showToast("Deleted.", { undo: () => {} });
  showToast("Deleted.", { undo: () => {} });
  expect(texts()).toEqual(["Saved.", "Deleted.", "Deleted."]);
});

test("a message goes by itself, later where something can be undone", () => {
  vi.useFakeTimers();
  showToast("Saved.");
  showToast("Deleted.", { undo: () => {} });
  vi.advanceTimersByTime(10_000);
  expect(texts()).toEqual(["Deleted."]);
  vi.advanceTimersByTime(11_000);
  expect(texts()).toEqual([]);
});

test("a failure says what it means, as exactly as the server gives a reason for it", () => {
  showFailure(new ApiError({ code: "conflict", detail: "in English" }));
  showFailure(new ApiError({ code: "conflict", reason: "name-taken", detail: "in English" }));
  showFailure(new ApiError({ code: "conflict", reason: "of a newer server", detail: "in English" }));
  showFailure(new Error("a mistake"));
  expect(texts()).toEqual([
    "Somebody has this name already. Choose another.",
    "This is already taken. Choose another.",
    "Something went wrong. Try again; if it keeps happening, check the server's log.",
  ]);
  expect(toasts().every(({ isWrong }) => isWrong)).toBe(true);
});

test("no English words of the server are shown to who reads German", async () => {
  await setLanguage("de");
  const timeout = { code: "timeout", retry: "soon", message: "in English" } as const;
  const failures = [
    ...API_ERROR_CODES.map((code) => new ApiError({ code, detail: "in English" })),
    ...Object.entries(API_ERROR_REASONS).flatMap(([code, reasons]) =>
      reasons.map((reason) => new ApiError({ code: code as ApiErrorCode, reason, detail: "in English" })),
    ),
    new ApiError({ code: "capture-failed", failure: timeout, detail: "in English" }),
  ];
  const said = failures.map(sentenceOf);
  const details = failures.map(englishDetail);
  await setLanguage("en");
  expect(said.filter((sentence) => sentence.includes("in English"))).toEqual([]);
  expect(said.at(-1)).toMatch(/^Die Seite hat zu lange gebraucht/);
  expect(details.every((detail) => detail === null)).toBe(true);
  expect(englishDetail(failures[0])).toBe("in English");
});

test("the usual keys undo the latest that can be undone, once", () => {
  const undone: string[] = [];
  for (const name of ["first", "second"]) showToast(name, { undo: () => void undone.push(name) });
  showToast("Saved.");
  undoKey();
  undoKey(document.body, { metaKey: true });
  undoKey();
  expect([undone, texts()]).toEqual([["second", "first"], ["Saved."]]);
});

test("the keys mean nothing in a field, and nothing with Shift", () => {
  const undone: string[] = [];
  showToast("Deleted.", { undo: () => void undone.push("x") });
  const field = document.createElement("input");
  shown.root.append(field);
  undoKey(field);
  undoKey(document.body, { ctrlKey: true, shiftKey: true });
  expect(undone).toEqual([]);
});

test("an undo waits for its command, and gets what that came to", async () => {
  const running = Promise.withResolvers<string>();
  const undone: string[] = [];
  runUndoable({ text: "Deleted.", run: () => running.promise, undo: async (done) => void undone.push(done) });
  undoKey();
  expect(undone).toEqual([]);
  running.resolve("the tile");
  await commandsEnded();
  expect(undone).toEqual(["the tile"]);
});

test("a command that fails takes its message back and says why", async () => {
  const failure = new ApiError({ code: "offline" });
  runUndoable({ text: "Deleted.", run: () => Promise.reject(failure), undo: async () => {} });
  await expect.poll(texts).toEqual(["The server is not responding."]);
});

test("what failed and was unwanted by then is not undone, and that is said", async () => {
  const running = Promise.withResolvers<void>();
  const undone: string[] = [];
  runUndoable({ text: "Deleted.", run: () => running.promise, undo: async () => void undone.push("x") });
  undoKey();
  running.reject(new ApiError({ code: "offline" }));
  await expect
    .poll(texts)
    .toEqual(["The server is not responding. That did not go through, so there is nothing to undo."]);
  expect(undone).toEqual([]);
});

test("an undo that fails can be tried again", async () => {
  let attempts = 0;
  const undo = async (): Promise<void> => {
    if (++attempts === 1) throw new ApiError({ code: "offline" });
  };
  runUndoable({ text: "Deleted.", run: async () => {}, undo });
  undoKey();
  await expect.poll(texts).toEqual(["The server is not responding."]);
  undoKey();
  await commandsEnded();
  expect([texts(), attempts]).toEqual([[], 2]);
});
