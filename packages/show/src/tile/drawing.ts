/** The pure part of showing pages, without a way out: what a worker thread loads. */

export { cleanAsset } from "../assets/asset-reader.ts";
export { assetType, SVG } from "../assets/asset-type.ts";
export { splitImports } from "../css/split-imports.ts";
export { drawSprites, type LoadedSprite } from "../html/sprites.ts";
export { type LinkRules, SignedLinks } from "../rules/asset-links.ts";
export { applyStyles } from "./apply-styles.ts";
export { type ExtractedTile, extractTile, type TileParts, type TileSheet } from "./extract-tile.ts";
export { type PictureDrawing, type PictureTile, pictureTile } from "./picture-tile.ts";
export { renderPickerPage, type ShownCapture } from "./render-picker-page.ts";
export type { PageLayout } from "./tile-layout.ts";
