/** The work of worker threads done on the spot, for tests that would wait for a thread to start. */
import * as jobs from "./jobs.ts";
import type { TraceWorkers } from "./trace-workers.ts";

export const workersOnTheSpot: TraceWorkers = {
  tracePage: async (job) => jobs.tracePage(structuredClone(job)),
  learnBlock: async (job) => jobs.learnBlock(job),
  teachBlock: async (job) => jobs.teachBlock(job),
  pageBlocks: async (job) => jobs.pageBlocks(job),
  proposeBlocks: async (job) => jobs.proposeBlocks(job),
  trainedBlocks: async (job) => jobs.trainedBlocks(job),
  alikeBlocks: async (job) => jobs.alikeBlocks(job),
  locateBlock: async (job) => jobs.locateBlock(job),
  readUpload: async (job) => structuredClone(await jobs.readUpload(job)),
  findSameBlock: async (job) => jobs.findSameBlock(job),
  findSameBlocks: async (job) => jobs.findSameBlocks(job),
  replayStep: async (job) => jobs.replayStep(job),
  patternFaults: async (job) => jobs.patternFaults(job),
  readImportFile: async (job) => structuredClone(await jobs.readImportFile(job)),
  writeBody: async (job) => jobs.writeBody(job),
  compareContents: async (job) => jobs.compareContents(job),
  comparePast: async (job) => jobs.comparePast(job),
  readPage: async (job) => jobs.readPage(job),
  readSnapshot: async (job) => jobs.readSnapshot(job),
  readTimeMap: async (job) => jobs.readTimeMap(job),
  cleanAsset: async (job) => jobs.cleanAsset(job),
  splitImports: async (job) => jobs.splitImports(job),
  drawPage: async (job) => jobs.drawPage(job),
  extractTile: async (job) => jobs.extractTile(job),
  pictureTile: async (job) => jobs.pictureTile(job),
  applyStyles: async (job) => jobs.applyStyles(job),
  forPerson: () => workersOnTheSpot,
  onBehalfOf: () => workersOnTheSpot,
};
