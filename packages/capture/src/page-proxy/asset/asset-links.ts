/** Addresses under which we show foreign images, fonts and styles: signed, so that nobody else can make us fetch anything. */
import { createHmac, timingSafeEqual } from "node:crypto";

export type AssetKind = "image" | "style" | "font";

/** Turns the addresses in a page into ours. */
export interface AssetLinks {
  /** Null where the address is nothing that may be shown. */
  linkTo(address: string, base: URL, kind: AssetKind): string | null;
}

export interface AssetLinkOptions {
  /** At least 32 bytes that only this server knows. */
  readonly key: Buffer;
  /** Where the server answers for assets, such as `/assets/` or `https://assets.example/`. */
  readonly prefix: string;
  /** When links made now stop working, milliseconds since the epoch; without it they are stable and can be cached. */
  readonly expiresAtMs?: number;
}

export interface AssetTarget {
  readonly url: URL;
  readonly kind: AssetKind;
}

const KINDS: readonly AssetKind[] = ["image", "style", "font"];
const LONGEST_ADDRESS = 4_096;
const LONGEST_DATA = 256 * 1024;
/** Shown in an image or used as a font, these do nothing; SVG runs no scripts there and loads nothing. */
const DATA_TYPES: Readonly<Record<AssetKind, RegExp>> = {
  image: /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|svg\+xml)[;,]/i,
  font: /^data:(?:(?:application\/(?:x-)?)?font(?:-|\/)(?:woff2?|ttf|otf|sfnt)|application\/octet-stream)[;,]/i,
  style: /^data:text\/css[;,]/i,
};
const KEY_BYTES = 32;

/** Makes links for the pages of one server, and notes which it made. */
export class SignedLinks implements AssetLinks {
  readonly #options: AssetLinkOptions;
  readonly #made = new Set<string>();

  constructor(options: AssetLinkOptions) {
    if (options.key.length < KEY_BYTES) throw new RangeError(`the key of asset links needs ${KEY_BYTES} bytes`);
    this.#options = options;
  }

  /** Every link made so far. */
  get made(): ReadonlySet<string> {
    return this.#made;
  }

  linkTo(address: string, base: URL, kind: AssetKind): string | null {
    const text = address.trim();
    if (/^data:/i.test(text))
      return text.length <= LONGEST_DATA && DATA_TYPES[kind].test(text) && kind !== "style" ? text : null;
    const url = URL.canParse(text, base.href) ? new URL(text, base) : null;
    if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
    url.username = "";
    url.password = "";
    url.hash = "";
    if (url.href.length > LONGEST_ADDRESS) return null;
    const expiry = this.#options.expiresAtMs === undefined ? "0" : this.#options.expiresAtMs.toString(36);
    const target = Buffer.from(url.href).toString("base64url");
    const link = `${this.#options.prefix}${kind}/${expiry}/${signature(this.#options.key, kind, expiry, target)}/${target}`;
    this.#made.add(link);
    return link;
  }
}

/** What a link stands for, or null where it is not one of ours or no longer one. `path` is what follows the prefix. */
export function readLink(path: string, key: Buffer, nowMs: number): AssetTarget | null {
  const [kind, expiry, given, target, ...rest] = path.split("/");
  if (!kind || !expiry || !given || !target || rest.length > 0 || !isKind(kind)) return null;
  const expected = Buffer.from(signature(key, kind, expiry, target));
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  if (expiry !== "0" && Number.parseInt(expiry, 36) < nowMs) return null;
  const text = Buffer.from(target, "base64url").toString();
  return URL.canParse(text) ? { url: new URL(text), kind } : null;
}

function signature(key: Buffer, ...parts: readonly string[]): string {
  return createHmac("sha256", key).update(parts.join("/")).digest("base64url");
}

function isKind(text: string): text is AssetKind {
  return (KINDS as readonly string[]).includes(text);
}
