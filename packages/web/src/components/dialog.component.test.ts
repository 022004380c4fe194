import { createRawSnippet, flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Dialog from "./Dialog.svelte";
import { dismiss, frontWindow, showToast, toasts } from "./toasts.svelte.ts";

const children = createRawSnippet(() => ({ render: () => "<p>inside</p>" }));
const shown: Mounted[] = [];

const open = (title: string): Mounted => {
  const dialog = mounted(Dialog, { title, onclose: () => {}, children });
  flushSync();
  shown.push(dialog);
  return dialog;
};

afterEach(async () => {
  for (const each of shown.splice(0).reverse()) await each.close();
  for (const { id } of toasts()) dismiss(id);
});

test("a message is in the window in front, where it can be read and its undo pressed", async () => {
  const first = open("First");
  let undone = 0;
  showToast("A row was taken off.", { undo: () => undone++ });
  flushSync();
  expect(first.text()).toContain("A row was taken off.");
  const second = open("Second");
  expect([first, second].map((each) => each.text().includes("A row was taken off."))).toEqual([false, true]);
  second.button("Undo").click();
  expect(undone).toBe(1);
  await shown.pop()?.close();
  showToast("Saved.");
  flushSync();
  expect(first.text()).toContain("Saved.");
  await shown.pop()?.close();
  expect(frontWindow()).toBeNull();
});

const WORK = `<form><input class="work" /><input class="filter" type="search" />
  <button type="button" class="up">Up</button></form>`;

interface Window extends Pick<Mounted, "one" | "write" | "fire" | "button"> {
  readonly isOpen: () => boolean;
  /** Whether it has said that something is not saved. */
  readonly hasAsked: () => boolean;
  /** A press at one place and its end at another, and the click that comes of it. */
  readonly press: (from: string, to?: string) => void;
  readonly escape: () => void;
}

function working(more: { readonly isStored?: boolean } = {}): Window {
  let isOpen = true;
  const children = createRawSnippet(() => ({ render: () => WORK }));
  const window = mounted(Dialog, { title: "Work", onclose: () => (isOpen = false), children, ...more });
  shown.push(window);
  const click = (at: Element): void => window.fire(at, new MouseEvent("click", { bubbles: true, detail: 1 }));
  return {
    ...window,
    isOpen: () => isOpen,
    hasAsked: () => window.root.querySelector("dialog [role=alert]") !== null,
    press(from, to = from) {
      window.fire(window.one(from), new PointerEvent("pointerdown", { bubbles: true }));
      // a press that ends elsewhere is a click on what holds both
      click(from === to ? window.one(from) : window.one("dialog"));
    },
    escape() {
      const event = new Event("cancel", { cancelable: true });
      window.fire(window.one("dialog"), event);
      if (!event.defaultPrevented) window.one<HTMLDialogElement>("dialog").close();
    },
  };
}

test("text that is selected until beyond the window does not close it; a press beside it does", () => {
  const window = working();
  window.press(".work", "dialog");
  expect(window.isOpen()).toBe(true);
  window.press("dialog");
  expect(window.isOpen()).toBe(false);
});

test("where nothing was changed Escape closes at once, also after something was looked for", () => {
  const window = working();
  window.write(window.one<HTMLInputElement>(".filter"), "x");
  window.escape();
  expect(window.isOpen()).toBe(false);
});

test.each([
  ["Escape", (window: Window) => window.escape()],
  ["a press beside it", (window: Window) => window.press("dialog")],
])("what was written is not lost by %s, which first says so", (_, leave) => {
  const window = working();
  window.write(window.one<HTMLInputElement>(".work"), "an hour of it");
  leave(window);
  expect([window.isOpen(), window.hasAsked()]).toEqual([true, true]);
  // whoever goes on is asked anew
  window.write(window.one<HTMLInputElement>(".work"), "two hours of it");
  expect(window.hasAsked()).toBe(false);
  leave(window);
  expect(window.isOpen()).toBe(true);
  leave(window);
  expect(window.isOpen()).toBe(false);
});

test("rows that were moved by a button are work as well, and one button discards it", () => {
  const window = working();
  window.press(".up");
  window.escape();
  expect(window.isOpen()).toBe(true);
  window.button("Discard").click();
  expect(window.isOpen()).toBe(false);
});

test("a double click beside the window is one question, not its answer", () => {
  const window = working();
  window.write(window.one<HTMLInputElement>(".work"), "x");
  window.press("dialog");
  const second = new MouseEvent("click", { bubbles: true, detail: 2 });
  window.fire(window.one("dialog"), second);
  expect(window.isOpen()).toBe(true);
});

test("a window that stores each change by itself has nothing to ask", () => {
  const window = working({ isStored: true });
  window.write(window.one<HTMLInputElement>(".work"), "x");
  window.escape();
  expect(window.isOpen()).toBe(false);
});
