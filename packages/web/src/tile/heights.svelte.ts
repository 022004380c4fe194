/** How high blocks turned out to be in a width, for whoever lays them out. */
import type { ShownBlock } from "./tile-size.ts";

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Widths that differ by less give the same height. */
const STEP_PX = 8;
const MAX_KNOWN = 500;
/** The same block may be on a sheet more than once. */
const MAX_WIDTHS = 6;

export class Heights {
  #known = $state.raw<ReadonlyMap<string, readonly Size[]>>(new Map());

  /** Null while nobody knows. */
  of(what: string, widthPx: number): number | null {
    return this.#known.get(what)?.find(isAsWideAs(widthPx))?.heightPx ?? null;
  }

  note(what: string, size: Size): void {
    const before = this.#known.get(what) ?? [];
    const same = before.find(isAsWideAs(size.widthPx));
    if (same?.heightPx === size.heightPx && same.widthPx === size.widthPx) return;
    const sizes = [...before.filter((each) => each !== same).slice(1 - MAX_WIDTHS), size];
    const others = [...this.#known].filter(([other]) => other !== what).slice(1 - MAX_KNOWN);
    this.#known = new Map([...others, [what, sizes]]);
  }
}

function isAsWideAs(widthPx: number): (size: Size) => boolean {
  return (size) => Math.abs(size.widthPx - widthPx) <= STEP_PX;
}

/** Of the content of tiles as they are shown, without their heads. */
const shown = new Heights();

/** Said by a tile that knows; the width is that of its body. */
export function noteShownHeight(block: ShownBlock, size: Size): void {
  shown.note(keyOf(block), size);
}

export function heightShown(block: ShownBlock, bodyPx: number): number | null {
  return shown.of(keyOf(block), bodyPx);
}

function keyOf({ observationId, way, isReader, padPx, zoom }: ShownBlock): string {
  return [observationId, way, isReader, padPx, zoom].join(" ");
}
