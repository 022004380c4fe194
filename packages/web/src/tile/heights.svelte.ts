/** How high blocks turned out to be in a width, for whoever lays them out. */
import { whenIdle } from "../grid/frame-queue.ts";
import { type Entries, keep, readKept } from "./kept.ts";
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

  constructor(known: Entries<readonly Size[]> = []) {
    this.#known = new Map(known);
  }

  get entries(): Entries<readonly Size[]> {
    return [...this.#known];
  }

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
const KEPT = "tessera-heights";
/** As high as the block was when it was last seen in this browser, whatever it said: it is about that high again. */
const before = new Heights(readKept(KEPT, isSizes, () => localStorage));
let isKeeping = false;

/** Said by a tile that knows; the width is that of its body. */
export function noteShownHeight(block: ShownBlock, size: Size): void {
  shown.note(keyOf(block.observationId, block), size);
  before.note(keyOf(block.followId, block), size);
  if (isKeeping) return;
  isKeeping = true;
  whenIdle(() => {
    isKeeping = false;
    keep(KEPT, before.entries, () => localStorage);
  });
}

/** As it turned out; until then as its page says, or as it was before; null where nobody knows. */
export function heightShown(block: ShownBlock, bodyPx: number, onPagePx: number | null): number | null {
  return (
    shown.of(keyOf(block.observationId, block), bodyPx) ?? onPagePx ?? before.of(keyOf(block.followId, block), bodyPx)
  );
}

function keyOf(what: string, { way, isReader, padPx, zoom }: ShownBlock): string {
  return [what, way, isReader, padPx, zoom].join(" ");
}

function isSizes(value: unknown): value is readonly Size[] {
  const isSize = (one: Partial<Size> | null): boolean => one !== null && one.widthPx! > 0 && one.heightPx! > 0;
  return Array.isArray(value) && value.every(isSize);
}
