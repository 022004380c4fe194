/**
 * In which order the tiles of a sheet get their frames. A frame is a document and costs the browser some milliseconds in
 * several processes: those in view come first and together, those near it one after the other when there is time, and
 * none while the sheet is being scrolled, which stays smooth that way.
 */

/** Where a tile is seen from the window. */
export type Distance = "in-view" | "near" | "far";

export interface FrameQueueOptions {
  /** Lets a tile have its frame; `loaded` is called for it in turn. */
  readonly grant: (tile: string) => void;
  /** Calls back when the browser has nothing better to do. */
  readonly whenIdle: (callback: () => void) => void;
  /** Calls back when a frame has had time enough: one that never comes must not keep the others waiting. */
  readonly whenLate: (callback: () => void) => void;
}

/** Of those that are only near, as many at a time: one is laid out while the next is fetched. */
const MAX_AHEAD = 2;

export class FrameQueue {
  readonly #options: FrameQueueOptions;
  /** In the order in which they joined. */
  readonly #waiting = new Map<string, Distance>();
  readonly #loading = new Set<string>();
  #isHeld = false;
  #isIdleAsked = false;
  #onSettled: (() => void)[] = [];

  constructor(options: FrameQueueOptions) {
    this.#options = options;
  }

  /** A tile that has its frame from the start is only waited for. */
  join(tile: string, hasFrame: boolean): void {
    if (hasFrame) this.#await(tile);
    else this.#waiting.set(tile, "far");
  }

  leave(tile: string): void {
    this.#waiting.delete(tile);
    this.loaded(tile);
  }

  /** Tiles that are no longer waiting are not moved. */
  move(tile: string, distance: Distance): void {
    if (!this.#waiting.has(tile)) return;
    this.#waiting.set(tile, distance);
    this.#advance();
  }

  loaded(tile: string): void {
    this.#loading.delete(tile);
    this.#advance();
  }

  /** Nothing is granted until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#advance();
  }

  /** Calls back once when every tile that has been granted a frame shows it. */
  whenSettled(callback: () => void): void {
    this.#onSettled.push(callback);
    this.#advance();
  }

  #advance(): void {
    if (this.#isHeld) return;
    for (const tile of this.#at("in-view")) this.#grant(tile);
    if (this.#loading.size === 0) for (const callback of this.#onSettled.splice(0)) callback();
    if (this.#loading.size >= MAX_AHEAD || this.#isIdleAsked || this.#at("near").length === 0) return;
    this.#isIdleAsked = true;
    this.#options.whenIdle(() => {
      this.#isIdleAsked = false;
      const [next] = this.#at("near");
      if (!this.#isHeld && next !== undefined && this.#loading.size < MAX_AHEAD) this.#grant(next);
      this.#advance();
    });
  }

  #at(distance: Distance): readonly string[] {
    return [...this.#waiting].filter(([, at]) => at === distance).map(([tile]) => tile);
  }

  #grant(tile: string): void {
    this.#waiting.delete(tile);
    this.#await(tile);
    this.#options.grant(tile);
  }

  #await(tile: string): void {
    this.#loading.add(tile);
    this.#options.whenLate(() => this.loaded(tile));
  }
}
