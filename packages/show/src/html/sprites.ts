/** Symbols of drawings in files of their own (`<use href="icons.svg#bell">`): noted while a tile is cut out, drawn from the cleaned file. */
import { createHash } from "node:crypto";
import { definitionsFor } from "./definitions.ts";
import type { InertContext } from "./inert-attributes.ts";
import { parsePage } from "./page-node.ts";

/** A file with symbols that a tile draws. */
export interface SpriteFile {
  readonly url: string;
  /** What its names have before them in the tile. */
  readonly prefix: string;
  readonly ids: readonly string[];
}

/** The same with its text, which is cleaned already. */
export interface LoadedSprite extends SpriteFile {
  readonly svg: string;
}

const MAX_FILES = 8;
const MAX_IDS = 100;
const ID = /^[\w.:-]{1,200}$/;

/** Which symbols of which files a tile asks for. */
export class SpriteNotes {
  readonly #prefix: string;
  readonly #files = new Map<string, { readonly prefix: string; readonly ids: Set<string> }>();

  /** `prefix` goes before every name of the tile. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The name in the tile of what an address names; null where it names nothing, or there are too many. */
  readonly nameOf = (address: URL): string | null => {
    const id = decoded(address.hash.slice(1));
    if (!/^https?:$/.test(address.protocol) || !ID.test(id)) return null;
    const url = address.href.slice(0, address.href.length - address.hash.length);
    const file = this.#files.get(url) ?? { prefix: this.#prefixOf(url), ids: new Set() };
    if (!this.#files.has(url) && this.#files.size === MAX_FILES) return null;
    if (!file.ids.has(id) && file.ids.size === MAX_IDS) return null;
    this.#files.set(url, file);
    file.ids.add(id);
    return file.prefix + id;
  };

  get files(): readonly SpriteFile[] {
    return [...this.#files].map(([url, { prefix, ids }]) => ({ url, prefix, ids: [...ids] }));
  }

  #prefixOf(url: string): string {
    return `${this.#prefix}${createHash("sha256").update(url).digest("hex").slice(0, 8)}-`;
  }
}

/** The symbols as inert markup, with all that they are painted with. Pure, for a worker thread. */
export function drawSprites(sprites: readonly LoadedSprite[]): string {
  return sprites.map(definitionsIn).join("");
}

function definitionsIn({ url, prefix, ids, svg }: LoadedSprite): string {
  const root = parsePage(`<body>${svg}</body>`);
  if (!root) return "";
  // a symbol of a file draws nothing from anywhere else
  const context: InertContext = {
    base: new URL(url),
    links: { linkTo: () => null, linkToDrawing: () => null },
    idOf: (id) => prefix + id,
    hrefOf: () => null,
    isInTile: true,
  };
  const wanted = ids.map((id) => ` href="#${prefix}${id}"`).join("");
  return definitionsFor(root, wanted, { prefix, context });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
