/** Rendered tiles in memory and on disk, so that a sheet that is opened again, after a restart too, costs next to nothing. */
import { join } from "node:path";
import { ContentCache } from "@tessera/show";

interface Rendered {
  readonly html: string;
  readonly css: string;
  /** False where a style sheet could not be had; such a tile is soon rendered again. */
  readonly isComplete: boolean;
}

const MAX_CHARACTERS = 48_000_000;
const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60_000;
const MAX_BYTES = 256 * MIB;

/** How long the style of a page counts as what it was. */
const KEPT_MS = 7 * DAY_MS;
const INCOMPLETE_MS = 10 * 60_000;
const TYPE = "application/json";

export class TileCache<Tile extends Rendered> {
  readonly #recent = new RecentTiles<Tile>();
  readonly #disk: ContentCache;
  readonly #clock: () => number;

  constructor(directory: string, clock: () => number) {
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

export class RecentTiles<Tile extends Sized> {
  readonly #tiles = new Map<string, Promise<Tile>>();
  readonly #sizes = new Map<string, number>();
  readonly #most: number;
  #total = 0;

  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#most = maxCharacters;
  }

  /** All that is kept, in characters. */
  get characters(): number {
    return this.#total;
  }

  /** One that is being rendered is waited for; one that failed is rendered again the next time. */
  async get(key: string, render: () => Promise<Tile>): Promise<Tile> {
    const known = this.#tiles.get(key);
    if (known !== undefined) {
      // last in the map is latest used
      this.#tiles.delete(key);
      this.#tiles.set(key, known);
      return known;
    }
    const rendering = render();
    this.#tiles.set(key, rendering);
    try {
      const tile = await rendering;
      this.#keep(key, tile.html.length + tile.css.length);
      return tile;
    } catch (failure) {
      this.#tiles.delete(key);
      throw failure;
    }
  }

  #keep(key: string, size: number): void {
    this.#sizes.set(key, size);
    this.#total += size;
    for (const oldest of this.#tiles.keys()) {
      if (this.#total <= this.#most) return;
      const oldSize = this.#sizes.get(oldest);
      // still being rendered
      if (oldSize === undefined) continue;
      this.#total -= oldSize;
      this.#sizes.delete(oldest);
      this.#tiles.delete(oldest);
    }
  }
}
