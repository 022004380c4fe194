/** Captured pages and blocks of them, shown without harm. */
import type { BlockPath } from "@tessera/model";
import { ask } from "./ask.ts";

/** The captured page for a frame with scripts of ours only, without an origin. */
export const capturedPageAddress = (captureId: string): string => `/api/v1/captures/${captureId}/page`;

export interface BlockPreview {
  /** The number of the element in the captured page. */
  readonly node: number;
  readonly path: BlockPath;
  readonly html: string;
  readonly css: string;
  readonly excerpt: string;
}

/** A block of a capture as its tile would look. */
export const previewBlock = (captureId: string, path: BlockPath): Promise<BlockPreview> =>
  ask("POST", `/captures/${captureId}/preview`, { body: { place: path } });
