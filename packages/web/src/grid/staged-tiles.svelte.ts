/**
 * Tiles are put into the page by and by: those in view at once, then a few whenever the browser has time, so that fifty of
 * them never keep it from answering.
 */
import { whenIdle } from "./frame-queue.ts";

const AT_A_TIME = 5;

export class StagedTiles {
  /** So many in reading order. */
  #count = $state(0);
  /** What is in the page stays there: tiles change their places when heights come to be known. */
  readonly #shown = new Set<string>();

  constructor(first: number) {
    this.#count = first;
  }

  /** Whether the tile, which is at that position in reading order now, is in the page. */
  has(id: string, position: number): boolean {
    if (position < this.#count) this.#shown.add(id);
    return this.#shown.has(id);
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
