import { afterEach, beforeEach, expect, test } from "vitest";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Menu from "./Menu.svelte";

let shown: Mounted;
const panel = (): Element | null => shown.root.querySelector("[role=menu]");

beforeEach(() => {
  // a DOM without a screen has no top layer
  HTMLElement.prototype.showPopover ??= () => undefined;
  shown = mounted(Menu, { label: "More", items: () => [{ label: "History", icon: "history" as const }] });
  shown.root.tabIndex = 0;
});
afterEach(() => shown.close());

async function openAndLeave(): Promise<void> {
  shown.fire(shown.button("More"), new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => document.activeElement?.getAttribute("role"), { timeout: 30_000 }).toBe("menuitem");
  shown.press("Escape", panel()!);
  expect(panel()).toBeNull();
}

test("Escape leads back to the button that was pressed", async () => {
  shown.button("More").focus();
  await openAndLeave();
  expect(document.activeElement).toBe(shown.button("More"));
});

test("Escape leads back to the tile whose menu was opened by a key", async () => {
  shown.root.focus();
  await openAndLeave();
  expect(document.activeElement).toBe(shown.root);
});
