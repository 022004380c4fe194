/** A page on its way to the server: with the pictures that only this browser may fetch, within a budget, compressed. */
import { cleanStyle, type Linked, NODE_TYPE, type PageSnapshot } from "@tessera/page/snapshot";
import type { SeenPage } from "./seen-page.ts";
import type { SnapshotTree } from "./snapshot-tree.ts";

/** Within what the server takes: 60 pictures, half a megabyte each, two altogether. */
const MAX_IMAGES = 60;
const MAX_IMAGE_BYTES = 500_000;
const MAX_ALL_BYTES = 2_000_000;
const MAX_SHEETS = 20;
const MAX_SHEET_CHARACTERS = 300_000;
const TIMEOUT_MS = 15_000;

/** A snapshot, or one with what was picked in it. */
export async function compressed(value: PageSnapshot | { readonly snapshot: PageSnapshot }): Promise<Blob> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Blob([await new Response(stream).arrayBuffer()]);
}

/** What came for an address, in the form of messages. */
export interface OwnPart {
  readonly base64: string;
  readonly bytes: number;
}

/** Who fetches: the background, because a frame in a page is asked for other cookies than the page. */
export type FetchOwn = (linked: Linked, type: string) => Promise<OwnPart | null>;

export interface Followed {
  readonly tree: SnapshotTree;
  /** Blocks whose pictures go along, by their numbers. */
  readonly blocks: readonly number[];
}

/** The pictures that may go along. */
export function imagesIn(linked: readonly Linked[], { tree, blocks }: Followed): readonly Linked[] {
  const isInBlock = ({ node }: Linked) => blocks.some((block) => tree.isInside(node, block));
  const images = linked.filter((each) => each.kind === "image" && isInBlock(each));
  return [...new Map(images.map((each) => [each.url, each])).values()].slice(0, MAX_IMAGES);
}

/** What everybody may fetch the server fetches by itself; what needs the person goes along. */
export async function withOwnParts(
  { snapshot, linked }: Pick<SeenPage, "snapshot" | "linked">,
  followed: Followed,
  fetchOwn: FetchOwn = ownPart,
): Promise<PageSnapshot> {
  const images = imagesIn(linked, followed);
  const sheets = linked.filter(({ kind }) => kind === "sheet").slice(0, MAX_SHEETS);
  const kept: PageSnapshot["images"] = [];
  let budget = MAX_ALL_BYTES;
  for (const image of images) {
    const part = await fetchOwn(image, "image/");
    if (!part || part.bytes > MAX_IMAGE_BYTES || part.bytes > budget) continue;
    budget -= part.bytes;
    kept.push({ url: image.url, data: part.base64 });
  }
  return { ...(await withSheets(snapshot, sheets, fetchOwn)), images: kept };
}

/** Their rules become style elements at the end of the page, where the server could not fetch them. */
async function withSheets(
  snapshot: PageSnapshot,
  sheets: readonly Linked[],
  fetchOwn: FetchOwn,
): Promise<PageSnapshot> {
  const { nodes } = snapshot;
  const root = nodes.parent.indexOf(0, nodes.type.indexOf(NODE_TYPE.element));
  const grown: PageSnapshot = {
    ...snapshot,
    strings: [...snapshot.strings],
    nodes: {
      parent: [...nodes.parent],
      type: [...nodes.type],
      name: [...nodes.name],
      value: [...nodes.value],
      attributes: [...nodes.attributes],
    },
  };
  for (const sheet of sheets) {
    const part = await fetchOwn(sheet, "text/css");
    const text = part && new TextDecoder().decode(Uint8Array.from(atob(part.base64), (each) => each.charCodeAt(0)));
    if (!text || text.length > MAX_SHEET_CHARACTERS || root < 0) continue;
    const style = append(grown, { parent: root, type: NODE_TYPE.element, name: "STYLE", value: null });
    append(grown, { parent: style, type: NODE_TYPE.text, name: "#text", value: cleanStyle(text, sheet.address, true) });
  }
  return grown;
}

interface NewNode {
  readonly parent: number;
  readonly type: number;
  readonly name: string;
  readonly value: string | null;
}

function append({ nodes, strings }: PageSnapshot, { parent, type, name, value }: NewNode): number {
  nodes.type.push(type);
  nodes.name.push(strings.push(name) - 1);
  nodes.value.push(value === null ? -1 : strings.push(value) - 1);
  nodes.attributes.push([]);
  return nodes.parent.push(parent) - 1;
}

/** Null for what can be fetched without cookies, cannot be fetched at all, or is something else. */
export async function ownPart({ address, url }: Linked, type: string): Promise<OwnPart | null> {
  const hasKey = address !== url;
  if (!hasKey && (await fetched(url, "omit", type))) return null;
  const bytes = await fetched(address, "include", type);
  return bytes && { base64: await base64Of(bytes), bytes: bytes.size };
}

async function fetched(address: string, credentials: RequestCredentials, type: string): Promise<Blob | null> {
  try {
    const response = await fetch(address, { credentials, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const isMeant = response.ok && (response.headers.get("content-type") ?? "").startsWith(type);
    return isMeant ? await response.blob() : null;
  } catch {
    return null;
  }
}

async function base64Of(bytes: Blob): Promise<string> {
  let text = "";
  const view = new Uint8Array(await bytes.arrayBuffer());
  // in parts: a call takes only so many arguments
  for (let at = 0; at < view.length; at += 0x8000) text += String.fromCharCode(...view.subarray(at, at + 0x8000));
  return btoa(text);
}
