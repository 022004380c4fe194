import { afterEach, beforeEach, expect, test } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type FakeServer, fakeServer, HeldAnswer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import { go } from "../shell/router.svelte.ts";
import { OpenSheet, SheetTravel } from "./open-sheet.svelte.ts";
import SheetTools from "./SheetTools.svelte";

const STYLE = { theme: "system", density: "cosy", background: null, accent: null, reader: false };

let removal: HeldAnswer;
let kept: readonly string[];
let server: FakeServer;
let sheets: MySheets;
let shown: Mounted;

beforeEach(async () => {
  // a DOM without a screen has no top layer
  HTMLElement.prototype.showPopover ??= () => undefined;
  removal = new HeldAnswer();
  kept = ["home", "work"];
  server = await fakeServer({
    "GET /sheets": () => kept.map((id, position) => ({ id, title: id, position, style: STYLE })),
    "GET /sheets/work": () => ({ id: "work", title: "work", style: STYLE, tiles: [] }),
    "DELETE /sheets/work": async () => {
      await removal.give();
      kept = ["home"];
    },
    "POST /sheets/work/restore": () => {
      kept = ["home", "work"];
    },
  });
  sheets = new MySheets();
  await sheets.load("Home");
  const open = new OpenSheet("work");
  await open.load();
  go("/sheets/work");
  const arranging = { screen: "wide" as const, onarrange: () => {} };
  shown = mounted(SheetTools, { open, sheets, travel: new SheetTravel(), ...arranging });
  shown.fire(shown.button("Sheet appearance"), new MouseEvent("click", { bubbles: true }));
  // the panel is loaded when it is opened
  await expect.poll(() => shown.button("Remove this sheet")).toBeTruthy();
  shown.fire(shown.button("Remove this sheet"), new MouseEvent("click", { bubbles: true }));
});
afterEach(async () => {
  for (const { id } of toasts()) dismiss(id);
  await shown.close();
  server.close();
});

const titles = (): readonly string[] => sheets.list.map(({ title }) => title);

test("a sheet is gone at once, and undo pressed before the server has answered brings it back", async () => {
  expect(titles()).toEqual(["home"]);
  expect(location.pathname).toBe("/");
  toasts()[0]?.undo?.();
  // a list that was on its way does not bring it back by mistake
  await sheets.reload();
  expect(titles()).toEqual(["home"]);
  removal.letGo();
  await expect.poll(titles, { timeout: 30_000 }).toEqual(["home", "work"]);
  await expect.poll(() => location.pathname, { timeout: 30_000 }).toBe("/sheets/work");
});

test("a sheet that could not be removed is there again, and only that is said", async () => {
  removal.fail();
  await expect.poll(() => toasts().map(({ isWrong }) => isWrong), { timeout: 30_000 }).toEqual([true]);
  expect(titles()).toEqual(["home", "work"]);
});
