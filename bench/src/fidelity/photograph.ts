/** Pictures of a block on its page and of its tile, taken in one and the same Chromium. */
import { setTimeout } from "node:timers/promises";
import type { PickedLayout } from "@tessera/model";
import type { Ink } from "@tessera/model/ways";
import { declarationsOf, picking, readInkMessage, turned } from "@tessera/page";
import { type BrowserContext, chromium, type Frame, type Page } from "playwright-core";
import { CHROMIUM, FLAGS } from "../web/furnished-world.ts";
import { type Picture, readPicture } from "./compare.ts";
import type { MeasureInk, Product, TileShown } from "./product.ts";
import { BUSY } from "./technique.ts";

export interface Photographer {
  /** The block as it is on its page once that has come to rest. Null where it is not there or cannot be seen. */
  ofBlock(url: string, place: BlockPlace): Promise<Picture | null>;
  /** The words of the head of a table in the block, as the page says them at rest; empty where there is none. */
  tableHeadOf(url: string, place: BlockPlace): Promise<string>;
  /** How the page is laid out around the block for who picks it: without its scripts, as in the picker. */
  layoutOf(url: string, place: BlockPlace): Promise<PickedLayout | null>;
  /** The tile in a frame of this size. */
  ofTile(tile: TileShown, size: Size): Promise<Picture>;
  /** What the document of a tile says itself of what can be seen of it. */
  readonly inkOf: MeasureInk;
  stop(): Promise<void>;
}

/** A selector, or the path that the product gives an element. */
export type BlockPlace = { readonly selector: string } | { readonly path: string };

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** As the product's own browser has it: the page is compared as it was laid out for the capture. */
const VIEWPORT = { width: 1_280, height: 900 };
/** More of a block is not compared: it is more than anybody sees at once. */
const MAX_HEIGHT = 800;
const SETTLE_MS = 15_000;
const FRAME_MS = 4_000;
const LOOK_EVERY_MS = 50;
const STILL_MS = 150;
const MAX_TURNS = 12;
const FRAME_STYLE = "display:block;border:0;transform-origin:0 0";
const FRAME_PATH = "/fidelity-frame";

export async function startPhotographer(product: Pick<Product, "url" | "cookie">): Promise<Photographer> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const usual = { viewport: VIEWPORT, locale: "en-GB", reducedMotion: "reduce", colorScheme: "light" } as const;
  const web = await browser.newContext(usual);
  const picker = await browser.newContext({ ...usual, javaScriptEnabled: false });
  // blocks of one page come one after the other
  let open: { readonly url: string; readonly page: Page } | null = null;
  // the product's cookies for its own pages alone: hosts do not keep ports apart
  const sheet = await browser.newContext(usual);
  await sheet.addCookies(cookiesOf(product));
  const pageAt = async (url: string): Promise<Page> => {
    if (open?.url !== url) {
      await open?.page.close();
      open = { url, page: await openPage(web, url) };
    }
    return open.page;
  };
  return {
    ofBlock: async (url, place) => photographBlock(await pageAt(url), place),
    tableHeadOf: async (url, place) => {
      const head = `${finding(place)}?.querySelector("tr:has(th)")?.innerText ?? ""`;
      return (await (await pageAt(url)).evaluate(head)) as string;
    },
    layoutOf: (url, place) => withPage(picker, (page) => layoutAround(page, url, place)),
    ofTile: (tile, size) => withPage(sheet, (page) => photographTile(page, product.url, { tile, size })),
    inkOf: (url, size) => withPage(sheet, (page) => inkIn(page, product.url, { url, size })),
    stop: () => browser.close(),
  };
}

async function withPage<T>(context: BrowserContext, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage();
  try {
    return await use(page);
  } finally {
    await page.close();
  }
}

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  // of a saved site some file is missing, and waited for in vain
  await page.goto(url, { waitUntil: "load", timeout: SETTLE_MS }).catch(() => undefined);
  return page;
}

async function photographBlock(page: Page, place: BlockPlace): Promise<Picture | null> {
  const clip = await boxAtRest(page.mainFrame(), place);
  return clip && readPicture(await page.screenshot({ clip }));
}

/** Where the block is in the window, as much of it as is compared; null where it cannot be seen. */
async function boxAtRest(frame: Frame, place: BlockPlace): Promise<(Size & { x: number; y: number }) | null> {
  const find = finding(place);
  const isThere = `(() => { const block = ${find}; block?.scrollIntoView({ block: "center" }); return Boolean(block); })()`;
  await frame
    .waitForFunction(`!document.documentElement.hasAttribute("${BUSY}") && ${isThere}`, null, { timeout: SETTLE_MS })
    .catch(() => undefined);
  await frame.evaluate(atRest(find));
  const box = (await frame.evaluate(boxOf(find))) as (Size & { x: number; y: number }) | null;
  return box && { ...box, height: Math.min(box.height, MAX_HEIGHT, VIEWPORT.height - box.y) };
}

async function showDocument(page: Page, url: string, content: string): Promise<void> {
  const body = `<!doctype html><style>body{margin:0;background:#fff;overflow:hidden}</style>${content}`;
  await page.route(url, (route) => void route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  await page.goto(url, { waitUntil: "load" });
}

async function layoutAround(page: Page, url: string, place: BlockPlace): Promise<PickedLayout | null> {
  await page.goto(url, { waitUntil: "load", timeout: SETTLE_MS }).catch(() => undefined);
  return (await page.evaluate(measured(finding(place)))) as PickedLayout | null;
}

async function photographTile(
  page: Page,
  origin: string,
  { tile, size }: { readonly tile: TileShown; readonly size: Size },
): Promise<Picture> {
  // of the server's own origin, so that its frames may be shown
  await showDocument(page, `${origin}${FRAME_PATH}`, contentOf(tile, size));
  const frame = page.frames().find((other) => other !== page.mainFrame());
  await (frame && atRestInFrame(frame));
  return readPicture(await stillPicture(page, size));
}

/** A frame without rights paints in a process of its own, and large pictures in it when they are decoded: two photographs have to agree. */
async function stillPicture(page: Page, size: Size): Promise<Buffer> {
  const clip = { x: 0, y: 0, ...size };
  let last = await page.screenshot({ clip });
  for (let turns = 0, alike = 0; turns < MAX_TURNS && alike < 2; turns++) {
    await setTimeout(STILL_MS);
    const next = await page.screenshot({ clip });
    alike = next.equals(last) ? alike + 1 : 0;
    last = next;
  }
  return last;
}

/** As the sheet does it: in a frame without an origin, which tells what its script saw. */
async function inkIn(
  page: Page,
  origin: string,
  { url, size: { width, height } }: { readonly url: string; readonly size: Size },
): Promise<Ink> {
  const frame = `<iframe sandbox="allow-scripts" style="${FRAME_STYLE};width:${width}px;height:${height}px" src="${escaped(url)}"></iframe>`;
  await showDocument(
    page,
    `${origin}${FRAME_PATH}`,
    `<script>onmessage = ({ data }) => { ink = data; }; ink = null;</script>${frame}`,
  );
  const heard = await page.waitForFunction("ink", null, { timeout: SETTLE_MS });
  return readInkMessage(await heard.jsonValue())?.ink ?? "blank";
}

/** Nothing runs by itself in a frame without rights, neither promises nor clocks: it is asked until it is complete. */
async function atRestInFrame(frame: Frame): Promise<void> {
  const until = performance.now() + FRAME_MS;
  while (performance.now() < until && !(await frame.evaluate(IS_COMPLETE))) await setTimeout(LOOK_EVERY_MS);
  await frame.evaluate(END_ANIMATIONS);
}

function contentOf(tile: TileShown, { width, height }: Size): string {
  if (tile.kind === "said-blank") return "";
  const box = `width:${width}px;height:${height}px`;
  if (tile.kind === "image")
    return `<img style="${FRAME_STYLE};${box};object-fit:contain;object-position:top" src="${escaped(tile.url)}">`;
  const layout = tile.kind === "frame" ? tile.layout : null;
  const scale = layout ? width / layout.width : 1;
  const size = layout ? `width:${layout.viewport[0]}px;height:${height / scale}px;transform:scale(${scale})` : box;
  return `<iframe style="${FRAME_STYLE};${size}" src="${escaped(tile.url)}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

function escaped(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

function finding(place: BlockPlace): string {
  return "selector" in place ? `document.querySelector(${JSON.stringify(place.selector)})` : byPath(place.path);
}

/** `html[1]/body[1]/p[2]`, as the engine writes paths. */
function byPath(path: string): string {
  return `document.evaluate(${JSON.stringify(`/${path}`)}, document, null, 9, null).singleNodeValue`;
}

const LOADED = `Promise.all([
  document.fonts.ready,
  ...[...document.images].filter((image) => !image.complete).map((image) => new Promise((done) => { image.onload = image.onerror = done; setTimeout(done, 3000); })),
])`;

const IS_COMPLETE = `document.fonts.status === "loaded" && [...document.images].every((image) => image.complete)`;

/** Those without an end stay as they are. */
const END_ANIMATIONS = `document.getAnimations().forEach((animation) => { try { animation.finish(); } catch {} })`;

/** What is seen at last: an end may begin something else, and a busy machine begins late. */
const AT_REST = `(async () => {
  const isMoving = () => document.getAnimations().some((animation) => animation.playState === "running" && Number.isFinite(animation.effect?.getComputedTiming().endTime ?? Infinity));
  for (let quiet = 0, turns = 0; quiet < 3 && turns < 40; turns++) {
    quiet = isMoving() ? 0 : quiet + 1;
    ${END_ANIMATIONS};
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
})()`;

/** Images and fonts are there, animations with an end have come to it, and nothing fixed lies over the block. */
function atRest(find: string): string {
  return `(async () => {
    const block = ${find};
    if (!block) return;
    block.scrollIntoView({ block: block.getBoundingClientRect().height > innerHeight ? "start" : "center" });
    await ${LOADED};
    await ${AT_REST};
    for (const element of document.querySelectorAll("body *")) {
      if (!/fixed|sticky/.test(getComputedStyle(element).position)) continue;
      const isBeside = !element.contains(block) && !block.contains(element);
      if (isBeside) element.style.setProperty("visibility", "hidden", "important");
      else if (element.style.getPropertyPriority("visibility")) element.style.removeProperty("visibility");
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  })()`;
}

/** The part of it that is in the window; null where nothing of it is. */
function boxOf(find: string): string {
  return `(() => {
    const box = ${find}?.getBoundingClientRect();
    if (!box) return null;
    const [left, top] = [Math.max(0, Math.round(box.left)), Math.max(0, Math.round(box.top))];
    const [width, height] = [Math.min(innerWidth, Math.round(box.right)) - left, Math.round(box.bottom) - top];
    return width < 1 || height < 1 ? null : { x: left, y: top, width, height };
  })()`;
}

/** As the picker's frame measures it, which has the block in view. */
function measured(find: string): string {
  return `(() => {
    const block = ${find};
    if (!block) return null;
    ${[picking, turned].map(declarationsOf).join("\n")}
    block.scrollIntoView({ block: "nearest" });
    const numberOf = (element) => (element.matches("script,style,template,noscript") ? -1 : 0);
    const tools = { isLegible, groundsBeside, turnedOf };
    const { turned, ...seen } = measure({ numberOf, tools }, block, false);
    return { ...seen, ...(turned ? { turned } : {}) };
  })()`;
}

function cookiesOf({ url, cookie }: Pick<Product, "url" | "cookie">) {
  return cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}
