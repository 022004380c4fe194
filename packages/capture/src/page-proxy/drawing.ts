/** The pure part of showing pages, without a way out: what a worker thread loads. */
export { type LinkRules, SignedLinks } from "./asset/asset-links.ts";
export { dressTile } from "./dress-tile.ts";
export { renderPickerPage, type ShownCapture } from "./render-picker-page.ts";
export { sketchTile, type TileParts, type TileSheet, type TileSketch } from "./sketch-tile.ts";
