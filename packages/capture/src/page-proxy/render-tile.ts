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
  const { sheets } = await loadSheets(sketch, options.assets);
  const css = dressTile(sheets, sketch);
  return { html: sketch.html, css, assets: sketch.assets };
}

export interface LoadedSheets {
  readonly sheets: readonly string[];
  /** False where one could not be had: the block is then plainer, but it is there. */
  readonly isComplete: boolean;
}

/** The sheets of a tile, fetched through the guard or from disk, in the order of the cascade. */
export async function loadSheets({ styles }: TileSketch, assets: AssetProxy): Promise<LoadedSheets> {
  let isComplete = true;
  const load = async (url: URL) => {
    try {
      return (await assets.load({ url, kind: "style" })).body.toString("utf8");
    } catch (failure) {
      if (!(failure instanceof CaptureFailure)) throw failure;
      isComplete = false;
      return "";
    }
  };
  const sheets: string[] = [];
  let length = 0;
  for (const css of await Promise.all(styles.map((style) => sheetOf(style, load, assets)))) {
    length += css.length;
    if (length > MOST_CSS_CHARACTERS) break;
    sheets.push(css);
  }
  return { sheets, isComplete };
}

async function sheetOf(
  { source, host, media }: TileStyle,
  load: (url: URL) => Promise<string>,
  assets: AssetProxy,
): Promise<string> {
  const css = await inlineImports("css" in source ? source.css : await load(new URL(source.url)), load, assets);
  return withMedia(host === null ? css : scopeToHost(css, host), media);
}

function withMedia(css: string, media: string): string {
  return media === "" || media.length > 500 || /[<>"\\{}]/.test(media) ? css : `@media ${media}{${css}}`;
}
