import { Caps } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { needFailureWords, sentenceOf } from "../components/toasts.svelte.ts";
import { words as ar } from "../i18n/ar.ts";
import { words as de } from "../i18n/de.ts";
import { en, type Key } from "../i18n/en.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import PersonCaps from "./PersonCaps.svelte";

let shown: Mounted;
let changes: object[];

beforeEach(() => {
  changes = [];
  shown = mounted(PersonCaps, { caps: Caps.parse({}), onchange: (changed: object) => changes.push(changed) });
});
afterEach(() => shown.close());

function write(name: string, value: string): HTMLInputElement {
  const input = shown.one<HTMLInputElement>(`#cap-${name}`);
  input.value = value;
  shown.fire(input, new Event("change", { bubbles: true }));
  return input;
}

test("every cap has its field, and one that is changed is changed alone", () => {
  const fields = [...shown.root.querySelectorAll("input")].map(({ id }) => id);
  expect(fields).toEqual(Object.keys(Caps.shape).map((name) => `cap-${name}`));
  expect(shown.one<HTMLInputElement>("#cap-sheets").value).toBe("100");
  write("sheets", "7");
  expect(changes).toEqual([{ sheets: 7 }]);
  expect(write("tokens", "").value).toBe("50");
  expect(changes).toHaveLength(1);
});

test("a refusal for a cap says which, how many and who can change it, in every language", async () => {
  await needFailureWords();
  const error = new ApiError({ code: "cap-reached", detail: "in English", cap: "sheets", limit: 12 });
  expect(sentenceOf(error)).toBe(
    "You have reached the limit for sheets: 12. The owner of this Tessera can change that.",
  );
  const rate = new ApiError({ code: "too-many", cap: "pagesPerMinute", limit: 30 });
  expect(sentenceOf(rate)).toMatch(/limit for pages opened.*30.*Wait/);
  expect(sentenceOf(new ApiError({ code: "too-many" }))).toMatch(/Too many attempts/);
  for (const words of [en, de, ar]) {
    for (const name of Object.keys(Caps.shape)) {
      expect(words[`cap.${name}` as Key]).toContain("{limit}");
      expect(words[`caps.${name}` as Key]).toMatch(/./);
    }
  }
});
