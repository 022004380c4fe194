import { afterEach, expect, test } from "vitest";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import TitleField from "./TitleField.svelte";

let shown: Mounted;
afterEach(() => shown.close());

test("a title that is being composed goes on; the Enter after that keeps it", () => {
  const ended: string[] = [];
  shown = mounted(TitleField, {
    label: "Title",
    title: "",
    maxlength: 9,
    onend: (title: string) => void ended.push(title),
  });
  const field = shown.one<HTMLInputElement>("input");
  const press = (more: KeyboardEventInit): void =>
    shown.fire(field, new KeyboardEvent("keydown", { key: "Enter", bubbles: true, ...more }));
  field.value = "雨";
  press({ isComposing: true });
  press({ keyCode: 229 });
  expect(ended).toEqual([]);
  press({});
  expect(ended).toEqual(["雨"]);
});
