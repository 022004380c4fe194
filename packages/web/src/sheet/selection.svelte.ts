/** The tiles that are chosen, for what is done with several at once. */
import { readingOrder } from "@tessera/model/grid";
import type { Placed } from "../grid/grid-places.ts";

export class Selection {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  /** From where the next range goes. */
  #last: string | null = null;

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  get count(): number {
    return this.#ids.size;
  }

  toggle(id: string): void {
    this.#ids = new Set(this.#ids.has(id) ? [...this.#ids].filter((each) => each !== id) : [...this.#ids, id]);
    this.#last = id;
  }

  /** One more or less; with the tiles in which to look for them, all from the last one to this. */
  choose(id: string, among: readonly Placed[] | null): void {
    const order = readingOrder(among ?? []).map((tile) => tile.id);
    const [from, to] = [order.indexOf(this.#last ?? ""), order.indexOf(id)].sort((a, b) => a - b) as [number, number];
    if (from < 0) this.toggle(id);
    else this.#ids = new Set([...this.#ids, ...order.slice(from, to + 1)]);
  }

  clear(): void {
    this.#ids = new Set();
    this.#last = null;
  }

  /** All that are chosen where this is one of them, or else this one alone. */
  around(id: string): ReadonlySet<string> {
    return this.#ids.has(id) ? this.#ids : new Set([id]);
  }
}
