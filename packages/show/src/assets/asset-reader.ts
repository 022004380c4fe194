/** Who parses and cleans foreign style sheets and drawings: a server does it in worker threads that it can end. */
import { onTheSpot } from "@tessera/capture/reading";
import { filterSheet } from "../css/filter-css.ts";
import { type SplitSheet, splitImports } from "../css/split-imports.ts";
import { type LinkRules, SignedLinks } from "../rules/asset-links.ts";
import { SVG } from "./asset-type.ts";
import { inertSvg } from "./inert-svg.ts";

/** Each throws a CaptureFailure, `too-large` or `timeout`, for what is more than a reader takes. */
export interface AssetReader {
  readonly cleanAsset: (asset: RawAsset) => Promise<Uint8Array>;
  readonly splitImports: (css: string) => Promise<SplitSheet>;
}

/** A reader at work for one person, or for nobody in particular. */
export type AssetReaderFor = (holder: string | undefined) => AssetReader;

export interface RawAsset {
  /** As `assetType` tells it: of an SVG or of a style sheet. */
  readonly type: string;
  readonly body: Uint8Array;
  /** Where it came from: what addresses in it are relative to. */
  readonly base: string;
  readonly links: LinkRules;
}

/** A foreign style sheet or drawing without anything that does harm; empty where nothing of it is left. */
export function cleanAsset({ type, body, base, links }: RawAsset): Uint8Array {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  const clean =
    type === SVG ? inertSvg(text) : filterSheet(text, { base: new URL(base), links: new SignedLinks(links) });
  return Buffer.from(clean);
}

/** For tests, and programs that serve nobody else meanwhile. */
export const cleanOnTheSpot: AssetReader = { cleanAsset: onTheSpot(cleanAsset), splitImports: onTheSpot(splitImports) };
