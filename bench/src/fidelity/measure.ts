/** One block on its page and as a tile, side by side. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FollowReply } from "@tessera/model/api";
import { compare, type Likeness, type Picture, shrunk, writePicture } from "./compare.ts";
import { slugOf } from "./page-server.ts";
import type { BlockPlace, Photographer } from "./photograph.ts";
import type { FetcherChoice, FollowRequest, OpenedPage, Product, Way } from "./product.ts";
import type { BlockResult } from "./report.ts";

export interface Bench {
  readonly product: Product;
  readonly photographer: Photographer;
  readonly way: Way;
  readonly fetcher: FetcherChoice;
  /** In CSS pixels; null makes every tile as wide as its block is on the page. */
  readonly tileWidth: number | null;
  /** Where the pictures of each block go; none are kept unless told. */
  readonly pictures: string | null;
}

export interface BlockToMeasure {
  readonly family: string;
  readonly technique: string;
  readonly url: string;
  readonly page: OpenedPage | null;
  readonly wish: FollowRequest["wish"];
}

/** No tile on a sheet is lower: what is laid out in its width has this much room. */
const MIN_TILE_HEIGHT = 220;

/** Whatever goes wrong with one block is its result: the others are measured all the same. */
export async function measureBlock(block: BlockToMeasure, bench: Bench): Promise<BlockResult> {
  const { product, photographer, way, fetcher } = bench;
  const { family, technique, url, wish } = block;
  const chosen = way === "auto" ? "automatic" : "forced";
  const start = { family, technique, chosen, title: "", verdict: "none", way: "none", fetcher: "none" } as const;
  const nothing = { ...start, likeness: null } as const;
  let page: OpenedPage;
  try {
    page = block.page ?? (await product.open(url, fetcher));
  } catch (error) {
    return { ...nothing, state: "failed", note: firstLine(error) };
  }
  try {
    // the picker's frame measures every page, also one that the product's own browser has laid out
    const layout = product.takesLayouts ? await photographer.layoutOf(url, placeOf(wish)) : null;
    const isPictured = way === "picture";
    const { title, verdict, follow } = await product.follow({ url, fetcher, page, wish, isPictured, layout });
    const fetchedBy = follow.page.fetchedBy.fetcher === "browser" ? "browser" : page.fetcher;
    return { ...start, title, verdict, fetcher: fetchedBy, ...(await judge(block, follow, bench)) };
  } catch (error) {
    const note = firstLine(error);
    return { ...nothing, fetcher: page.fetcher, state: note.includes(": 404 ") ? "missing" : "failed", note };
  }
}

async function judge(
  { technique, url, wish }: BlockToMeasure,
  follow: FollowReply,
  { product, photographer, pictures, tileWidth, way }: Bench,
): Promise<Pick<BlockResult, "likeness" | "state" | "note" | "way">> {
  const onPage = await photographer.ofBlock(url, placeOf(wish));
  if (onPage === null) return { way: "none", likeness: null, state: "hidden", note: "not to be seen on its page" };
  const { width, height } = onPage;
  const scale = Math.min(1, (tileWidth ?? width) / width);
  const alike = scale < 1 ? shrunk(onPage, scale) : onPage;
  const room = scale < 1 ? Math.max(alike.height, MIN_TILE_HEIGHT) : height;
  const size = { width: alike.width, height: room };
  const tile = await product.tile(follow, { way, size, measure: photographer.inkOf });
  const inTile = await photographer.ofTile(tile, size);
  const likeness = compare(alike, inTile);
  if (pictures !== null) keep(join(pictures, slugOf(technique)), { onPage: alike, inTile, likeness });
  const state = tile.kind === "said-blank" ? "said-blank" : likeness.isBlank ? "blank" : "shown";
  return { way: tile.way, likeness, state, note: `${width}x${height}` };
}

function placeOf(wish: FollowRequest["wish"]): BlockPlace {
  return wish.kind === "css" ? { selector: wish.selector } : { path: wish.path };
}

interface Kept {
  readonly onPage: Picture;
  readonly inTile: Picture;
  readonly likeness: Likeness;
}

function keep(folder: string, { onPage, inTile, likeness }: Kept): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, picture] of Object.entries({ page: onPage, tile: inTile, difference: likeness.difference })) {
    writeFileSync(join(folder, `${name}.png`), writePicture(picture));
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .split("\n", 1)[0]!
    .slice(0, 160);
}
