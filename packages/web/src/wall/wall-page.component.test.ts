import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { Live } from "../shell/live.svelte.ts";
import { go } from "../shell/router.svelte.ts";
import WallPage from "./WallPage.svelte";

const STYLE = { theme: "system", density: "cosy", accent: null, reader: false };
const sheet = (id: string, title: string, tiles: readonly object[] = []) => ({
  ...{ id, title, style: STYLE, tiles, version: 1, role: "owner" },
});
const own = (id: string, y: number, content: object) => ({
  ...{
    id,
    content,
    place: { x: 0, y, width: 12, height: 1 },
    followId: null,
    follow: null,
    follows: [],
    rows: [],
    style: {},
    version: 1,
  },
});

let server: FakeServer;
let shown: Mounted;
let live: Live;

beforeEach(async () => {
  server = await fakeServer({
    "GET /sheets/a": () => sheet("a", "First"),
    "GET /sheets/b": () => sheet("b", "Second"),
    "GET /sheets/folded": () =>
      sheet("folded", "Folded", [
        own("note", 0, { kind: "note", title: "Seen", text: "Seen" }),
        own("later", 1, { kind: "heading", title: "Later", isClosed: true }),
        own("kept", 2, { kind: "note", title: "Kept", text: "Kept" }),
      ]),
    "GET /sheets/gone": () => new Response("{}", { status: 404 }),
  });
  go("/wall?sheets=a,gone,b&seconds=5");
  live = new Live();
  vi.useFakeTimers();
  shown = mounted(WallPage, { live });
  await vi.advanceTimersByTimeAsync(100);
  flushSync();
});
afterEach(async () => {
  vi.useRealTimers();
  await shown.close();
  server.close();
});

const title = () => shown.one("h1").textContent;
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
};

test("one sheet comes after the other, those that are gone are passed over, and nothing can be pressed", async () => {
  expect(title()).toBe("First");
  await pass(5_100);
  expect(title()).toBe("Second");
  await pass(5_100);
  expect(title()).toBe("First");
  expect(shown.root.querySelectorAll("button, a, input")).toHaveLength(0);
  expect(server.asked.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("two presses in one place fill the screen, and two more give it back", async () => {
  const root = document.documentElement;
  let full: Element | null = null;
  Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => full });
  root.requestFullscreen = async () => {
    full = root;
  };
  document.exitFullscreen = async () => {
    full = null;
  };
  const press = (clientX: number) =>
    shown.fire(shown.one("h1"), new PointerEvent("pointerup", { clientX, clientY: 9, isPrimary: true, bubbles: true }));
  press(10);
  press(300);
  expect(full).toBeNull();
  press(305);
  expect(full).toBe(root);
  press(10);
  press(10);
  expect(full).toBeNull();
});

test("a key pauses it and another turns it", async () => {
  shown.press(" ", document.body);
  flushSync();
  await pass(20_000);
  expect(title()).toBe("First");
  expect(shown.one("[role=status]").textContent).toContain("Paused");
  shown.press("ArrowRight", document.body);
  flushSync();
  expect(title()).toBe("Second");
});

/** A sheet that is so much higher than the screen; what scrolls is not laid out here. */
function highSheet(height: number, screen: number): { readonly top: () => number } {
  const scroller = shown.one("main");
  let top = 0;
  const sizes = { clientHeight: () => screen, scrollHeight: () => height, scrollTop: () => top };
  for (const [name, get] of Object.entries(sizes)) Object.defineProperty(scroller, name, { get, configurable: true });
  scroller.scrollTo = ((to: ScrollToOptions) => {
    top = Math.min(height - screen, to.top ?? 0);
  }) as typeof scroller.scrollTo;
  return { top: () => top };
}

test("a sheet that is higher than the screen is shown to its end before the next one comes", async () => {
  const { top } = highSheet(2_000, 900);
  await pass(5_100);
  expect([title(), top()]).toEqual(["First", 765]);
  await pass(5_100);
  expect([title(), top()]).toEqual(["First", 1_100]);
  await pass(5_100);
  expect([title(), top()]).toEqual(["Second", 0]);
});

test("without a connection it stays, and says since when", async () => {
  live.isConnected = false;
  flushSync();
  expect(title()).toBe("First");
  expect(shown.one("[role=status]").textContent).toContain("No connection since");
});

test("what is closed on the sheet is closed on the wall", async () => {
  await shown.close();
  go("/wall?sheets=folded&seconds=5");
  shown = mounted(WallPage, { live });
  await vi.advanceTimersByTimeAsync(100);
  flushSync();
  await vi.waitUntil(() => shown.root.querySelector("#tile-later") && shown.root.textContent.includes("Seen"));
  expect(shown.root.querySelectorAll(".cell")).toHaveLength(2);
  expect(shown.one("#tile-later").textContent).toMatch(/Later\s*1/);
});
