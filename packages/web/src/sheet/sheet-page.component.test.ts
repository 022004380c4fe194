import type { SheetId } from "@tessera/model";
import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { type Answers, type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { ownTile } from "../mount/sheet-of-one.fixture.ts";
import { type Heard, Live } from "../shell/live.svelte.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import { go } from "../shell/router.svelte.ts";
import SheetPage from "./SheetPage.svelte";

const STYLE = { theme: "auto", density: "cosy", background: null, accent: null, reader: false };
const SHEET = { id: "s", title: "Home", style: STYLE, tiles: [], version: 1 };

let server: FakeServer;
let shown: Mounted;
let live: Live;
/** Whoever hears what happens. */
const listeners: ((event: Heard) => void)[] = [];

async function open(answers: Answers): Promise<void> {
  server = await fakeServer({ "POST /sheets/s/refresh": () => ({ pages: 0 }), ...answers });
  live = new Live();
  const { listen } = live;
  listeners.length = 0;
  live.listen = (heard) => {
    listeners.push(heard);
    return listen.call(live, heard);
  };
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

test("a sheet that is no longer shared is gone at once, and the way to one's own is shown", async () => {
  let isShared = true;
  const answer = () => (isShared ? { ...SHEET, role: "view" } : refused("not-found", 404));
  await open({ "GET /sheets/s": answer });
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("There is nothing on this sheet yet.");
  isShared = false;
  for (const heard of listeners) heard({ kind: "shares-changed", sheetId: "s" as SheetId, at: 1 });
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("There is nothing here");
  expect(shown.one('main a[href="/"]').textContent).toBe("Go to my page");
  expect(shown.root.querySelector("h1.app-unseen, [data-address]")).toBeNull();
});

test("an address that can be of no sheet says that there is nothing, and blames no field", async () => {
  await open({ "GET /sheets/s": () => refused("invalid", 422) });
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("There is nothing here");
  expect(shown.root.querySelector("[role=alert]")).toBeNull();
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

test("a link to one tile opens its group and leads to it, on a sheet that one may only look at", async () => {
  const heading = ownTile({ kind: "heading", title: "Later", isClosed: true }, "h");
  const note = {
    ...ownTile({ kind: "note", title: "Plans", text: "" }, "n"),
    place: { x: 0, y: 1, width: 4, height: 2 },
  };
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe(): void {}
      disconnect(): void {}
    },
  });
  Element.prototype.scrollIntoView ??= () => undefined;
  go("/sheets/s?tile=n");
  await open({ "GET /sheets/s": () => ({ ...SHEET, role: "view", tiles: [heading, note] }) });
  await expect.poll(() => document.activeElement?.id).toBe("tile-n");
  go("/sheets/s", { replace: true });
});

test("a feed is a way to begin, and the address box beside it then asks for one", async () => {
  await open({ "GET /sheets/s": () => SHEET });
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("Or begin with");
  const others = [...shown.root.querySelectorAll("main .others button")].map((each) => each.textContent?.trim());
  expect(others).toEqual(["Feed", "Links", "Search", "Note", "From my bookmarks…"]);
  shown.button("Feed").click();
  await expect.poll(() => document.activeElement?.closest("main form") !== null).toBe(true);
  expect(document.activeElement?.getAttribute("placeholder")).toBe("Address of a feed, or of a page that has one");
});
