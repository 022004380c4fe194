/** Style sheets and drawings cleaned where they are, for tests that would wait for a thread to start. */
import { onTheSpot } from "@tessera/capture/reading";
import { splitImports } from "../css/split-imports.ts";
import { type AssetReader, cleanAsset } from "./asset-reader.ts";

export const cleanOnTheSpot: AssetReader = { cleanAsset: onTheSpot(cleanAsset), splitImports: onTheSpot(splitImports) };
