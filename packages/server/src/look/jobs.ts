/** What worker threads can do, by name. */
import type { ImportJob, ImportReading } from "../interchange/import-job.ts";

export { readPage, readSnapshot, readTimeMap } from "@tessera/capture/reading";
export { cleanAsset, splitImports } from "@tessera/show/drawing";
export { pageBlocks } from "../catalogue/page-blocks.ts";
export { patternFaults } from "../changes/pattern.ts";
export { writeBody } from "./body-text.ts";
export { compareContents, comparePast } from "./compare-contents.ts";
export { applyStyles, drawPage, extractTile } from "./draw.ts";
export { learnBlock } from "./learn-block.ts";
export { locateBlock } from "./locate-block.ts";
export { lookAtPage } from "./look-at-page.ts";
export { alikeBlocks, proposeBlocks } from "./propose-blocks.ts";
export { replayStep } from "./replay-step.ts";
export { teachBlock } from "./teach-block.ts";

/** Loaded when it is asked for: readers of other programs' files are large, and most threads never see one. */
export async function readImportFile(job: ImportJob): Promise<ImportReading> {
  return (await import("../interchange/import-job.ts")).readImportFile(job);
}
