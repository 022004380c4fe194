/** Rendered tiles in memory and on disk, so that a sheet that is opened again, after a restart too, costs next to nothing. */
import { join } from "node:path";
import { ContentCache } from "@tessera/show";
import { LRUCache } from "lru-cache";

interface Rendered {
  readonly html: string;
  readonly css: string;
  /** False where a style sheet could not be had; such a tile is soon rendered again. */
  readonly isComplete: boolean;
}

const MIB = 1024 * 1024;
const RECENT_MEBIBYTES = 96;
/** At most: text without letters beyond Latin 1 takes one. */
const BYTES_A_CHARACTER = 2;
const DAY_MS = 24 * 60 * 60_000;
const MAX_BYTES = 256 * MIB;

/** How long the style of a page counts as what it was. */
const KEPT_MS = 7 * DAY_MS;
const INCOMPLETE_MS = 10 * 60_000;
const TYPE = "application/json";

export class TileCache<Tile extends Rendered> {
  readonly #recent: RecentTiles<Tile>;
  readonly #disk: ContentCache;
  readonly #clock: () => number;

  /** `mebibytes`: what is kept in memory. */
  constructor(directory: string, clock: () => number, mebibytes = RECENT_MEBIBYTES) {
    this.#recent = new RecentTiles(mebibytes * MIB);
    this.#disk = new ContentCache({ folder: join(directory, "tiles"), maxBytes: MAX_BYTES, maxAgeMs: KEPT_MS });
    this.#clock = clock;
  }

  /** `name` says everything that the tile depends on but the time. */
  async get(name: string, render: () => Promise<Tile>): Promise<Tile> {
    const span = Math.floor(this.#clock() / INCOMPLETE_MS);
    const kept = await this.#recent.get(name, () => this.#fromDisk(name, render));
    return kept.isComplete ? kept : this.#recent.get(`${name} ${span}`, () => this.#fromDisk(name, render));
  }

  async #fromDisk(name: string, render: () => Promise<Tile>): Promise<Tile> {
    const cached = await this.#disk.get(name, this.#clock());
    // written below, and checked against its hash by the cache
    if (cached) return JSON.parse(cached.body.toString("utf8")) as Tile;
    const tile = await render();
    if (tile.isComplete)
      await this.#disk.put(name, { type: TYPE, pieces: [Buffer.from(JSON.stringify(tile))] }, this.#clock());
    return tile;
  }
}

interface Sized {
  readonly html: string;
  readonly css: string;
}

/** One that is being rendered is waited for; one that failed is rendered again the next time. @internal */
export class RecentTiles<Tile extends Sized> {
  readonly #tiles: LRUCache<string, Tile, () => Promise<Tile>>;

  constructor(maxBytes: number) {
    this.#tiles = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ html, css }) => BYTES_A_CHARACTER * Math.max(1, html.length + css.length),
      fetchMethod: (_key, _stale, { context: render }) => render(),
      // who waits for a tile gets it, also where others have pushed it out meanwhile
      ignoreFetchAbort: true,
    });
  }

  /** Of all that is kept, at most. */
  get bytes(): number {
    return this.#tiles.calculatedSize;
  }

  get(key: string, render: () => Promise<Tile>): Promise<Tile> {
    return this.#tiles.forceFetch(key, { context: render });
  }
}
