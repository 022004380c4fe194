/** A foreign style sheet or drawing without anything that does harm. For a worker thread: both are parsed. */
import { filterSheet } from "../css/filter-css.ts";
import { type LinkRules, SignedLinks } from "./asset-links.ts";
import { SVG } from "./asset-type.ts";
import { inertSvg } from "./inert-svg.ts";

export interface RawAsset {
  /** As `assetType` tells it: of an SVG or of a style sheet. */
  readonly type: string;
  readonly body: Uint8Array;
  /** Where it came from: what addresses in it are relative to. */
  readonly base: string;
  readonly links: LinkRules;
}

/** Empty where nothing of it is left. */
export function cleanAsset({ type, body, base, links }: RawAsset): Uint8Array {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  const clean =
    type === SVG ? inertSvg(text) : filterSheet(text, { base: new URL(base), links: new SignedLinks(links) });
  return Buffer.from(clean);
}
