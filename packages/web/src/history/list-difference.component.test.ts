import type { Change, ContentItem } from "@tessera/model";
import { afterEach, expect, test } from "vitest";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Difference from "./Difference.svelte";

const item = (title: string, text = title): ContentItem => ({
  key: title,
  title,
  text,
  href: `https://a.example/${title}`,
});
const CHANGE: Change = {
  parts: [
    { kind: "removed", text: "Cook" },
    { kind: "added", text: "Baker" },
  ],
  items: {
    added: [item("Baker")],
    removed: [item("Cook")],
    moved: [{ item: item("Clerk"), from: 4, to: 1 }],
    reworded: [
      {
        ...{ before: item("Driver", "Driver 3 days"), after: item("Driver", "Driver 5 days") },
        parts: [
          { kind: "same", text: "Driver " },
          { kind: "removed", text: "3" },
          { kind: "added", text: "5" },
          { kind: "same", text: " days" },
        ],
      },
    ],
  },
};

let shown: Mounted;
const open = (difference: Change, isSideBySide: boolean): void => {
  shown = mounted(Difference, { difference, isSideBySide });
};
afterEach(() => shown.close());

const rows = (of = "ul"): readonly string[] =>
  [...shown.root.querySelectorAll(`${of} li`)].map((row) => (row.textContent ?? "").replace(/\s+/g, " ").trim());

test("a list is told item by item: new, gone, edited by its words, moved from where to where", () => {
  open(CHANGE, false);
  expect(rows()).toEqual(["new Baker", "gone Cook", "edited Driver 35 days", "moved Clerk from place 5 to 2"]);
  expect([shown.one("li del").textContent, shown.one("li ins").textContent]).toEqual(["3", "5"]);
  expect(shown.one("details").hasAttribute("open")).toBe(false);
});

test("side by side each item stands where it was", () => {
  open(CHANGE, true);
  expect(rows("section[aria-label=Before]")).toEqual(["goneCook", "editedDriver 3 days", "movedClerk"]);
  expect(rows("section[aria-label=After]")).toEqual(["newBaker", "editedDriver 5 days", "movedClerk"]);
});

test("what older versions stored of an edited item is told by its name, and a text stays a text", async () => {
  const { parts: _, ...edit } = CHANGE.items!.reworded[0]!;
  open({ ...CHANGE, items: { ...CHANGE.items!, reworded: [edit] } }, false);
  expect(rows()).toContain("edited Driver");
  await shown.close();
  open({ ...CHANGE, items: null }, false);
  expect(shown.root.querySelector("details")).toBeNull();
  expect(shown.text()).toContain("Baker");
});
