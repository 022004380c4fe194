/** What reads foreign bytes, without a way out: what a worker thread loads. */
export { readTimeMap } from "../archive/read-time-map.ts";
export { readSnapshot } from "../browser/read-snapshot.ts";
export { cleanAsset } from "../page-proxy/asset/clean-asset.ts";
export { splitImports } from "../page-proxy/css/split-imports.ts";
export type { ForeignReader } from "./foreign-reader.ts";
export { readOnTheSpot } from "./on-the-spot.ts";
export { readPage } from "./read-page.ts";
