/** What worker threads can do, by name. */
import type { AssetReader } from "@tessera/show";
import type { Body } from "@tessera/store";
import type { ImportJob, ImportReading } from "../interchange/reading/import-job.ts";
import type { Drawings } from "../trace/draw.ts";
import type { FileToKeep } from "../trace/kept-images.ts";
import type { Upload, UploadJob } from "../trace/read-upload.ts";

export { readPage, readSnapshot, readTimeMap } from "@tessera/capture/reading";
export { patternFaults } from "../changes/pattern.ts";
export { writeBody } from "../trace/body-text.ts";
export { compareContents, comparePast } from "../trace/compare-contents.ts";
export { feedLinks } from "../trace/feed-links.ts";
export { findSameBlock, findSameBlocks } from "../trace/find-same-block.ts";
export { learnBlock, teachBlock } from "../trace/learn-block.ts";
export { locateBlock } from "../trace/locate-block.ts";
export { pageBlocks } from "../trace/page-blocks.ts";
export { pageLinks } from "../trace/page-links.ts";
export { alikeBlocks, proposeBlocks, trainedBlocks } from "../trace/propose-blocks.ts";
export { readFeed, readItems } from "../trace/read-items.ts";
export { replayStep } from "../trace/replay-step.ts";
export { tracePage } from "../trace/trace-page.ts";

/** Loaded when it is asked for: readers of other programs' files are large, and most threads never see one. */
export async function readImportFile(job: ImportJob): Promise<ImportReading> {
  return (await import("../interchange/reading/import-job.ts")).readImportFile(job);
}

/** The same: only pages that come from a person's browser are read by it. */
export async function readUpload(job: UploadJob): Promise<Upload> {
  return (await import("../trace/read-upload.ts")).readUpload(job);
}

/** The same: of most pages nothing is kept besides. */
export async function keepImages(files: readonly FileToKeep[]): Promise<Body | null> {
  return (await import("../trace/kept-images.ts")).keepImages(files, null);
}

/** The same for what makes pages safe and draws them: a thread that only traces needs neither HTML nor CSS of that kind. */
export const cleanAsset: AssetReader["cleanAsset"] = async (job) =>
  (await import("@tessera/show/drawing")).cleanAsset(job);
export const splitImports: AssetReader["splitImports"] = async (job) =>
  (await import("@tessera/show/drawing")).splitImports(job);
export const drawPage: Drawings["drawPage"] = async (job) => (await import("../trace/draw.ts")).drawPage(job);
export const extractTile: Drawings["extractTile"] = async (job) => (await import("../trace/draw.ts")).extractTile(job);
export const pictureTile: Drawings["pictureTile"] = async (job) => (await import("../trace/draw.ts")).pictureTile(job);
export const drawSprites: Drawings["drawSprites"] = async (job) => (await import("../trace/draw.ts")).drawSprites(job);
export const applyStyles: Drawings["applyStyles"] = async (job) => (await import("../trace/draw.ts")).applyStyles(job);
