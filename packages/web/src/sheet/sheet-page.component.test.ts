import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { type Answers, type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { Live } from "../shell/live.svelte.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import SheetPage from "./SheetPage.svelte";

const STYLE = { theme: "auto", density: "cosy", background: null, accent: null, reader: false };
const SHEET = { id: "s", title: "Home", style: STYLE, tiles: [], version: 1 };

let server: FakeServer;
let shown: Mounted;
let live: Live;

async function open(answers: Answers): Promise<void> {
  server = await fakeServer({ "POST /sheets/s/refresh": () => ({ pages: 0 }), ...answers });
  live = new Live();
  shown = mounted(SheetPage, { id: "s", sheets: new MySheets(), live, onhelp: () => undefined });
}

const away = (): never => {
  throw new TypeError("nobody listens");
};
const wentAway = (): void => {
  live.isConnected = false;
  flushSync();
};

afterEach(async () => {
  await shown.close();
  server.close();
});

test("what is seen may be old while the server is away, but not where nothing is seen", async () => {
  await open({ "GET /sheets/s": () => SHEET });
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("Home");
  wentAway();
  expect(shown.one("[role=status].offline").textContent).toContain("What you see may be out of date");
  await shown.close();
  await open({ "GET /sheets/s": away });
  wentAway();
  await expect.poll(() => server.asked.some(({ path }) => path === "/sheets/s"), { timeout: 30_000 }).toBe(true);
  expect(shown.one(".offline").textContent).toBe("The server is not responding. Trying again automatically.");
  expect(shown.root.querySelector("main [role=alert]")).toBeNull();
});

const hasCatalogue = (): boolean => shown.root.querySelector('main a[href="/catalogue"]') !== null;
const isAsked = (): boolean => server.asked.some(({ path }) => path === "/catalogue");

test("an empty sheet leads to the catalogue where there is something in it", async () => {
  await open({ "GET /sheets/s": () => SHEET, "GET /catalogue": () => [{ id: "c" }] });
  await expect.poll(hasCatalogue, { timeout: 30_000 }).toBe(true);
});

test("an empty sheet does not lead to an empty catalogue", async () => {
  await open({ "GET /sheets/s": () => SHEET, "GET /catalogue": () => [] });
  await expect.poll(isAsked, { timeout: 30_000 }).toBe(true);
  // everything that is ready to happen has happened: that nothing is shown has no sign of its own
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
  expect(hasCatalogue()).toBe(false);
});
