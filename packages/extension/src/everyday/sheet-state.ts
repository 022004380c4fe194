/** The sheet of the new tab: what it looked like last, kept in this browser, and what it looks like now. */
import { ask, urlOf } from "../instance/ask.ts";
import { recall, remember } from "../platform/stored.ts";
import { type ShownTile, shownTile } from "./shown-tile.ts";

export interface ShownSheet {
  readonly id: string;
  readonly title: string;
  readonly tiles: readonly ShownTile[];
}

/** Of what is kept for the next time: the storage of an extension is small. */
const MAX_TILE = 400_000;
const MAX_ALL = 4_000_000;

/** Null as well where it was kept by a version of this extension that kept it otherwise. */
export async function lastSheet(): Promise<ShownSheet | null> {
  const last = (await recall("lastSheet")) as ShownSheet | null;
  return last?.tiles.every((tile) => tile.shown !== undefined) ? last : null;
}

export async function readSheet(id: string, before: ShownSheet | null): Promise<ShownSheet> {
  const sheet = await ask("GET /sheets/:id", { params: { id } });
  const known = new Map(before?.tiles.map((tile) => [tile.id, tile]));
  const tiles = await Promise.all(sheet.tiles.map((tile) => shownTile(tile, known.get(tile.id), sheet.style)));
  const shown = { id: sheet.id, title: sheet.title, tiles };
  await remember("lastSheet", kept(shown));
  return shown;
}

/** @internal */
export function kept(sheet: ShownSheet): ShownSheet {
  let budget = MAX_ALL;
  const tiles = sheet.tiles.map((tile) => {
    const { length } = JSON.stringify(tile.shown);
    const fits = length <= MAX_TILE && length <= budget;
    if (fits) budget -= length;
    return fits ? tile : { ...tile, shown: { kind: "later" } as const };
  });
  return { ...sheet, tiles };
}

/** Calls back when something happened on the instance, until it is aborted or the connection ends. */
export async function listen(onEvent: () => void, signal: AbortSignal): Promise<void> {
  const pairing = await recall("pairing");
  if (!pairing) return;
  const headers = { authorization: `Bearer ${pairing.secret}`, accept: "text/event-stream" };
  const response = await fetch(urlOf(pairing.address, "GET /events", {}), { headers, signal, credentials: "omit" });
  const lines = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await lines?.read(); part && !part.done; part = await lines?.read()) {
    if (part.value.includes("data:")) onEvent();
  }
}
