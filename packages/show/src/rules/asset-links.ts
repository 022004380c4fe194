/**
 * Addresses under which we show foreign images, fonts and styles: `/assets/KIND/PASS/SEAL/TARGET`. The seal says that this
 * server has seen the target in a page, so that nobody else can make us fetch anything; it is part of what is drawn and
 * kept. The pass says for whom a link is and until when. What is kept has a stand-in in its place, which becomes the
 * pass of whoever gets the page when it is sent, so that nothing on disk can be used or be over.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { grantAt, type PrivateGrant } from "@tessera/network/allow-list";

export type AssetKind = "image" | "style" | "font";

/** Turns the addresses in a page into ours. */
export interface AssetLinks {
  /** Null where the address is nothing that may be shown. */
  linkTo(address: string, base: URL, kind: AssetKind): string | null;
  /** To the picture of what is drawn on an element; null where the page has no such picture. */
  linkToDrawing(number: number): string | null;
}

/** The same for a whole page, with its style sheets. */
export interface PageLinks extends AssetLinks {
  /** A style sheet that is there already; null where it is to be fetched. */
  sheetAt(url: URL): string | null;
  /** For what stands in style sheets. */
  readonly inSheets: AssetLinks;
}

/** The private host that a page is on, and for whom the page was captured. */
export interface OwnHost {
  readonly grant: PrivateGrant;
  readonly for: "owner" | "everybody";
}

/** How links are made; goes to worker threads. */
export interface LinkRules {
  /** At least 32 bytes that only this server knows. */
  readonly key: Uint8Array;
  /** Where the server answers for assets, such as `/assets/` or `https://assets.example/`. */
  readonly prefix: string;
  /** Of the page that the links are made for: what it has there is shown, what other pages point to there is not. */
  readonly own?: OwnHost | null;
  /** The name of the proxy that the page is fetched through; what it shows comes the same way. */
  readonly wayOut?: string | undefined;
  /** Pictures that are there already, by their address, as `data:` URLs. */
  readonly carried?: ReadonlyMap<string, string>;
  /** The same of style sheets, as their text. */
  readonly sheets?: ReadonlyMap<string, string>;
  /** The name of the body with the pictures of what is drawn on the page. */
  readonly drawings?: string | null;
}

export interface AssetTarget {
  readonly url: URL;
  readonly kind: AssetKind;
  /** For whom the page was captured, where the asset is on the page's own private host. */
  readonly own: OwnHost["for"] | null;
  /** The name of the proxy that it is fetched through, where it is another way than that of all. */
  readonly wayOut?: string | undefined;
}

/** A link that is ours and not over. */
export interface OpenLink {
  readonly target: AssetTarget;
  /** Whom it was made for. */
  readonly holder: string;
  /** For the links in what it leads to: they are good for as long as it is itself. */
  readonly pass: string;
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
/** Of pictures that are there already: a page may name one a thousand times, and each time it would be written out. */
const MAX_CARRIED_CHARACTERS = { markup: 8_000_000, sheets: 1_500_000 } as const;
/** Of addresses that only we make; whatever a page has in its place is no address of the web. */
const DRAWING_SCHEME = "tessera-drawing:";
const HOLDER = /^[\w-]{1,64}$/;

/** Makes links for the pages of one server, with the stand-in for a pass, and notes which it made. */
export class SignedLinks implements PageLinks {
  readonly #rules: LinkRules;
  readonly #standIn: string;
  readonly #made: Set<string>;
  #carriedLeft: number;
  #inSheets: SignedLinks | null = null;

  constructor(rules: LinkRules, markup: SignedLinks | null = null) {
    if (rules.key.length < KEY_BYTES) throw new RangeError(`the key of asset links needs ${KEY_BYTES} bytes`);
    this.#rules = rules;
    this.#standIn = standInOf(rules.key);
    this.#made = markup ? markup.#made : new Set();
    this.#carriedLeft = MAX_CARRIED_CHARACTERS[markup ? "sheets" : "markup"];
  }

  get inSheets(): SignedLinks {
    this.#inSheets ??= new SignedLinks(this.#rules, this);
    return this.#inSheets;
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
    const carried = kind === "image" ? this.#carried(url.href) : undefined;
    if (carried !== undefined) return carried;
    if (url.href.length > LONGEST_ADDRESS) return null;
    const { own, wayOut } = this.#rules;
    const sort = own && grantAt(url, own.grant) ? `${kind}.${own.for}` : kind;
    return this.#link(url.href, wayOut === undefined ? sort : `${sort}@${wayOut}`);
  }

  #carried(address: string): string | null | undefined {
    const carried = this.#rules.carried?.get(address);
    if (carried === undefined || carried.length > this.#carriedLeft) return undefined;
    this.#carriedLeft -= carried.length;
    return DATA_TYPES.image.test(carried) ? carried : null;
  }

  sheetAt(url: URL): string | null {
    const { href, hash } = url;
    return this.#rules.sheets?.get(href.slice(0, href.length - hash.length)) ?? null;
  }

  linkToDrawing(number: number): string | null {
    const { drawings } = this.#rules;
    return drawings && Number.isInteger(number) && number >= 0
      ? this.#link(`${DRAWING_SCHEME}${drawings}/${number}`, "image")
      : null;
  }

  #link(address: string, sort: string): string {
    const target = Buffer.from(address).toString("base64url");
    const { key, prefix } = this.#rules;
    const link = `${prefix}${sort}/${this.#standIn}/${sealOf(key, sort, target)}/${target}`;
    this.#made.add(link);
    return link;
  }
}

/** Where a picture of something drawn is stored; null for an address of the web. */
export function drawingAt({ protocol, pathname }: URL): { readonly body: string; readonly number: number } | null {
  const [body = "", number = ""] = pathname.split("/");
  return protocol === DRAWING_SCHEME ? { body, number: Number(number) } : null;
}

/** Stands for a pass in what is kept; a page that knew it could have the pass of its reader sent anywhere, so none can. */
export function standInOf(key: Uint8Array): string {
  return `pass-${macOf(key, "stand-in")}`;
}

/** For links of one person that work until then. */
export function makePass(key: Uint8Array, holder: string, expiresAtMs: number): string {
  if (!HOLDER.test(holder)) throw new RangeError(`no pass can name ${holder}`);
  const claim = `${expiresAtMs.toString(36)}.${holder}`;
  return `${claim}.${macOf(key, "pass", claim)}`;
}

/** What a link stands for, or null where it is not one of ours or no longer one. `path` is what follows the prefix. */
export function readLink(path: string, key: Uint8Array, nowMs: number): OpenLink | null {
  const [sort = "", pass = "", seal = "", target = "", ...rest] = path.split("/");
  const holder = holderOf(pass, key, nowMs);
  const sealed = rest.length === 0 ? readSealed(key, { sort, seal, target }) : null;
  return holder !== null && sealed ? { target: sealed, holder, pass } : null;
}

/** The same for a link in what is kept, which has no pass yet. */
export function readKeptLink(path: string, key: Uint8Array): AssetTarget | null {
  const [sort = "", pass, seal = "", target = "", ...rest] = path.split("/");
  return pass === standInOf(key) && rest.length === 0 ? readSealed(key, { sort, seal, target }) : null;
}

function holderOf(pass: string, key: Uint8Array, nowMs: number): string | null {
  const [expiry = "", holder = "", mac = "", ...rest] = pass.split(".");
  if (rest.length > 0 || !isSame(mac, macOf(key, "pass", `${expiry}.${holder}`))) return null;
  return Number.parseInt(expiry, 36) > nowMs ? holder : null;
}

interface Sealed {
  /** The kind, for whom it is where it is on the page's own private host, and the name of a proxy: `image.owner@de`. */
  readonly sort: string;
  readonly seal: string;
  readonly target: string;
}

function readSealed(key: Uint8Array, { sort, seal, target }: Sealed): AssetTarget | null {
  const [what = "", wayOut] = sort.split("@");
  const [kind = "", own = null] = what.split(".");
  if (!isKind(kind) || !isSame(seal, sealOf(key, sort, target))) return null;
  const text = Buffer.from(target, "base64url").toString();
  if (!URL.canParse(text) || (own !== null && own !== "owner" && own !== "everybody")) return null;
  return { url: new URL(text), kind, own, wayOut };
}

function sealOf(key: Uint8Array, sort: string, target: string): string {
  return macOf(key, "seal", sort, target);
}

/** Over what it is for as well, so that no seal can be taken for a pass. */
function macOf(key: Uint8Array, ...parts: readonly string[]): string {
  return createHmac("sha256", key).update(parts.join("/")).digest("base64url");
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function isKind(text: string): text is AssetKind {
  return (KINDS as readonly string[]).includes(text);
}
