/** Answers for our asset links: fetched through the one way out, looked at, made harmless, kept on disk. */
import { CaptureFailure } from "../../capture-failure.ts";
import type { WayOut } from "../../way-out/way-out.ts";
import { type CachedContent, ContentCache } from "../content-cache.ts";
import { filterSheet } from "../css/filter-css.ts";
import { type AssetTarget, readLink, SignedLinks } from "./asset-links.ts";
import { assetType, CSS, SVG } from "./asset-type.ts";
import { inertSvg } from "./inert-svg.ts";

export interface AssetProxyOptions {
  readonly wayOut: WayOut;
  /** At least 32 bytes that only this server knows. */
  readonly key: Buffer;
  /** Where the server answers for assets, such as `/assets/`. */
  readonly prefix: string;
  readonly cacheFolder: string;
  readonly maxCacheBytes?: number;
  readonly maxAssetBytes?: number;
  readonly maxAgeMs?: number;
  readonly now?: () => number;
}

export interface AssetAnswer {
  readonly status: 200 | 404 | 502;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const MIB = 1024 * 1024;
/** Style sheets are parsed; no honest one comes near. */
const MOST_STYLE_BYTES = 2 * MIB;
const DAY_MS = 24 * 60 * 60 * 1000;
const TIMEOUT_MS = 15_000;
const ACCEPT = { image: "image/*", style: "text/css,*/*;q=0.1", font: "font/*,*/*;q=0.1" } as const;
/** Opened by itself an asset is a document without rights; in a page it is what its link says. Fonts need the last line. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "access-control-allow-origin": "*",
} as const;

export class AssetProxy {
  readonly #options: AssetProxyOptions;
  readonly #cache: ContentCache;
  readonly #underWay = new Map<string, Promise<CachedContent>>();

  constructor(options: AssetProxyOptions) {
    this.#options = options;
    this.#cache = new ContentCache({
      folder: options.cacheFolder,
      maxBytes: options.maxCacheBytes ?? 512 * MIB,
      maxAgeMs: options.maxAgeMs ?? DAY_MS,
    });
  }

  /** How its links are made, for whoever makes them elsewhere. */
  get linkRules(): Pick<AssetProxyOptions, "key" | "prefix"> {
    const { key, prefix } = this.#options;
    return { key, prefix };
  }

  /** Links for one page; stable unless an end is given. */
  links(expiresAtMs?: number): SignedLinks {
    const { key, prefix } = this.#options;
    return new SignedLinks({ key, prefix, ...(expiresAtMs === undefined ? {} : { expiresAtMs }) });
  }

  /** What one of our own links stands for; null for any other address. */
  targetOf(link: string): AssetTarget | null {
    const { prefix, key } = this.#options;
    return link.startsWith(prefix) ? readLink(link.slice(prefix.length), key, this.#now()) : null;
  }

  /** `path` is the part of the URL after the prefix. Never throws: a page with a missing picture is still a page. */
  async answer(path: string): Promise<AssetAnswer> {
    const target = readLink(path, this.#options.key, this.#now());
    if (!target) return { status: 404, headers: HEADERS, body: Buffer.alloc(0) };
    try {
      const { type, body } = await this.load(target);
      const headers = { ...HEADERS, "content-type": type, "cache-control": "private, max-age=3600" };
      return { status: 200, headers, body };
    } catch (failure) {
      if (!(failure instanceof CaptureFailure)) throw failure;
      return { status: 502, headers: { ...HEADERS, "cache-control": "private, max-age=60" }, body: Buffer.alloc(0) };
    }
  }

  /** The asset, harmless; from disk where it is there. A style sheet has its own addresses made ours. */
  async load(target: AssetTarget): Promise<CachedContent> {
    const name = nameOf(target);
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) return underWay;
    const loading = this.#load(target).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, loading);
    return loading;
  }

  async #load(target: AssetTarget): Promise<CachedContent> {
    const cached = await this.#cache.get(nameOf(target), this.#now());
    if (cached) return cached;
    const response = await this.#options.wayOut.fetch(target.url, {
      headers: { accept: ACCEPT[target.kind] },
      maxBytes: Math.min(this.#options.maxAssetBytes ?? 8 * MIB, target.kind === "style" ? MOST_STYLE_BYTES : 8 * MIB),
      timeoutMs: TIMEOUT_MS,
    });
    const type = response.status === 200 ? assetType(response.body, target.kind) : null;
    if (type === null) {
      throw new CaptureFailure("not-html", {
        message: `${target.url.host} sent no ${target.kind}`,
        status: response.status,
      });
    }
    const asset = { type, body: this.#harmless(type, response.body, response.url) };
    await this.#cache.put(nameOf(target), asset, this.#now());
    return asset;
  }

  #harmless(type: string, body: Buffer, base: URL): Buffer {
    if (type === SVG) return Buffer.from(inertSvg(body.toString("utf8")));
    if (type === CSS) return Buffer.from(filterSheet(body.toString("utf8"), { base, links: this.links() }));
    return body;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

function nameOf({ url, kind }: AssetTarget): string {
  return `${kind} ${url.href}`;
}
