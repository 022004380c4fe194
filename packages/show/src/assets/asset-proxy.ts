/** Answers for our asset links: fetched through the one way out, looked at, made harmless, kept on disk. */
import type { Readable } from "node:stream";
import type { HttpClient, StreamedResponse } from "@tessera/network";
import { Semaphore } from "@tessera/network";
import { grantAt, type PrivateGrant } from "@tessera/network/allow-list";
import { CaptureFailure } from "@tessera/network/failure";
import {
  type AssetTarget,
  drawingAt,
  type LinkRules,
  makePass,
  type OwnHost,
  readKeptLink,
  readLink,
  SignedLinks,
  standInOf,
} from "../rules/asset-links.ts";
import type { AssetReaderFor } from "./asset-reader.ts";
import { assetType, CSS, SNIFFED_BYTES, SVG } from "./asset-type.ts";
import { type CachedContent, ContentCache, type ContentToKeep, type OpenContent } from "./content-cache.ts";
import { Pieces } from "./pieces.ts";

export interface AssetProxyOptions extends LinkRules {
  readonly httpClient: HttpClient;
  /** Other ways out, by the names of their proxies: an asset of a page that goes one of them goes no other. */
  readonly waysOut?: ReadonlyMap<string, HttpClient> | undefined;
  /** What an asset on its page's own private host may reach, by today's rules; without it nothing private. */
  readonly grantFor?: (url: URL, who: OwnHost["for"]) => PrivateGrant | null;
  /** A picture of something that was drawn on a captured page, from where captures are stored. */
  readonly drawingOf?: (body: string, number: number) => Promise<Uint8Array | null>;
  /** Cleans styles and drawings. */
  readonly readerFor: AssetReaderFor;
  readonly cacheFolder: string;
  readonly maxCacheBytes?: number;
  readonly maxAssetBytes?: number;
  /** Of all assets together that are being fetched. */
  readonly maxBytesInFlight?: number;
  readonly maxAgeMs?: number;
  /** How long somebody waits for the fetches of others. */
  readonly maxWaitMs?: number;
  /** Whether the links of this person still work, for this asset; by default everybody's for all. */
  readonly isWelcome?: (holder: string, target: AssetTarget) => Promise<boolean>;
  readonly now?: () => number;
}

export interface AssetAnswer {
  readonly status: 200 | 404 | 502 | 503;
  readonly headers: Readonly<Record<string, string>>;
  /** Comes from the disk as it is sent. */
  readonly body: Buffer | Readable;
}

const MIB = 1024 * 1024;
const MAX_ASSET_BYTES = 8 * MIB;
/** Style sheets and drawings are parsed; no honest one comes near. */
const MAX_PARSED_BYTES: Readonly<Record<string, number>> = { [CSS]: 2 * MIB, [SVG]: 4 * MIB };
/** Each fetch counts as the largest asset that it may be, so that this many bytes are never under way. */
const MAX_BYTES_IN_FLIGHT = 128 * MIB;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const TIMEOUT_MS = 15_000;
const MAX_WAIT_MS = 60_000;
/** Links are the same for so long, and work for as long again: a browser keeps what it has, and a page left open its pictures. */
const PASS_PERIOD_MS = 12 * HOUR_MS;
const ACCEPT = { image: "image/*", style: "text/css,*/*;q=0.1", font: "font/*,*/*;q=0.1" } as const;
/** Opened by itself an asset is a document without rights, but for the styles of a drawing; in a page it is what its link says. Fonts need the last line. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "access-control-allow-origin": "*",
} as const;
/** Counts up when what is kept is written otherwise. */
const FORMAT = "4";

export class AssetProxy {
  readonly #options: AssetProxyOptions;
  readonly #cache: ContentCache;
  readonly #standIn: string;
  readonly #turns: Semaphore;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(options: AssetProxyOptions) {
    this.#options = options;
    this.#standIn = standInOf(options.key);
    this.#cache = new ContentCache({
      folder: options.cacheFolder,
      maxBytes: options.maxCacheBytes ?? 512 * MIB,
      maxAgeMs: options.maxAgeMs ?? DAY_MS,
    });
    const inFlight = options.maxBytesInFlight ?? MAX_BYTES_IN_FLIGHT;
    const permits = Math.max(1, Math.floor(inFlight / (options.maxAssetBytes ?? MAX_ASSET_BYTES)));
    // somebody whose pictures never come leaves room for others
    this.#turns = new Semaphore({ permits, permitsEach: Math.max(1, Math.floor(permits / 2)) });
  }

  /** How its links are made, for whoever makes them elsewhere. */
  get linkRules(): LinkRules {
    const { key, prefix } = this.#options;
    return { key, prefix };
  }

  readonly readerFor: AssetReaderFor = (holder) => this.#options.readerFor(holder);

  /** Links for one page, good once they are signed. */
  links(own: OwnHost | null = null, wayOut?: string): SignedLinks {
    return new SignedLinks({ ...this.linkRules, own, wayOut });
  }

  /** When links that are signed now stop working: the same for half a day. */
  linksEndAtMs(): number {
    return (Math.floor(this.#now() / PASS_PERIOD_MS) + 2) * PASS_PERIOD_MS;
  }

  /** Drawn text with its links made good for one person. */
  sign(text: string, holder: string): string {
    return text.replaceAll(this.#standIn, makePass(this.#options.key, holder, this.linksEndAtMs()));
  }

  /** What a link in drawn text stands for; null for any other address. */
  targetOf(link: string): AssetTarget | null {
    const { prefix, key } = this.#options;
    return link.startsWith(prefix) ? readKeptLink(link.slice(prefix.length), key) : null;
  }

  /** `path` is the part of the URL after the prefix. Never throws: a page with a missing picture is still a page. */
  async answer(path: string): Promise<AssetAnswer> {
    const link = readLink(path, this.#options.key, this.#now());
    const isWelcome = link !== null && ((await this.#options.isWelcome?.(link.holder, link.target)) ?? true);
    if (!isWelcome) return { status: 404, headers: HEADERS, body: Buffer.alloc(0) };
    try {
      const asset = await this.#open(link.target, link.holder);
      const headers = { ...HEADERS, "content-type": asset.type, "cache-control": "private, max-age=3600" };
      if (asset.type !== CSS) return { status: 200, headers, body: asset.stream() };
      const css = (await asset.read()).toString("utf8").replaceAll(this.#standIn, link.pass);
      return { status: 200, headers, body: Buffer.from(css) };
    } catch (failure) {
      if (failure instanceof Busy) {
        return { status: 503, headers: { ...HEADERS, "retry-after": "30" }, body: Buffer.alloc(0) };
      }
      if (!(failure instanceof CaptureFailure)) throw failure;
      return { status: 502, headers: { ...HEADERS, "cache-control": "private, max-age=60" }, body: Buffer.alloc(0) };
    }
  }

  /** The asset, harmless; from disk where it is there. A style sheet has links of ours in it that are not signed. */
  async load(target: AssetTarget, holder: string): Promise<CachedContent> {
    const asset = await this.#open(target, holder);
    return { type: asset.type, body: await asset.read() };
  }

  async #open(target: AssetTarget, holder: string): Promise<OpenContent> {
    const kept = await this.#cache.open(nameOf(target), this.#now());
    if (kept) return kept;
    const release = await this.#turn(holder);
    try {
      return await this.#openInTurn(target, holder);
    } finally {
      release();
    }
  }

  async #turn(holder: string): Promise<() => void> {
    const signal = AbortSignal.timeout(this.#options.maxWaitMs ?? MAX_WAIT_MS);
    return this.#turns.acquire({ holder, signal }).catch((cause: unknown) => {
      throw signal.aborted ? new Busy(cause) : cause;
    });
  }

  /** What many wait for is fetched once, by whoever comes to it first: their turns do not depend on each other. */
  async #openInTurn(target: AssetTarget, holder: string): Promise<OpenContent> {
    const name = nameOf(target);
    const kept = () => this.#cache.open(name, this.#now());
    for (let other = this.#underWay.get(name); other; other = this.#underWay.get(name)) {
      await other;
      const asset = await kept();
      if (asset) return asset;
    }
    const fetching = kept().then((asset) => asset ?? this.#stored(target) ?? this.#fetch(target, holder));
    this.#underWay.set(name, fetching);
    return fetching.finally(() => this.#underWay.delete(name));
  }

  /** Null for what is on the web. */
  #stored(target: AssetTarget): Promise<OpenContent> | null {
    const drawing = drawingAt(target.url);
    return drawing && this.#drawing(target, drawing);
  }

  async #drawing(target: AssetTarget, { body, number }: { readonly body: string; readonly number: number }) {
    const picture = await this.#options.drawingOf?.(body, number);
    const type = picture ? assetType(Buffer.from(picture.subarray(0, SNIFFED_BYTES)), target.kind) : null;
    if (!picture || type === null || type === SVG) throw noAsset(target, 404);
    return this.#kept(target, { type, pieces: [Buffer.from(picture)] });
  }

  #fetch(target: AssetTarget, holder: string): Promise<OpenContent> {
    const grant = target.own && (this.#options.grantFor?.(target.url, target.own) ?? null);
    const request = {
      grant,
      headers: { accept: ACCEPT[target.kind] },
      maxBytes: this.#options.maxAssetBytes ?? MAX_ASSET_BYTES,
      timeoutMs: TIMEOUT_MS,
    };
    return this.#wayTo(target).stream(target.url, request, (answer) => {
      // a style sheet that came from elsewhere in the end speaks for nobody here
      const left = grantAt(answer.url, grant);
      const own = left && target.own ? { grant: left, for: target.own } : null;
      return this.#keep(target, answer, { holder, own });
    });
  }

  #wayTo({ wayOut }: AssetTarget): HttpClient {
    const way = wayOut === undefined ? this.#options.httpClient : this.#options.waysOut?.get(wayOut);
    if (way) return way;
    throw new CaptureFailure("refused", { message: `there is no proxy that is called “${wayOut}”`, retry: "later" });
  }

  async #keep(target: AssetTarget, answer: StreamedResponse, { holder, own }: AssetRecipient): Promise<OpenContent> {
    const pieces = new Pieces(answer.body);
    const type = answer.status === 200 ? assetType(await pieces.start(SNIFFED_BYTES), target.kind) : null;
    if (type === null) throw noAsset(target, answer.status);
    const maxBytes = MAX_PARSED_BYTES[type];
    if (maxBytes === undefined) return this.#kept(target, { type, pieces });
    const links = { ...this.linkRules, own, wayOut: target.wayOut };
    const raw = { type, body: await pieces.all(maxBytes), base: answer.url.href, links };
    const clean = await this.readerFor(holder).cleanAsset(raw);
    if (type === SVG && clean.length === 0) throw noAsset(target, answer.status);
    return this.#kept(target, { type, pieces: [clean] });
  }

  async #kept(target: AssetTarget, content: ContentToKeep): Promise<OpenContent> {
    const name = nameOf(target);
    await this.#cache.put(name, content, this.#now());
    const asset = await this.#cache.open(name, this.#now());
    // so much comes at the same time that it was swept before it could be read
    if (!asset) throw new Busy(null);
    return asset;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/** Whom an asset is read for, the private host whose word its style sheets are, and the way out of its page. */
export interface AssetRecipient {
  readonly holder: string;
  readonly own: OwnHost | null;
  readonly wayOut?: string | undefined;
}

/** Others' fetches have taken all the time that somebody was ready to wait. */
class Busy extends CaptureFailure {
  constructor(cause: unknown) {
    super("timeout", { message: "too much is being fetched at the same time", cause });
  }
}

function noAsset({ url, kind }: AssetTarget, status: number): CaptureFailure {
  return new CaptureFailure("not-html", { message: `${url.host} sent no ${kind}`, status });
}

/** What came from a private host, or another way, is found only by those for whom it was fetched. */
function nameOf({ url, kind, own, wayOut }: AssetTarget): string {
  const way = wayOut === undefined ? [] : [`@${wayOut}`];
  return [FORMAT, kind, ...(own === null ? [] : [own]), ...way, url.href].join(" ");
}
