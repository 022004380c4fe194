/** A tile drawn on the spot, for tests: a server does the three steps in worker threads. */
import type { AssetProxy } from "../assets/asset-proxy.ts";
import { drawSprites } from "../html/sprites.ts";
import type { OwnHost } from "../rules/asset-links.ts";
import { applyStyles } from "./apply-styles.ts";
import { type ExtractOptions, extractTile, type TileParts } from "./extract-tile.ts";
import { loadSheets } from "./load-sheets.ts";
import type { ShownCapture } from "./render-picker-page.ts";
import type { Tile } from "./tile-document.ts";

export interface TileOptions extends Omit<ExtractOptions, "links"> {
  readonly assets: AssetProxy;
  /** Whom it is for. */
  readonly holder: string;
  readonly own?: OwnHost | null;
}

/** All three steps at once, on the spot. Throws a RangeError where the page has no such elements. */
export async function renderTile(capture: ShownCapture, parts: TileParts, options: TileOptions): Promise<Tile> {
  const { assets, holder, own = null } = options;
  const extracted = extractTile(capture, parts, { ...options, links: assets.links(own) });
  const { sheets, sprites } = await loadSheets(extracted, assets, { holder, own });
  const css = applyStyles(sheets, extracted);
  return { html: extracted.html + drawSprites(sprites), css, assets: extracted.assets };
}
