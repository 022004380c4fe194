/** Pages and tiles drawn from stored captures. Runs in a worker thread; fetching their styles is not its business. */
import {
  dressTile as dress,
  type LinkRules,
  renderPickerPage,
  type ShownCapture,
  SignedLinks,
  sketchTile as sketch,
  type TileParts,
  type TileSheet,
  type TileSketch,
} from "@tessera/capture/drawing";

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
  readonly look: "page" | "reader";
}

export interface Dressing {
  readonly sheets: readonly TileSheet[];
  readonly sketch: TileSketch;
}

/** The work of worker threads that shows things. */
export interface Drawings {
  readonly drawPage: (job: PageDrawing) => Promise<string>;
  readonly sketchTile: (job: TileDrawing) => Promise<TileSketch>;
  readonly dressTile: (job: Dressing) => Promise<string>;
}

export function drawPage({ capture, links, ...options }: PageDrawing): string {
  return renderPickerPage(capture, { ...options, links: new SignedLinks(links) }).html;
}

export function sketchTile({ capture, parts, links, ...options }: TileDrawing): TileSketch {
  return sketch(capture, parts, { ...options, links: new SignedLinks(links) });
}

export function dressTile({ sheets, sketch }: Dressing): string {
  return dress(sheets, sketch);
}
