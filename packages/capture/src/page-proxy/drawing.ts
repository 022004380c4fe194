/** The pure part of showing pages, without a way out: what a worker thread loads. */

export { applyStyles } from "./apply-styles.ts";
export { type LinkRules, SignedLinks } from "./asset/asset-links.ts";
export { type ExtractedTile, extractTile, type TileParts, type TileSheet } from "./extract-tile.ts";
export { renderPickerPage, type ShownCapture } from "./render-picker-page.ts";
