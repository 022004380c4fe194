/**
 * What can be seen of tiles. A frame without rights cannot tell, so each tile is measured beside the sheet, once, when the
 * browser has time: in a hidden frame of the same size, with a script of ours and without an origin (decision 34).
 */
import type { Ink } from "@tessera/model/ways";
import { SvelteMap } from "svelte/reactivity";
import { whenIdle } from "../grid/frame-queue.ts";

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

const known = new SvelteMap<string, Ink>(remembered());
const waiting = new Map<string, TileToMeasure>();
let isBusy = false;

/** Null while nobody has measured it. */
export function inkOf(tile: TileToMeasure): Ink | null {
  return known.get(keyOf(tile)) ?? null;
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
    const ink = known.get(key) ?? (await measureInk(tile));
    if (ink) learn(key, ink);
  } catch {
    // the part could not be loaded: the tile stays as it is until somebody comes by again
  } finally {
    isBusy = false;
    whenIdle(() => void advance());
  }
}

function learn(key: string, ink: Ink): void {
  known.set(key, ink);
  for (const [oldest] of known) {
    if (known.size <= MAX_REMEMBERED) break;
    known.delete(oldest);
  }
  try {
    sessionStorage.setItem(REMEMBERED, JSON.stringify([...known]));
  } catch {
    // a browser that keeps nothing measures again
  }
}

function remembered(): [string, Ink][] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(REMEMBERED) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRemembered).slice(-MAX_REMEMBERED) : [];
  } catch {
    return [];
  }
}

function isRemembered(entry: unknown): entry is [string, Ink] {
  return Array.isArray(entry) && typeof entry[0] === "string" && /^(?:seen|blank|illegible)$/.test(String(entry[1]));
}

function keyOf({ src, widthPx, heightPx }: TileToMeasure): string {
  return [src, Math.round(widthPx / STEP_PX), Math.round(heightPx / (8 * STEP_PX))].join(" ");
}
