/**
 * Tiles that editors took off sheets of others, whole: what they are given of them has no private rows, and is what they give back.
 * They are remembered as long as the undo lasts, by this process alone: after a restart they come back without those rows.
 */
import { isDeepStrictEqual } from "node:util";
import type { SheetId, Tile } from "@tessera/model";

/** What says of a tile which one it was; ids are given anew. */
export type Returned = Pick<Tile, "followId" | "content" | "place" | "screens" | "style">;

interface Taken {
  readonly whole: Tile;
  readonly told: Returned;
  readonly at: number;
}

/** Of all sheets; the longest remembered goes first. */
const MAX_TAKEN = 2_000;

export class TakenTiles {
  #taken: readonly Taken[] = [];

  /** What was taken off, and what was told of it. */
  remember(whole: Tile, told: Tile, at: number): void {
    this.#taken = [...this.#taken, { whole, told: returnedOf(told), at }].slice(-MAX_TAKEN);
  }

  /** The whole of what is given back, once; null where nothing of it was kept back, or it is too long ago. */
  takeBack(sheet: SheetId, returned: Returned, since: number): Tile | null {
    this.#taken = this.#taken.filter(({ at }) => at >= since);
    const asked = returnedOf(returned);
    const found = this.#taken.findLast(({ whole, told }) => whole.sheetId === sheet && isDeepStrictEqual(told, asked));
    this.#taken = this.#taken.filter((each) => each !== found);
    return found?.whole ?? null;
  }
}

function returnedOf({ followId, content, place, screens, style }: Returned): Returned {
  return { followId, content, place, ...(screens ? { screens } : {}), style };
}
