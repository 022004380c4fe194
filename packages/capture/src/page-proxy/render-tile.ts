/** A block as it looks on its page, to be shown on a sheet beside blocks of other pages: inert, and kept to its own tile. */
import type { OwnHost } from "./asset/asset-links.ts";
import type { AssetProxy } from "./asset/asset-proxy.ts";
import { dressTile } from "./dress-tile.ts";
import { loadSheets } from "./load-sheets.ts";
import type { ShownCapture } from "./render-picker-page.ts";
import { type SketchOptions, sketchTile, type TileParts } from "./sketch-tile.ts";

export interface TileOptions extends Omit<SketchOptions, "links"> {
  readonly assets: AssetProxy;
  /** Whom it is for. */
  readonly holder: string;
  readonly own?: OwnHost | null;
}

export interface Tile {
  readonly html: string;
  readonly css: string;
  /** Every asset link in the markup. */
  readonly assets: readonly string[];
}

/** All three steps at once, on the spot. Throws a RangeError where the page has no such elements. */
export async function renderTile(capture: ShownCapture, parts: TileParts, options: TileOptions): Promise<Tile> {
  const { assets, holder, own = null } = options;
  const sketch = sketchTile(capture, parts, { ...options, links: assets.links(own) });
  const { sheets } = await loadSheets(sketch, assets, { holder, own });
  const css = dressTile(sheets, sketch);
  return { html: sketch.html, css, assets: sketch.assets };
}
