import type { LaidOut } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer, HeldAnswer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { giveSizes } from "../mount/sizes.fixture.ts";
import { measuring, tellInk } from "../mount/told-ink.fixture.ts";
import { heightShown } from "./heights.svelte.ts";
import TileBody from "./TileBody.svelte";
import { autoRows } from "./tile-size.ts";
import { follow, observation, tile } from "./tiles.fixture.ts";

/** Of a tile of a usual sheet. */
const SIZES = { clientWidth: 320, clientHeight: 240 };
const LAYOUT: LaidOut = { viewport: [1_280, 900], width: 400, height: 300 };

let server: FakeServer;
let shown: Mounted;
let takeSizes: () => void;

beforeEach(async () => {
  sessionStorage.clear();
  takeSizes = giveSizes(SIZES);
  server = await fakeServer({ "GET /follows/f/observations/hidden": new HeldAnswer().give });
});
afterEach(async () => {
  takeSizes();
  await shown.close();
  server.close();
});

let needs = 0;

function show(
  way: "page" | "adapted" | null,
  name: string,
  fetcher: "http" | "browser" = "http",
  more: { readonly overflow?: "fade" | null; readonly onmore?: (() => void) | undefined } = {},
): void {
  const seen = { ...observation("first", name), excerpt: "Boats" };
  const plain = follow("f", { layout: LAYOUT, latest: seen, latestFound: seen });
  const given = { ...plain, page: { ...plain.page, fetchedBy: { ...plain.page.fetchedBy, fetcher } } };
  needs = 0;
  shown = mounted(TileBody, {
    follow: given,
    title: "Boats",
    observation: seen,
    isReader: false,
    padPx: 12,
    style: { way, overflow: more.overflow ?? null },
    onmore: more.onmore,
    onneed: () => needs++,
  });
}

const lookShown = () => /look=(\w+)/.exec(shown.root.querySelector("iframe")?.getAttribute("src") ?? "")?.[1];

/** The frame of the tile has come; the hidden one beside it is waited for, and says this. */
function told(ink: string, from: "itself" | "somebody else" = "itself", heightPx?: number): Promise<string> {
  shown.fire(shown.one("iframe"), new Event("load"));
  return tellInk({ ink, heightPx }, from);
}

test("a way that shows nothing in this tile gives place to the next, and at last to the text", async () => {
  show(null, "hidden");
  await expect.poll(lookShown).toBe("page");
  expect(await told("blank")).toContain("/tile/ink?look=page");
  await expect.poll(lookShown).toBe("adapted");
  expect(await told("blank")).toContain("/tile/ink?look=adapted");
  await expect.poll(() => shown.root.querySelector(".text")).not.toBeNull();
  expect(shown.root.querySelector("iframe")).toBeNull();
  expect(measuring()).toBeNull();
});

test("what a person chose stays where it is hard to read, and what was measured once is not measured again", async () => {
  show("adapted", "pale");
  await expect.poll(lookShown).toBe("adapted");
  await told("illegible");
  await expect.poll(measuring).toBeNull();
  expect(lookShown()).toBe("adapted");
  await shown.close();
  show("adapted", "pale");
  const again = shown;
  again.fire(again.one("iframe"), new Event("load"));
  // the next one would have to wait for it
  show("adapted", "other");
  expect(await told("seen")).toContain("/observations/other/");
  await again.close();
});

test("nobody but the frame that measures is believed", async () => {
  show(null, "bait");
  await expect.poll(lookShown).toBe("page");
  await told("blank", "somebody else");
  expect(lookShown()).toBe("page");
  expect(measuring()).not.toBeNull();
  await told("seen");
  await expect.poll(measuring).toBeNull();
  expect(lookShown()).toBe("page");
});

test("where markup shows nothing and a browser could take a picture, one is asked for", async () => {
  show(null, "pictured", "browser");
  await expect.poll(lookShown).toBe("page");
  expect(needs).toBe(0);
  await told("blank");
  await expect.poll(() => needs).toBe(1);
  await shown.close();
  show(null, "raw", "http");
  await expect.poll(lookShown).toBe("page");
  await told("blank");
  await expect.poll(lookShown).toBe("adapted");
  expect(needs).toBe(0);
});

const cutShown = () => /cut=(\w+)/.exec(shown.root.querySelector("iframe")?.getAttribute("src") ?? "")?.[1];
const more = () => [...shown.root.querySelectorAll("button")].find((each) => each.textContent?.includes("More"));

test("adapted, a block that turns out to be higher than its tile fades and has more; its tile is told how high it is", async () => {
  const asked: unknown[] = [];
  show("adapted", "long", "http", { onmore: (...given: unknown[]) => asked.push(...given) });
  await expect.poll(lookShown).toBe("adapted");
  expect([cutShown(), more()]).toEqual(["scroll", undefined]);
  await told("seen", "itself", 700);
  await expect.poll(cutShown).toBe("fade");
  shown.fire(more()!, new MouseEvent("click", { bubbles: true }));
  expect(asked).toEqual([700]);
  const seen = { ...observation("first", "long"), excerpt: "Boats" };
  const made = tile("t", follow("f", { layout: LAYOUT, latest: seen, latestFound: seen }));
  const style = { ...made.style, way: "adapted", height: "auto", density: null } as const;
  const sheetStyle = { theme: "system", accent: null, density: "cosy", reader: false } as const;
  // as wide as the body is, with borders and margins
  const widths = Array.from({ length: 60 }, (_, at) => SIZES.clientWidth + at);
  const rows = widths.map((widthPx) => autoRows({ ...made, style }, { widthPx, sheetStyle, heightShown }));
  expect(Math.max(...rows.map((each) => each ?? 0))).toBeGreaterThan(8);
});

test("nothing more is offered where nothing is cut, also where somebody wants it to fade", async () => {
  show("adapted", "short", "http", { overflow: "fade", onmore: () => undefined });
  await expect.poll(lookShown).toBe("adapted");
  expect(more()).not.toBe(undefined);
  await told("seen", "itself", 100);
  await expect.poll(more).toBe(undefined);
});

test.each(["page", "adapted"] as const)(
  "where nothing can open it, %s is scrolled, whatever was chosen",
  async (way) => {
    for (const overflow of [null, "fade"] as const) {
      show(way, `closed-${way}-${overflow}`, "http", { overflow });
      await expect.poll(lookShown).toBe(way);
      await told("seen", "itself", 700);
      await expect.poll(measuring).toBeNull();
      expect([cutShown(), more()]).toEqual(["scroll", undefined]);
      if (overflow === null) await shown.close();
    }
  },
);
