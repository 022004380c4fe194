/**
 * The images and style sheets that a page has loaded, for captures that are one person's: whoever comes later, without
 * their cookies, would get none of them. The browser gives what it has; nothing is asked of a site again.
 */
import { SNAPSHOT_LIMITS } from "@tessera/model";
import { filesSeen as filesSeenModule, type SeenBox, type SeenFiles } from "@tessera/page";
import type { CDPSession } from "playwright-core";
import type { Hiding } from "../http/visitor.ts";
import type { Tab } from "./tab.ts";

export interface LoadedFile {
  readonly kind: "image" | "style";
  /** As the page names it, without a fragment. */
  readonly url: string;
  readonly bytes: Uint8Array;
}

export interface FilesWanted {
  /** Parts of the page whose images come first. */
  readonly boxes: readonly SeenBox[];
  /** Whether all others may follow. */
  readonly isWhole: boolean;
}

interface Budget {
  readonly count: number;
  /** Of one file, and of all. */
  readonly bytes: number;
  readonly allBytes: number;
}

const { images: count, imageBytes, allImageBytes } = SNAPSHOT_LIMITS;
const IMAGES: Budget = { count, bytes: imageBytes, allBytes: allImageBytes };
const SHEETS: Budget = { count: 20, bytes: 300_000, allBytes: 1024 * 1024 };
/** A page that loads more is kept without those. */
const MAX_NOTED = 2_000;
const KINDS: Readonly<Record<string, LoadedFile["kind"]>> = { Image: "image", Stylesheet: "style" };
const HTTP_OK = 200;

interface Noted {
  readonly url: string;
  kind: LoadedFile["kind"] | null;
  /** Unpacked. */
  size: number;
}

export class LoadedFiles {
  readonly #session: CDPSession;
  readonly #hiding: Hiding | undefined;
  /** By the browser's number of the request, which a redirect keeps: the page knows the address that came first. */
  readonly #noted = new Map<string, Noted>();

  constructor(session: CDPSession, hiding: Hiding | undefined) {
    this.#session = session;
    this.#hiding = hiding;
    session.on("Network.requestWillBeSent", this.#onRequest);
    session.on("Network.responseReceived", this.#onResponse);
    session.on("Network.dataReceived", this.#onData);
  }

  stop(): void {
    this.#session.off("Network.requestWillBeSent", this.#onRequest);
    this.#session.off("Network.responseReceived", this.#onResponse);
    this.#session.off("Network.dataReceived", this.#onData);
  }

  /** What is seen of them now, within a budget. */
  async take({ world }: Pick<Tab, "world">, { boxes, isWhole }: FilesWanted): Promise<readonly LoadedFile[]> {
    const { within, beside, sheets } = await world.call<SeenFiles>(filesSeenModule, "filesSeen", boxes);
    const images = isWhole ? [...within, ...beside] : within;
    return [...(await this.#within("image", images, IMAGES)), ...(await this.#within("style", sheets, SHEETS))];
  }

  async #within(kind: LoadedFile["kind"], addresses: readonly string[], budget: Budget): Promise<LoadedFile[]> {
    const ids = new Map([...this.#noted].flatMap(([id, noted]) => (noted.kind === kind ? [[noted.url, id]] : [])));
    const files: LoadedFile[] = [];
    let left = budget.allBytes;
    for (const url of new Set(addresses.map((address) => this.#addressOf(address)))) {
      if (files.length === budget.count) break;
      const most = Math.min(left, budget.bytes);
      const bytes = await this.#bytesOf(ids.get(url), most);
      // a drawing is not in the browser's hands any more
      if (bytes === null || bytes.length === 0 || bytes.length > most) continue;
      left -= bytes.length;
      files.push({ kind, url, bytes });
    }
    return files;
  }

  /** Null where the browser has let go of it. */
  async #bytesOf(requestId: string | undefined, most: number): Promise<Buffer | null> {
    if (requestId === undefined || this.#noted.get(requestId)!.size > most) return null;
    try {
      const { body, base64Encoded } = await this.#session.send("Network.getResponseBody", { requestId });
      return Buffer.from(body, base64Encoded ? "base64" : "utf8");
    } catch {
      return null;
    }
  }

  /** As it is in the capture, which repeats no secret. */
  #addressOf(address: string): string {
    const url = new URL(address);
    url.hash = "";
    return this.#hiding?.address(url.href) ?? url.href;
  }

  readonly #onRequest = ({ requestId, request }: { readonly requestId: string; readonly request: { url: string } }) => {
    if (this.#noted.has(requestId) || this.#noted.size >= MAX_NOTED || !/^https?:/i.test(request.url)) return;
    this.#noted.set(requestId, { url: this.#addressOf(request.url), kind: null, size: 0 });
  };

  readonly #onResponse = (answer: { requestId: string; type: string; response: { status: number } }) => {
    const noted = this.#noted.get(answer.requestId);
    if (noted && answer.response.status === HTTP_OK) noted.kind = KINDS[answer.type] ?? null;
  };

  readonly #onData = ({ requestId, dataLength }: { readonly requestId: string; readonly dataLength: number }) => {
    const noted = this.#noted.get(requestId);
    if (noted) noted.size += dataLength;
  };
}
