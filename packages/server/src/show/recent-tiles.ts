/** Tiles that were rendered lately, so that a sheet that is opened again costs nothing; the oldest leave first. */

interface Sized {
  readonly html: string;
  readonly css: string;
}

const MAX_CHARACTERS = 48_000_000;

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
