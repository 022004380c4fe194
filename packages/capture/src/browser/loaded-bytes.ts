/** What a page loads besides itself, by kind, in bytes as they came over the wire: the browser's own count. */
import type { LoadedBytes } from "@tessera/model";
import type { CDPSession } from "playwright-core";

/** Requests that are under way at a time; a page that has more is not counted to the last byte. */
const MAX_UNDER_WAY = 10_000;

type Sum = { -readonly [Kind in keyof LoadedBytes]: number };

/** By the browser's names of resource types; a document is the page itself. */
const KINDS: Readonly<Record<string, Exclude<keyof LoadedBytes, "imageCount"> | null>> = {
  Document: null,
  Image: "images",
  Stylesheet: "styles",
  Font: "fonts",
  Script: "scripts",
};

export class LoadCounter {
  readonly #session: CDPSession;
  readonly #types = new Map<string, string>();
  readonly #sum: Sum = { images: 0, imageCount: 0, styles: 0, fonts: 0, scripts: 0, other: 0 };

  constructor(session: CDPSession) {
    this.#session = session;
    session.on("Network.responseReceived", this.#onResponse);
    session.on("Network.loadingFinished", this.#onFinished);
  }

  stop(): void {
    this.#session.off("Network.responseReceived", this.#onResponse);
    this.#session.off("Network.loadingFinished", this.#onFinished);
  }

  get sum(): LoadedBytes {
    return { ...this.#sum };
  }

  readonly #onResponse = ({ requestId, type }: { readonly requestId: string; readonly type: string }) => {
    if (this.#types.size < MAX_UNDER_WAY) this.#types.set(requestId, type);
  };

  readonly #onFinished = (ended: { readonly requestId: string; readonly encodedDataLength: number }) => {
    const type = this.#types.get(ended.requestId);
    this.#types.delete(ended.requestId);
    const kind = type === undefined ? null : type in KINDS ? KINDS[type] : "other";
    const bytes = Math.round(ended.encodedDataLength);
    if (!kind || !(bytes > 0)) return;
    this.#sum[kind] += bytes;
    if (kind === "images") this.#sum.imageCount++;
  };
}
