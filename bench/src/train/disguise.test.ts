import { nodeAt, parseHtml, textOf } from "@tessera/engine";
import { expect, test } from "vitest";
import { seededRandom } from "../seeded-random.ts";
import { disguised } from "./disguise.ts";

test("the content stays, names and wrappers change, every kept node is found by its new number", () => {
  const old = parseHtml(
    `<main id=m class="page wide">${"<div><div class=box><h2>Head</h2><p>Some words</p></div></div>".repeat(20)}</main>`,
  );
  const { page, placeOf } = disguised(old, seededRandom(3));
  expect(textOf(page, 0)).toBe(textOf(old, 0));
  const main = placeOf[nodeAt(old, "html[1]/body[1]/main[1]")!]!;
  expect(textOf(page, main)).toBe(textOf(old, nodeAt(old, "html[1]/body[1]/main[1]")!));
  expect(page.attrValues).not.toContain("box");
  expect(page.attrNames).not.toContain("id");
  for (let node = 0; node < old.size; node++) {
    if (placeOf[node]! >= 0) expect(textOf(page, placeOf[node]!)).toBe(textOf(old, node));
  }
});
