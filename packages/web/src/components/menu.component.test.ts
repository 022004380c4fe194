import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Menu, { type MenuItem } from "./Menu.svelte";
import { dismiss, showToast, toasts } from "./toasts.svelte.ts";

let shown: Mounted;
afterEach(async () => {
  await shown.close();
  for (const { id } of toasts()) dismiss(id);
});

test("whoever is inside of a menu that came late stays there when what it is made of changes meanwhile", async () => {
  HTMLElement.prototype.showPopover ??= () => undefined;
  const rows = (): readonly MenuItem[] => [{ label: "Row", icon: "board" }];
  // it reads what changes, as a tile does that is read again
  const items = (): Promise<readonly MenuItem[]> => {
    const isQuiet = toasts().length === 0;
    return Promise.resolve([{ label: isQuiet ? "Rows" : "Other rows", icon: "board", items: rows }]);
  };
  shown = mounted(Menu, { label: "Menu", items });
  const entries = () => [...shown.root.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  shown.button("Menu").click();
  await expect.poll(() => entries().length).toBe(1);
  entries()[0]?.click();
  await expect.poll(() => entries().length).toBe(2);
  const [, row] = entries();
  showToast("Something changed.");
  flushSync();
  // everything that is ready to happen has happened
  await new Promise((done) => setTimeout(done));
  expect([entries().length, row?.isConnected]).toEqual([2, true]);
});
