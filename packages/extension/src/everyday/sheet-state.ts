/** The sheet of the new tab: what it looked like last, kept in this browser, and what it looks like now. */
import type { SheetWithTilesReply } from "@tessera/model/api";
import { ask, urlOf } from "../instance/ask.ts";
import { recall, remember } from "../platform/stored.ts";

export interface ShownTile {
  readonly id: string;
  readonly followId: string;
  readonly title: string;
  readonly place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly verdict: string;
  readonly hasNews: boolean;
  /** When the block was last seen. */
  readonly at: number | null;
  /** The page of the block. */
  readonly url: string;
  /** A document for a frame that may do nothing; empty where there is none yet. */
  readonly document: string;
}

export interface ShownSheet {
  readonly id: string;
  readonly title: string;
  readonly tiles: readonly ShownTile[];
}

/** Of what is kept for the next time: the storage of an extension is small. */
const MAX_DOCUMENT = 200_000;
const MAX_ALL = 4_000_000;
const MAX_IMAGES = 40;
const MAX_IMAGE_BYTES = 300_000;

/** Frames that may do nothing: no script, no form, no request, not even for a picture. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export async function lastSheet(): Promise<ShownSheet | null> {
  return (await recall("lastSheet")) as ShownSheet | null;
}

export async function readSheet(id: string, before: ShownSheet | null): Promise<ShownSheet> {
  const sheet = await ask("GET /sheets/:id", { params: { id } });
  const known = new Map(before?.tiles.map((tile) => [tile.id, tile]));
  const tiles = await Promise.all(sheet.tiles.map((tile) => shownTile(tile, known.get(tile.id))));
  const shown = { id: sheet.id, title: sheet.title, tiles };
  await remember("lastSheet", kept(shown));
  return shown;
}

async function shownTile(
  { id, followId, place, style, follow }: SheetWithTilesReply["tiles"][number],
  before: ShownTile | undefined,
): Promise<ShownTile> {
  const at = follow.latestFound?.lastAt ?? null;
  const content = await tileDocument(followId).catch(() => before?.document ?? "");
  return {
    id,
    followId,
    title: style.title ?? follow.title,
    place,
    verdict: follow.verdict,
    hasNews: follow.hasNews,
    at,
    url: follow.page.url,
    document: content,
  };
}

async function tileDocument(followId: string): Promise<string> {
  const { html, css } = await ask("GET /follows/:id/tile/content", { params: { id: followId } });
  const pairing = await recall("pairing");
  const address = pairing?.address ?? "";
  // a style sheet ends where its element does, whatever is written in it
  const style = css.replaceAll(/<\/(?=style)/gi, "<\\/");
  const policy = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  const look = "html{background:#fff;--tessera-pad:10px}body{margin:0}";
  return `<!doctype html><html><head>${policy}<style>${look}${style}</style></head><body>${await withImages(html, address)}</body></html>`;
}

/** Pictures travel inside the document: a frame that may ask for nothing shows them at once, and offline. */
async function withImages(html: string, address: string): Promise<string> {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const images = [...parsed.querySelectorAll("img")];
  for (const image of images) image.removeAttribute("srcset");
  await Promise.all(
    images.slice(0, MAX_IMAGES).map(async (image) => {
      const source = image.getAttribute("src") ?? "";
      if (source.startsWith("data:") || !URL.canParse(source, address)) return;
      image.src = (await dataOf(new URL(source, address))) ?? "";
    }),
  );
  return parsed.body.innerHTML;
}

async function dataOf(url: URL): Promise<string | null> {
  try {
    const response = await fetch(url, { credentials: "omit" });
    const bytes = response.ok ? await response.blob() : null;
    if (!bytes?.type.startsWith("image/") || bytes.size > MAX_IMAGE_BYTES) return null;
    return await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.onerror = () => resolve(null);
      reader.readAsDataURL(bytes);
    });
  } catch {
    return null;
  }
}

function kept(sheet: ShownSheet): ShownSheet {
  let budget = MAX_ALL;
  const tiles = sheet.tiles.map((tile) => {
    const { length } = tile.document;
    const fits = length <= MAX_DOCUMENT && length <= budget;
    if (fits) budget -= length;
    return fits ? tile : { ...tile, document: "" };
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
