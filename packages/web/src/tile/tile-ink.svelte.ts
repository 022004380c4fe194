/**
 * What can be seen of tiles. A frame without rights cannot tell, so each tile is measured beside the sheet, once, when the
 * browser has time: in a hidden frame of the same size, with a script of ours and without an origin (decision 34).
 */
import type { Ink } from "@tessera/model/ways";
import { whenIdle } from "../grid/frame-queue.ts";
import { Heights } from "./heights.svelte.ts";
import { keep, readKept } from "./kept.ts";

export interface TileToMeasure {
  /** Where the document is that measures itself. */
  readonly src: string;
  /** Of its frame, in CSS pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
}

const REMEMBERED = "tessera-ink";
const MAX_REMEMBERED = 500;
/** Tiles whose sizes differ by less show the same. */
const STEP_PX = 8;

/** What was measured of a tile. */
interface Told {
  readonly ink: Ink;
  readonly src: string;
  readonly widthPx: number;
  readonly heightPx: number | null;
}

const kept = readKept(REMEMBERED, isTold).slice(-MAX_REMEMBERED);
let known = $state.raw<ReadonlyMap<string, Told>>(new Map(kept));
const heights = new Heights();
for (const [, told] of kept) noteHeight(told);
const waiting = new Map<string, TileToMeasure>();
let isBusy = false;

/** Null while nobody has measured it. */
export function inkOf(tile: TileToMeasure): Ink | null {
  return known.get(keyOf(tile))?.ink ?? null;
}

/** How high all of it is in a frame of that width; null while nobody has measured it. */
export function measuredHeight({ src, widthPx }: TileToMeasure): number | null {
  return heights.of(src, widthPx);
}

/** Measures it in its turn, unless the returned function is called before. */
export function measureLater(tile: TileToMeasure): () => void {
  const key = keyOf(tile);
  waiting.set(key, tile);
  whenIdle(() => void advance());
  return () => void waiting.delete(key);
}

/** One at a time: what is shown comes first. */
async function advance(): Promise<void> {
  const [next] = waiting;
  if (isBusy || !next) return;
  const [key, tile] = next;
  waiting.delete(key);
  isBusy = true;
  try {
    const { measureInk } = await import("./measure-ink.ts");
    const told = known.has(key) ? null : await measureInk(tile);
    if (told) learn(key, { ink: told.ink, src: tile.src, widthPx: tile.widthPx, heightPx: told.heightPx });
  } catch {
    // the part could not be loaded: the tile stays as it is until somebody comes by again
  } finally {
    isBusy = false;
    whenIdle(() => void advance());
  }
}

function learn(key: string, told: Told): void {
  known = new Map([...known, [key, told] as const].slice(-MAX_REMEMBERED));
  noteHeight(told);
  keep(REMEMBERED, [...known]);
}

/** What was measured first in a width stays: a block that is as high as its window would grow with its tile for ever. */
function noteHeight({ src, widthPx, heightPx }: Told): void {
  if (heightPx !== null && heights.of(src, widthPx) === null) heights.note(src, { widthPx, heightPx });
}

function isTold(value: unknown): value is Told {
  const { ink, src, widthPx, heightPx } = (value ?? {}) as Partial<Record<keyof Told, unknown>>;
  const isSize = typeof widthPx === "number" && (heightPx === null || typeof heightPx === "number");
  return /^(?:seen|blank|illegible)$/.test(String(ink)) && typeof src === "string" && isSize;
}

function keyOf({ src, widthPx, heightPx }: TileToMeasure): string {
  return [src, Math.round(widthPx / STEP_PX), Math.round(heightPx / (8 * STEP_PX))].join(" ");
}
