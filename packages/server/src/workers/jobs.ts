/** What worker threads can do, by name. */
import type { ImportJob, ImportReading } from "../interchange/reading/import-job.ts";

export { readPage, readSnapshot, readTimeMap } from "@tessera/capture/reading";
export { cleanAsset, splitImports } from "@tessera/show/drawing";
export { patternFaults } from "../changes/pattern.ts";
export { writeBody } from "../trace/body-text.ts";
export { compareContents, comparePast } from "../trace/compare-contents.ts";
export { applyStyles, drawPage, extractTile } from "../trace/draw.ts";
export { learnBlock, teachBlock } from "../trace/learn-block.ts";
export { locateBlock } from "../trace/locate-block.ts";
export { pageBlocks } from "../trace/page-blocks.ts";
export { alikeBlocks, proposeBlocks } from "../trace/propose-blocks.ts";
export { replayStep } from "../trace/replay-step.ts";
export { tracePage } from "../trace/trace-page.ts";

/** Loaded when it is asked for: readers of other programs' files are large, and most threads never see one. */
export async function readImportFile(job: ImportJob): Promise<ImportReading> {
  return (await import("../interchange/reading/import-job.ts")).readImportFile(job);
}
