/** What worker threads can do, by name. */
export { pageBlocks } from "../catalogue/page-blocks.ts";
export { patternFaults } from "../changes/pattern.ts";
export { drawPage, dressTile, sketchTile } from "./draw.ts";
export { learnBlock } from "./learn-block.ts";
export { locateBlock } from "./locate-block.ts";
export { lookAtPage } from "./look-at-page.ts";
export { alikeBlocks, proposeBlocks } from "./propose-blocks.ts";
export { replayStep } from "./replay-step.ts";
export { teachBlock } from "./teach-block.ts";
