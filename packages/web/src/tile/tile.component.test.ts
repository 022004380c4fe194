import type { TileReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameTurns } from "../grid/frame-queue.ts";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import type { BlockThen } from "./changed-tiles.ts";
import Tile from "./Tile.svelte";
import { follow, observation, tile } from "./tiles.fixture.ts";

/** The window as tiles see it: told by hand what is in it. */
class FakeObserver {
  static all: FakeObserver[] = [];
  readonly #tell: (entries: readonly { readonly isIntersecting: boolean; readonly target: Element }[]) => void;
  readonly #watched = new Set<Element>();

  constructor(tell: never) {
    this.#tell = tell;
    FakeObserver.all.push(this);
  }

  observe(element: Element): void {
    this.#watched.add(element);
  }

  unobserve(element: Element): void {
    this.#watched.delete(element);
  }

  disconnect(): void {
    this.#watched.clear();
  }

  show(isIntersecting: boolean): void {
    for (const target of this.#watched) this.#tell([{ isIntersecting, target }]);
  }
}

const real = globalThis.IntersectionObserver;
let server: FakeServer;
let shown: Mounted<{ toggleReader(): void }>;
let styles: TileReply["style"][];

beforeEach(async () => {
  Object.assign(globalThis, { IntersectionObserver: FakeObserver });
  FakeObserver.all = [];
  server = await fakeServer({ "POST /follows/f/seen": () => ({}) });
});
afterEach(async () => {
  vi.useRealTimers();
  await shown.close();
  server.close();
  Object.assign(globalThis, { IntersectionObserver: real });
});

const SHEET = { theme: "system", accent: null, density: "cosy", reader: false } as const;
const NEWS = { latest: observation("changed", "o"), latestFound: observation("changed", "o"), hasNews: true };

function show(of: TileReply, then?: BlockThen | null): void {
  styles = [];
  shown = mounted(Tile as never, {
    tile: of,
    sheetStyle: SHEET,
    then,
    thenOf: () => then,
    turns: new FrameTurns(),
    isFirst: false,
    menu: () => [],
    onrestyle: (style: TileReply["style"]) => void styles.push(style),
    onnudge: () => {},
  }) as typeof shown;
}

const isNew = (): boolean => shown.one("article").classList.contains("new");
const isFaded = (): boolean => shown.one("article").classList.contains("faded");

test("a change is marked as new, and the server is told once it was in view for a while", async () => {
  vi.useFakeTimers();
  show(tile("t", follow("f", NEWS)));
  expect([isNew(), shown.text().includes("New")]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.sent("POST /follows/f/seen")).toEqual([]);
  for (const observer of FakeObserver.all) observer.show(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([server.sent("POST /follows/f/seen"), isNew()]).toEqual([[{ observationId: "o" }], true]);
});

test("a tile that is scrolled past was not seen", async () => {
  vi.useFakeTimers();
  show(tile("t", follow("f", NEWS)));
  for (const isIn of [true, false]) {
    for (const observer of FakeObserver.all) observer.show(isIn);
    await vi.advanceTimersByTimeAsync(500);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.sent("POST /follows/f/seen")).toEqual([]);
});

test("a block that only moved on its page is not new", () => {
  show(tile("t", follow("f", { ...NEWS, latest: observation("moved", "o") })));
  expect(isNew()).toBe(false);
});

test("what is not sure to be the block is faded", async () => {
  show(tile("t", follow("f", { verdict: "gone" })));
  expect(isFaded()).toBe(true);
  await shown.close();
  show(tile("t", follow("f")));
  expect(isFaded()).toBe(false);
});

test("in the past nothing is new, and the verdict is that of the time", () => {
  const gone = { ...observation("verdict"), verdict: { kind: "gone", confidence: 1, candidates: [] } };
  show(tile("t", follow("f", NEWS)), { observation: gone as BlockThen["observation"], shown: null });
  expect([isNew(), isFaded(), shown.text().includes("Gone")]).toEqual([false, true, true]);
});

test("before the block was followed there is neither a verdict nor a block", () => {
  show(tile("t", follow("f", NEWS)), null);
  expect([isNew(), isFaded(), shown.text().includes("There was nothing to show yet.")]).toEqual([false, false, true]);
});

test("text only is switched for this tile alone, its other style stays", () => {
  const styled = tile("t", follow("f"));
  show({ ...styled, style: { ...styled.style, title: "Lamp", density: "roomy" } });
  shown.fire(shown.button("Text only"), new MouseEvent("click", { bubbles: true }));
  shown.part.toggleReader();
  const toggled = { ...styled.style, title: "Lamp", density: "roomy", reader: true };
  expect(styles).toEqual([toggled, toggled]);
});

test("a tile of several shows each part, is judged by the worst, and says which one is missing", () => {
  const found = { latest: observation("first", "o"), latestFound: observation("first", "o") };
  const gone = { ...found, verdict: "gone" as const };
  show(tile("t", follow("news", found), follow("weather", gone)));
  expect(shown.one("h2").textContent).toBe("news · weather");
  expect([...shown.root.querySelectorAll("section")].map((part) => part.getAttribute("aria-label"))).toEqual([
    "news",
    "weather",
  ]);
  expect(shown.one("[role=status]").textContent).toBe("Missing on its page: weather");
  expect(shown.one(".badge").textContent).toContain("Gone");
});
