import { afterEach, expect, test } from "vitest";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import DigestTimes from "./DigestTimes.svelte";

let shown: Mounted;
let patterns: string[];

function open(pattern: string): void {
  patterns = [];
  shown = mounted(DigestTimes, {
    digest: { kind: "digest" as const, pattern, timeZone: "Europe/Vienna" },
    next: [Date.UTC(2026, 0, 16, 7)],
    onchange: (digest: { pattern: string; isSentEmpty?: boolean | undefined }) =>
      void patterns.push(digest.isSentEmpty === undefined ? digest.pattern : `${digest.pattern} ${digest.isSentEmpty}`),
  });
}

afterEach(() => shown.close());

const days = (): HTMLInputElement[] => [...shown.root.querySelectorAll<HTMLInputElement>(".row input[type=checkbox]")];
const click = (element: Element): void => shown.fire(element, new MouseEvent("click", { bubbles: true }));

test("days and times are chosen, and written as the command line says them", () => {
  open("08:00");
  expect(days().map(({ checked }) => checked)).toEqual(Array(7).fill(true));
  click(shown.button("Weekdays"));
  click(days()[6]!);
  shown.write(shown.one<HTMLInputElement>("input[type=time]"), "07:30");
  click(shown.button("Another time"));
  expect(patterns).toEqual(["08:00 mon-fri", "08:00 mon-sat", "07:30", "08:00, 18:00"]);
  expect(shown.text()).toMatch(/Next: .*16.*8:00/);
});

test("neither the last day nor the last time can be taken away", () => {
  open("08:00 wed");
  click(days()[2]!);
  shown.write(shown.one<HTMLInputElement>("input[type=time]"), "");
  expect(patterns).toEqual([]);
  expect(shown.root.querySelector("[aria-label^=Remove]")).toBeNull();
});

test("a cron pattern stays one until days and times are wanted", () => {
  open("*/5 8 * * 1");
  const field = shown.one<HTMLInputElement>("[aria-label='Cron pattern']");
  expect(field.value).toBe("*/5 8 * * 1");
  shown.write(field, "0 9 * * *");
  click(shown.button("Days and times"));
  expect(patterns.slice(0, 1)).toEqual(["0 9 * * *"]);
  expect(patterns.at(-1)).toBe("08:00");
});

test("a digest of nothing is a choice", () => {
  open("08:00");
  const box = shown.one<HTMLInputElement>(".app-check input");
  box.checked = true;
  shown.fire(box, new Event("change", { bubbles: true }));
  expect(patterns).toEqual(["08:00 true"]);
});
