/** A block as it looks on its page, to be shown on a sheet beside blocks of other pages: inert, and kept to its own tile. */
import { CaptureFailure } from "../capture-failure.ts";
import type { AssetProxy } from "./asset/asset-proxy.ts";
import { inlineImports } from "./css/inline-imports.ts";
import { scopeToHost } from "./css/scope-to-host.ts";
import { dressTile } from "./dress-tile.ts";
import type { ShownCapture } from "./render-picker-page.ts";
import { type SketchOptions, sketchTile, type TileParts, type TileSketch, type TileStyle } from "./sketch-tile.ts";

export interface TileOptions extends Omit<SketchOptions, "links"> {
  readonly assets: AssetProxy;
}

export interface Tile {
  readonly html: string;
  readonly css: string;
  /** Every asset link in the markup. */
  readonly assets: readonly string[];
}

const MOST_CSS_CHARACTERS = 2_000_000;

/** All three steps at once. Throws a RangeError where the page has no such elements. */
export async function renderTile(capture: ShownCapture, parts: TileParts, options: TileOptions): Promise<Tile> {
  const sketch = sketchTile(capture, parts, { ...options, links: options.assets.links() });
  const css = dressTile(await loadSheets(sketch, options.assets), sketch);
  return { html: sketch.html, css, assets: sketch.assets };
}

/** The sheets of a tile, fetched through the guard or from disk, in the order of the cascade. */
export async function loadSheets({ styles }: TileSketch, assets: AssetProxy): Promise<readonly string[]> {
  const sheets: string[] = [];
  let length = 0;
  for (const css of await Promise.all(styles.map((style) => sheetOf(style, assets)))) {
    length += css.length;
    if (length > MOST_CSS_CHARACTERS) break;
    sheets.push(css);
  }
  return sheets;
}

/** A sheet that cannot be had is left out: the block is then plainer, but it is there. */
async function sheetOf({ source, host, media }: TileStyle, assets: AssetProxy): Promise<string> {
  const load = async (url: URL) => {
    try {
      return (await assets.load({ url, kind: "style" })).body.toString("utf8");
    } catch (failure) {
      if (failure instanceof CaptureFailure) return "";
      throw failure;
    }
  };
  const css = await inlineImports("css" in source ? source.css : await load(new URL(source.url)), load, assets);
  return withMedia(host === null ? css : scopeToHost(css, host), media);
}

function withMedia(css: string, media: string): string {
  return media === "" || media.length > 500 || /[<>"\\{}]/.test(media) ? css : `@media ${media}{${css}}`;
}
