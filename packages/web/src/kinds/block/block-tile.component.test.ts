import type { TileReply } from "@tessera/model/api";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { FrameTurns } from "../../grid/frame-queue.ts";
import { setLanguage } from "../../i18n/words.svelte.ts";
import { type FakeServer, fakeServer } from "../../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../../mount/mounted.fixture.ts";
import { giveSizes } from "../../mount/sizes.fixture.ts";
import { tellInk } from "../../mount/told-ink.fixture.ts";
import type { BlockThen } from "../../tile/changed-tiles.ts";
import { follow, observation, tile } from "../../tile/tiles.fixture.ts";
import BlockTile from "./BlockTile.svelte";
import { joined, thenState } from "./block-parts.ts";

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
/** What the block was called. */
let names: string[];

// a tile shows them at once where they are loaded already
beforeAll(async () => void (await Promise.all([joined(), thenState()])));
beforeEach(async () => {
  Object.assign(globalThis, { IntersectionObserver: FakeObserver });
  FakeObserver.all = [];
  server = await fakeServer({ "POST /follows/f/seen": () => ({}) });
});
afterEach(async () => {
  vi.useRealTimers();
  await shown.close();
  await setLanguage("en");
  server.close();
  Object.assign(globalThis, { IntersectionObserver: real });
});

const SHEET = { theme: "system", accent: null, density: "cosy", reader: false } as const;
const NEWS = { latest: observation("changed", "o"), latestFound: observation("changed", "o"), hasNews: true };

function show(of: TileReply, then?: BlockThen | null, isFirst = false): void {
  [styles, names] = [[], []];
  shown = mounted(BlockTile as never, {
    tile: of,
    sheetStyle: SHEET,
    thenOf: () => then,
    turns: new FrameTurns(),
    isFirst,
    run: () => {},
    oncontent: () => {},
    onrestyle: (style: TileReply["style"]) => void styles.push(style),
    onname: (title: string) => void names.push(title),
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

/** A double press on the title, and these words. */
function rename(written: string): void {
  shown.fire(shown.one("h2"), new MouseEvent("dblclick", { bubbles: true }));
  const field = shown.one<HTMLInputElement>("header input");
  shown.write(field, written);
  shown.fire(field, new FocusEvent("blur"));
}

test("the name of a tile of one block is that of the block, also where the tile had one of its own", () => {
  const plain = tile("t", follow("f"));
  show({ ...plain, style: { ...plain.style, title: "Old" } });
  rename("Lamp");
  expect({ names, styles }).toEqual({ names: ["Lamp"], styles: [] });
});

test("a title that is emptied is that of the block again", () => {
  const plain = tile("t", follow("f"));
  show({ ...plain, style: { ...plain.style, title: "Old" } });
  rename("");
  expect({ names, styles }).toEqual({ names: [], styles: [{ ...plain.style, title: null }] });
});

test.each([
  ["several blocks", tile("t", follow("f"), follow("g"))],
  ["somebody else's block", tile("t", follow("f", { isOwn: false }))],
])("a tile of %s has a name of its own", (_, of) => {
  show(of);
  rename("Lamp");
  expect({ names, styles }).toEqual({ names: [], styles: [{ ...of.style, title: "Lamp" }] });
});

test("“Rename” in the menu of a tile makes its title a field", async () => {
  HTMLElement.prototype.showPopover ??= () => undefined;
  show(tile("t", follow("f")));
  shown.fire(shown.button("Menu for f"), new MouseEvent("click", { bubbles: true }));
  const entry = () =>
    [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find(
      (each) => each.textContent?.trim() === "Rename",
    );
  await expect.poll(entry).toBeDefined();
  entry()?.click();
  await expect.poll(() => shown.root.querySelector<HTMLInputElement>("header input")?.value).toBe("f");
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

test("a tile of several with a part that shows nothing is not green, and says which part that is", async () => {
  const found = { latest: observation("first", "o"), latestFound: observation("first", "o") };
  const latest = { ...found.latest, verdict: { ...found.latest.verdict, shows: "nothing" } } as typeof found.latest;
  show(tile("t", follow("news", found), follow("chart", { latest, latestFound: latest })));
  expect(shown.one(".badge").textContent).toContain("Blank");
  expect(shown.root.querySelector(".dot")).toBeNull();
  expect(shown.one("[role=status]").textContent).toBe("Nothing to see in: chart");
});

test("a part of several is shown in the way that was chosen for it, the others as the tile is", async () => {
  const found = { latest: observation("first", "o"), latestFound: observation("first", "o") };
  const joined = tile("t", follow("news", found), follow("weather", found));
  const areTexts = (): readonly boolean[] =>
    [...shown.root.querySelectorAll("section")].map((part) => part.querySelector(".text") !== null);
  show(joined);
  expect(areTexts()).toEqual([false, false]);
  await shown.close();
  show({ ...joined, style: { ...joined.style, parts: { weather: "text" } as TileReply["style"]["parts"] } });
  expect(areTexts()).toEqual([false, true]);
  await shown.close();
  const style = { ...joined.style, reader: true, parts: { weather: "adapted" } as TileReply["style"]["parts"] };
  show({ ...joined, style });
  expect(areTexts()).toEqual([true, false]);
});

const bodyHeights = (): readonly string[] =>
  [...shown.root.querySelectorAll("section")].map((part) => part.style.getPropertyValue("--body-height"));
const PAGE_LAYOUT = { viewport: [1_280, 900] as [number, number], width: 314, height: 500 };

test("a part of several is as high as it turns out to be, as on its page or adapted, and is scrolled beyond that", async () => {
  onTestFinished(giveSizes({ clientWidth: 320, clientHeight: 240 }));
  sessionStorage.clear();
  const found = (id: string, parts = {}) =>
    follow(id, { ...parts, latest: observation("first", id), latestFound: observation("first", id) });
  const of = tile("t", found("news", { layout: PAGE_LAYOUT }), found("weather"));
  show(
    { ...of, style: { ...of.style, overflow: "fade", parts: { weather: "adapted" } as TileReply["style"]["parts"] } },
    undefined,
    true,
  );
  // 500 pixels in 314, with the space around them, in a body of 314; what nobody has seen has the usual height
  expect(bodyHeights()).toEqual(["488px", "181px"]);
  const frame = () => shown.root.querySelector<HTMLIFrameElement>('iframe[src*="observations/weather"]')!;
  await expect.poll(frame).not.toBeNull();
  expect(frame().getAttribute("src")).toContain("look=adapted&pad=12&cut=scroll");
  for (const each of shown.root.querySelectorAll("iframe")) shown.fire(each, new Event("load"));
  const measured = [
    await tellInk({ ink: "seen", heightPx: 1_234.5 }),
    await tellInk({ ink: "seen", heightPx: 1_234.5 }),
  ];
  expect(measured.filter((src) => src.includes("/observations/weather/tile/ink?look=adapted"))).toHaveLength(1);
  // a body is as wide as everything else here
  await expect.poll(bodyHeights).toEqual(["498px", "1236px"]);
  expect(frame().getAttribute("src")).toContain("cut=scroll");
});

test("a part of several that markup does not show asks for a picture, as a tile of one block does", async () => {
  onTestFinished(giveSizes({ clientWidth: 320, clientHeight: 240 }));
  sessionStorage.clear();
  const fetchedBy = { fetcher: "browser" as const, reason: "asked" as const };
  const part = (id: string) => {
    const seen = observation("first", `${id}-pale`);
    const plain = follow(id, { layout: PAGE_LAYOUT, latest: seen, latestFound: seen });
    return { ...plain, page: { ...plain.page, fetchedBy: { ...plain.page.fetchedBy, ...fetchedBy } } } as typeof plain;
  };
  server.close();
  server = await fakeServer({ "PATCH /tiles/t": () => ({}) });
  show(tile("t", part("news"), part("weather")), undefined, true);
  const frame = () => shown.root.querySelector<HTMLIFrameElement>("iframe")!;
  await expect.poll(frame).not.toBeNull();
  shown.fire(frame(), new Event("load"));
  await tellInk({ ink: "blank" });
  await expect.poll(() => server.sent("PATCH /tiles/t")).toEqual([{ style: { needsPicture: true } }]);
});

test("why a page was never reached is said in the person's language, and not in the words of the server", async () => {
  await setLanguage("de");
  const trouble = { code: "status", retry: "later", message: "a.example answered with status 404", status: 404 };
  const page = { ...follow("f").page, trouble };
  const never = tile("t", follow("f", { page, latest: null, latestFound: null } as never));
  show(never);
  await expect.poll(() => shown.text()).toContain("Die Website hat");
  expect(shown.text()).not.toContain("answered with");
});
