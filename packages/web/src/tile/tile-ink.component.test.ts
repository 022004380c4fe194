import type { LaidOut } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer, HeldAnswer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import TileBody from "./TileBody.svelte";
import { follow, observation } from "./tiles.fixture.ts";

/** A DOM without a screen has no sizes: those of a tile of a usual sheet. */
const SIZES = { clientWidth: 320, clientHeight: 240 };
const LAYOUT: LaidOut = { viewport: [1_280, 900], width: 400, height: 300 };

let server: FakeServer;
let shown: Mounted;

beforeEach(async () => {
  sessionStorage.clear();
  for (const [name, value] of Object.entries(SIZES)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
  server = await fakeServer({ "GET /follows/f/observations/hidden": new HeldAnswer().give });
});
afterEach(async () => {
  for (const name of Object.keys(SIZES)) Reflect.deleteProperty(HTMLElement.prototype, name);
  await shown.close();
  server.close();
});

let needs = 0;

function show(way: "page" | "adapted" | null, name: string, fetcher: "http" | "browser" = "http"): void {
  const seen = { ...observation("first", name), excerpt: "Boats" };
  const plain = follow("f", { layout: LAYOUT, latest: seen, latestFound: seen });
  const given = { ...plain, page: { ...plain.page, fetchedBy: { ...plain.page.fetchedBy, fetcher } } };
  needs = 0;
  shown = mounted(TileBody, {
    follow: given,
    title: "Boats",
    observation: seen,
    isReader: false,
    style: { way, overflow: null },
    onneed: () => needs++,
  });
}

const lookShown = () => /look=(\w+)/.exec(shown.root.querySelector("iframe")?.getAttribute("src") ?? "")?.[1];
const measuring = () => document.querySelector<HTMLIFrameElement>('body > iframe[sandbox="allow-scripts"]');

/** The frame of the tile has come; the hidden one beside it is waited for, and says this. */
async function told(ink: string, from: "itself" | "somebody else" = "itself"): Promise<string> {
  shown.fire(shown.one("iframe"), new Event("load"));
  await expect.poll(measuring).not.toBeNull();
  const frame = measuring()!;
  const source = from === "itself" ? frame.contentWindow : window;
  dispatchEvent(new MessageEvent("message", { data: { kind: "ink", ink }, source }));
  return frame.src;
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
