/** Pages and tiles drawn from stored captures. Runs in a worker thread; fetching their styles is not its business. */
import {
  applyStyles as applyStylesTo,
  pictureTile as drawPicture,
  type ExtractedTile,
  extractTile as extract,
  type LinkRules,
  type PageLayout,
  type PictureDrawing,
  type PictureTile,
  renderPickerPage,
  type ShownCapture,
  SignedLinks,
  type TileParts,
  type TileSheet,
} from "@tessera/show/drawing";
import type { Body } from "@tessera/store";
import { textOfBody } from "./body-text.ts";
import { KeptImages } from "./kept-images.ts";

export interface PageDrawing {
  readonly capture: ShownCapture;
  readonly links: LinkRules;
  /** Pictures that came with the capture. */
  readonly images?: Body | null;
  readonly nonce: string;
  readonly assetSource: string;
}

export interface TileDrawing {
  readonly capture: ShownCapture;
  readonly parts: TileParts;
  readonly links: LinkRules;
  /** Pictures that came with the capture. */
  readonly images?: Body | null;
  readonly tile: string;
  readonly linkMode: "open" | "inert";
  readonly look: "page" | "adapted" | "reader";
  readonly layout: PageLayout | null;
}

export interface StyledTile {
  readonly sheets: readonly TileSheet[];
  readonly extracted: ExtractedTile;
}

/** The work of worker threads that shows things. */
export interface Drawings {
  readonly drawPage: (job: PageDrawing) => Promise<string>;
  readonly extractTile: (job: TileDrawing) => Promise<ExtractedTile>;
  readonly applyStyles: (job: StyledTile) => Promise<string>;
  readonly pictureTile: (job: PictureDrawing) => Promise<PictureTile>;
}

export function drawPage({ capture, links, images, ...options }: PageDrawing): string {
  return renderPickerPage(capture, { ...options, links: linksWith(links, images) }).html;
}

export function extractTile({ capture, parts, links, images, ...options }: TileDrawing): ExtractedTile {
  return extract(capture, parts, { ...options, links: linksWith(links, images) });
}

/** Pictures that came along stand in what is drawn itself: there is no address under which anybody could ask for them. */
function linksWith(links: LinkRules, images: Body | null | undefined): SignedLinks {
  const kept = images ? KeptImages.safeParse(jsonOf(textOfBody(images))).data : undefined;
  const carried = new Map(kept?.map(({ url, type, data }) => [url, `data:${type};base64,${data}`]));
  return new SignedLinks({ ...links, carried });
}

/** An archive may name any body as that of its pictures. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function pictureTile(job: PictureDrawing): PictureTile {
  return drawPicture(job);
}

export function applyStyles({ sheets, extracted }: StyledTile): string {
  return applyStylesTo(sheets, extracted);
}
