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
}

export function fakeWeb(): FakeWeb {
  const pages = new Map<string, Answer>();
  const asked: CaptureOrder[] = [];
  const keyOf = (url: string, fetcher: Fetcher) => `${fetcher} ${new URL(url).href}`;
  return {
    asked,
    set(url, answer, fetcher) {
      for (const each of fetcher ? [fetcher] : (["http", "browser"] as const)) pages.set(keyOf(url, each), answer);
    },
    async capture(order): Promise<Captured> {
      asked.push(order);
      const answer = pages.get(keyOf(order.source.url, order.fetcher));
      if (answer === undefined) return { kind: "failed", failure: { code: "dns", retry: "later", message: "no host" } };
      if (typeof answer !== "string") return { kind: "failed", failure: answer };
      return pageOf(order, answer);
    },
  };
}

function pageOf({ source, fetcher, previous }: CaptureOrder, html: string): Captured {
  const bodyHash = createHash("sha256").update(html).digest("hex");
  if (previous?.bodyHash === bodyHash) return { kind: "unchanged", cookies: undefined };
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
