/** Pages and tiles drawn from stored captures. Runs in a worker thread; fetching their styles is not its business. */
import {
  applyStyles as applyStylesTo,
  pictureTile as drawPicture,
  drawSprites as drawSymbols,
  type ExtractedTile,
  extractTile as extract,
  type LinkRules,
  type LoadedSprite,
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
  /** Without it the page is only looked at. */
  readonly nonce?: string;
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
  /** The symbols of files of their own that a tile draws. */
  readonly drawSprites: (job: readonly LoadedSprite[]) => Promise<string>;
  readonly pictureTile: (job: PictureDrawing) => Promise<PictureTile>;
}

export function drawPage({ capture, links, images, ...options }: PageDrawing): string {
  return renderPickerPage(capture, { ...options, links: linksWith(links, images) }).html;
}

export function extractTile({ capture, parts, links, images, ...options }: TileDrawing): ExtractedTile {
  return extract(capture, parts, { ...options, links: linksWith(links, images) });
}

/** Pictures and style sheets that came along stand in what is drawn itself: there is no address under which anybody could ask for them. */
function linksWith(links: LinkRules, body: Body | null | undefined): SignedLinks {
  const kept = body ? KeptImages.safeParse(jsonOf(textOfBody(body))).data : undefined;
  const [written, images = []] = [kept?.filter(isSheet) ?? [], kept?.filter((each) => !isSheet(each))];
  const carried = new Map(images.map(({ url, type, data }) => [url, `data:${type};base64,${data}`]));
  const sheets = new Map(written.map(({ url, data }) => [url, Buffer.from(data, "base64").toString("utf8")]));
  return new SignedLinks({ ...links, carried, sheets });
}

function isSheet({ type }: KeptImages[number]): boolean {
  return type.startsWith("text/css");
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

export function drawSprites(job: readonly LoadedSprite[]): string {
  return drawSymbols(job);
}

export function applyStyles({ sheets, extracted }: StyledTile): string {
  return applyStylesTo(sheets, extracted);
}
