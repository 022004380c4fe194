/** A person's hands at the keyboard: they type letter by letter, and everything that is typed is counted where it arrives. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export interface Hands {
  /** Presses the field, types into it, and says what for. */
  type(field: Locator, text: string, purpose: string): Promise<void>;
  /** Everything typed so far by its purpose, in its order. */
  readonly typed: readonly { readonly text: string; readonly purpose: string }[];
  /** Presses of a button or of a key that writes nothing, so far. */
  presses(): number;
  /** No letter came into a field that was not typed: nothing pasted, dropped, filled in or completed. */
  expectNothingElse(): void;
}

interface Arrived {
  readonly kind: string;
  readonly data: string;
}

/** Before the first page is opened: what comes into fields of any page or frame is noted from then on. */
export async function handsOn(page: Page): Promise<Hands> {
  const arrived: Arrived[] = [];
  const typed: { text: string; purpose: string }[] = [];
  let presses = 0;
  await page.exposeBinding("tesseraNoted", (_, one: Arrived) => void arrived.push(one));
  await page.exposeBinding("tesseraPressed", () => void presses++);
  await page.addInitScript(NOTE_INPUT);
  return {
    typed,
    presses: () => presses,
    type: async (field, text, purpose) => {
      await field.click();
      await page.keyboard.type(text);
      typed.push({ text, purpose });
      // what arrived of it, and not only what was sent
      await expect.poll(() => lettersOf(arrived).length).toBe(typed.reduce((sum, each) => sum + each.text.length, 0));
    },
    expectNothingElse: () => {
      expect(arrived.filter((one) => one.kind !== "insertText" || one.data.length !== 1)).toEqual([]);
      expect(lettersOf(arrived)).toBe(typed.map(({ text }) => text).join(""));
    },
  };
}

const lettersOf = (arrived: readonly Arrived[]): string => arrived.map(({ data }) => data).join("");

/** A trusted key gives one letter at a time; whatever else writes into a field has another type or more letters. */
const NOTE_INPUT = `addEventListener("input", (event) => {
  if (!(event.target instanceof HTMLInputElement) || /^(checkbox|radio|file|range|color)$/.test(event.target.type)) {
    if (!(event.target instanceof HTMLTextAreaElement) && !event.target.isContentEditable) return;
  }
  tesseraNoted({ kind: event.inputType ?? "written by a script", data: event.data ?? "" });
}, true);
addEventListener("pointerdown", ({ isTrusted }) => isTrusted && tesseraPressed(), true);
addEventListener("keydown", ({ key, isTrusted }) => isTrusted && key.length > 1 && tesseraPressed(), true);
addEventListener("drop", () => tesseraNoted({ kind: "drop", data: "" }), true);`;
