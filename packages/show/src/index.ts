/** What of a foreign page is shown to people. */

export { type AssetAnswer, AssetProxy, type AssetProxyOptions } from "./assets/asset-proxy.ts";
export type { AssetReader, AssetReaderFor } from "./assets/asset-reader.ts";
export { type CachedContent, ContentCache } from "./assets/content-cache.ts";
export type { AssetKind, AssetLinks, LinkRules, OwnHost } from "./rules/asset-links.ts";
export { contentPolicy, type PolicyOptions } from "./rules/content-policy.ts";
export { loadSheets } from "./tile/load-sheets.ts";
export { scaledTileDocument, type TileDocumentOptions, textDocument, tileDocument } from "./tile/tile-document.ts";
export type { PageLayout } from "./tile/tile-layout.ts";
