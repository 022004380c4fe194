/** The work of worker threads done on the spot, for tests that would wait for a thread to start. */
import type { Drawings } from "./draw.ts";
import type { Looks } from "./look-pool.ts";
import * as worker from "./worker.ts";

export const looksOnTheSpot: Looks & Drawings = {
  lookAtPage: async (job) => worker.lookAtPage(structuredClone(job)),
  learnBlock: async (job) => worker.learnBlock(job),
  teachBlock: async (job) => worker.teachBlock(job),
  pageBlocks: async (job) => worker.pageBlocks(job),
  proposeBlocks: async (job) => worker.proposeBlocks(job),
  alikeBlocks: async (job) => worker.alikeBlocks(job),
  locateBlock: async (job) => worker.locateBlock(job),
  replayStep: async (job) => worker.replayStep(job),
  drawPage: async (job) => worker.drawPage(job),
  sketchTile: async (job) => worker.sketchTile(job),
  dressTile: async (job) => worker.dressTile(job),
};
