/** A web for tests: pages by URL that can change, fail and be rendered differently, and a count of what was asked. */
import { createHash } from "node:crypto";
import type { CaptureFailureRecord, Fetcher } from "@tessera/model";
import type { Captured, CaptureOrder, CapturePage } from "./capture-page.ts";

type Answer = string | CaptureFailureRecord;

export interface FakeWeb {
  readonly capture: CapturePage;
  /** What was asked for, oldest first. */
  readonly asked: CaptureOrder[];
  /** What a URL answers from now on, by either fetcher or by one. */
  set(url: string, answer: Answer, fetcher?: Fetcher): void;
  /** What pictures show, where the page is rendered and somebody wants them. */
  readonly pictures: { page: string; block: string };
}

export function fakeWeb(): FakeWeb {
  const pages = new Map<string, Answer>();
  const asked: CaptureOrder[] = [];
  const pictures = { page: "the page", block: "the block" };
  const keyOf = (url: string, fetcher: Fetcher) => `${fetcher} ${new URL(url).href}`;
  return {
    asked,
    pictures,
    set(url, answer, fetcher) {
      for (const each of fetcher ? [fetcher] : (["http", "browser"] as const)) pages.set(keyOf(url, each), answer);
    },
    async capture(order): Promise<Captured> {
      asked.push(order);
      const answer = pages.get(keyOf(order.source.url, order.fetcher));
      if (answer === undefined) return { kind: "failed", failure: { code: "dns", retry: "later", message: "no host" } };
      if (typeof answer !== "string") return { kind: "failed", failure: answer };
      const captured = pageOf(order, answer);
      return order.fetcher === "browser" && captured.kind === "page"
        ? { ...captured, ...(await picturesOf(order, answer, pictures)) }
        : captured;
    },
  };
}

async function picturesOf(order: CaptureOrder, html: string, shown: FakeWeb["pictures"]) {
  const open = { html, layout: null, finalUrl: order.source.url };
  const paths = (await order.pictured?.(open)) ?? [];
  return {
    picture: order.wantsPicture ? Buffer.from(shown.page) : null,
    pictures: new Map(paths.map((path) => [path, Buffer.from(shown.block)])),
  };
}

function pageOf({ source, fetcher, previous }: CaptureOrder, html: string): Captured {
  const bodyHash = createHash("sha256").update(html).digest("hex");
  // a page that is rendered has no conditional request
  if (fetcher === "http" && previous?.bodyHash === bodyHash) return { kind: "unchanged", cookies: undefined };
  return {
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
    },
    layout: null,
    picture: null,
    pictures: new Map(),
  };
}
