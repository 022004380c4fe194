import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Toasts from "./Toasts.svelte";
import { commandsEnded, dismiss, runUndoable, showFailure, showToast, toasts } from "./toasts.svelte.ts";

let shown: Mounted;

beforeEach(() => {
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

test("a failure says what it means, and what the server said of this case", () => {
  showFailure(new ApiError({ code: "conflict", detail: "The name ada is taken." }));
  showFailure(new Error("a mistake"));
  expect(texts()).toEqual([
    "This is already taken. Choose another. The name ada is taken.",
    "Something went wrong. Try again; if it keeps happening, check the server's log.",
  ]);
  expect(toasts().every(({ isWrong }) => isWrong)).toBe(true);
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
