import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { dismiss, toasts } from "../../components/toasts.svelte.ts";
import { ownTile, SheetOfOne } from "../../mount/sheet-of-one.fixture.ts";
import HeadingTile from "./HeadingTile.svelte";

const heading = (title: string, isClosed = false) => ({ kind: "heading" as const, title, isClosed });
const note = (id: string, y: number) => ({
  ...ownTile({ kind: "note" as const, title: id, text: "" }, id),
  place: { x: 0, y, width: 4, height: 1 },
});

let sheet: SheetOfOne;
afterEach(async () => {
  for (const tile of document.querySelectorAll("[id^='tile-']")) tile.remove();
  await sheet.close();
  for (const { id } of toasts()) dismiss(id);
});

/** Two notes below it, a third below the next heading. */
async function show(isFresh = false): Promise<void> {
  const next = { ...ownTile(heading("Next"), "next"), place: { x: 0, y: 6, width: 4, height: 1 } };
  sheet = new SheetOfOne(HeadingTile, ownTile(heading("Work")), [note("a", 4), note("b", 5), next, note("c", 7)]);
  sheet.isFresh = isFresh;
  await sheet.show();
}

/** As other tiles do once they are loaded. */
function comes(id: string): void {
  const tile = document.createElement("article");
  tile.id = `tile-${id}`;
  document.body.append(tile);
}

const section = (): HTMLElement => sheet.shown.one("section");

test("a heading says how many it holds and owns them, until the next heading", async () => {
  for (const id of ["a", "b", "next", "c"]) comes(id);
  await show();
  expect(section().getAttribute("aria-label")).toMatch(/Work.*2/);
  expect(section().getAttribute("aria-owns")).toBe("tile-a tile-b");
});

test("it owns only tiles that are in the page, and others as they come", async () => {
  const owned = (): string | null => section().getAttribute("aria-owns");
  await show();
  expect(owned()).toBeNull();
  comes("b");
  await expect.poll(owned).toBe("tile-b");
  comes("a");
  await expect.poll(owned).toBe("tile-a tile-b");
});

test("its button closes the group, which is stored, and where that fails it is open again", async () => {
  for (const id of ["a", "b"]) comes(id);
  await show();
  expect(sheet.shown.button("Close “Work”").getAttribute("aria-expanded")).toBe("true");
  sheet.shown.button("Close “Work”").click();
  flushSync();
  expect([section().getAttribute("aria-owns"), sheet.shown.one(".count").textContent]).toEqual([null, "2"]);
  await expect.poll(() => sheet.tile.content).toEqual(heading("Work", true));
  sheet.isAway = true;
  sheet.shown.button("Open “Work”").click();
  flushSync();
  expect(section().getAttribute("aria-owns")).toBe("tile-a tile-b");
  await expect.poll(() => section().getAttribute("aria-owns")).toBeNull();
});

test("it is renamed in place, and never to nothing", async () => {
  await show();
  for (const [written, stored] of [
    ["  ", "Work"],
    ["Home", "Home"],
  ] as const) {
    sheet.shown.part.edit();
    flushSync();
    const field = sheet.shown.one<HTMLInputElement>("header input");
    sheet.shown.write(field, written);
    sheet.shown.press("Enter", field);
    await expect.poll(() => sheet.shown.one("h2").textContent).toBe(stored);
  }
  await expect.poll(() => sheet.tile.content).toEqual(heading("Home"));
  expect(sheet.server.sent("PATCH /tiles/t")).toHaveLength(1);
});

test("a new one asks for its title at once", async () => {
  await show(true);
  await expect.poll(() => document.activeElement).toBe(sheet.shown.one("header input"));
});
