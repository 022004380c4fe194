/** A web for tests: pages by URL that can change, fail and be rendered differently, and a count of what was asked. */
import { createHash } from "node:crypto";
import type { LoadedFile } from "@tessera/capture";
import { readPage } from "@tessera/capture/reading";
import { type CaptureFailureRecord, type Fetcher, isVisitedAsSomebody } from "@tessera/model";
import { type Captured, type CaptureOrder, type CapturePage, closed, NO_PICTURES } from "./capture.ts";

type Answer = string | CaptureFailureRecord;

export interface FakeWeb {
  readonly capture: CapturePage;
  /** What was asked for, oldest first. */
  readonly asked: CaptureOrder[];
  /** What a URL answers from now on, by either fetcher or by one. */
  set(url: string, answer: Answer, fetcher?: Fetcher): void;
  /** What pictures were taken of: `page`, or the path of a block. */
  readonly pictured: string[];
  /** What pictures show, where the page is rendered and somebody wants them. */
  readonly pictures: { page: string; block: string };
  /** What is drawn on pages that are rendered. */
  drawings: Uint8Array | null;
  /** What pages that know their visitor have loaded, where they are rendered. */
  files: readonly LoadedFile[];
}

/** What every page of it loads where it is rendered. */
export const LOADED = { images: 6_000, imageCount: 3, styles: 500, fonts: 300, scripts: 2_000, other: 10 };

export function fakeWeb(): FakeWeb {
  const pages = new Map<string, Answer>();
  const asked: CaptureOrder[] = [];
  const pictured: string[] = [];
  const pictures = { page: "the page", block: "the block" };
  const keyOf = (url: string, fetcher: Fetcher) => `${fetcher} ${new URL(url).href}`;
  const web: FakeWeb = {
    asked,
    pictured,
    pictures,
    drawings: null,
    files: [],
    set(url, answer, fetcher) {
      for (const each of fetcher ? [fetcher] : (["http", "browser"] as const)) pages.set(keyOf(url, each), answer);
    },
    async capture(order): Promise<Captured> {
      asked.push(order);
      const answer = pages.get(keyOf(order.source.url, order.fetcher));
      if (answer === undefined) return failed({ code: "dns", retry: "later", message: "no host" });
      if (typeof answer !== "string") return failed(answer);
      const captured = pageOf(order, answer);
      if (order.fetcher === "http" || captured.kind !== "page") return captured;
      const capture = { ...captured.capture, drawings: web.drawings, loaded: LOADED };
      const isOwn = order.privateTo !== null && isVisitedAsSomebody(order.source);
      const files = isOwn ? { filesOf: async () => web.files } : {};
      return { ...captured, capture, ...files, ...openPage(pictures, pictured) };
    },
  };
  return web;
}

function failed(failure: CaptureFailureRecord): Captured {
  return closed({ kind: "failed", failure });
}

/** Pictures can be taken until it is disposed of, as of a page in a tab. */
function openPage(shown: FakeWeb["pictures"], pictured: string[]): typeof NO_PICTURES & AsyncDisposable {
  let isOpen = true;
  const take = async (...what: readonly string[]): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (!isOpen) throw new Error("the page is no longer open");
    pictured.push(...what);
  };
  return {
    picture: async () => {
      await take("page");
      return Buffer.from(shown.page);
    },
    picturesOf: async (paths) => {
      await take(...paths);
      return new Map(paths.map((path) => [path, Buffer.from(shown.block)]));
    },
    [Symbol.asyncDispose]: async () => {
      isOpen = false;
    },
  };
}

function pageOf({ source, fetcher, previous }: CaptureOrder, answer: string): Captured {
  const bodyHash = createHash("sha256").update(answer).digest("hex");
  // a page that is rendered has no conditional request
  if (fetcher === "http" && previous?.bodyHash === bodyHash) return closed({ kind: "unchanged", cookies: undefined });
  const read = /^<(?:\?xml|rss)/.test(answer) ? feedIn(answer, source.url) : null;
  const html = read?.text ?? answer;
  return closed({
    kind: "page",
    capture: {
      kind: "page",
      by: fetcher,
      url: source.url,
      finalUrl: source.url,
      at: 0,
      redirects: 0,
      timing: { startedAtMs: 0, headMs: 1, totalMs: 2 },
      bytesOnWire: html.length,
      status: 200,
      headers: {},
      bodyHash,
      html,
      encoding: "utf-8",
      feed: read?.feed ?? null,
    },
    tree: null,
    ...NO_PICTURES,
  });
}

function feedIn(answer: string, url: string) {
  return readPage({ body: Buffer.from(answer), contentType: "text/xml; charset=utf-8", url });
}
