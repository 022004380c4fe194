/**
 * Tiles are put into the page by and by: those in view at once, then a few whenever the browser has time, so that fifty of
 * them never keep it from answering.
 */
import { whenIdle } from "./frame-queue.ts";

const AT_A_TIME = 5;

export class StagedTiles {
  /** So many in reading order. */
  #count = $state(0);

  constructor(first: number) {
    this.#count = first;
  }

  /** Whether the tile at a position in reading order is in the page. */
  has(position: number): boolean {
    return position < this.#count;
  }

  /** Goes on until that many are there. */
  proceed(total: number): void {
    if (this.#count >= total) this.finish();
    else
      whenIdle(() => {
        this.#count += AT_A_TIME;
        this.proceed(total);
      });
  }

  /** All at once, and whatever comes later. */
  finish(): void {
    this.#count = Number.POSITIVE_INFINITY;
  }
}
