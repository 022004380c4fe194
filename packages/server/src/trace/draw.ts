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

export interface PageDrawing {
  readonly capture: ShownCapture;
  readonly links: LinkRules;
  readonly nonce: string;
  readonly assetSource: string;
}

export interface TileDrawing {
  readonly capture: ShownCapture;
  readonly parts: TileParts;
  readonly links: LinkRules;
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

export function drawPage({ capture, links, ...options }: PageDrawing): string {
  return renderPickerPage(capture, { ...options, links: new SignedLinks(links) }).html;
}

export function extractTile({ capture, parts, links, ...options }: TileDrawing): ExtractedTile {
  return extract(capture, parts, { ...options, links: new SignedLinks(links) });
}

export function pictureTile(job: PictureDrawing): PictureTile {
  return drawPicture(job);
}

export function applyStyles({ sheets, extracted }: StyledTile): string {
  return applyStylesTo(sheets, extracted);
}
