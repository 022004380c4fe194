/** For the live page of an extension: the same blocks, rectangles and rest as in a captured page. */

export { boxOf, isLike, levelsOf, type NumberOf, parentOf, walk } from "./picker-levels.ts";
export { drawMarks } from "./picker-marks.ts";
export type { FrameBox, Level, Mark, WalkDirection } from "./picker-messages.ts";
export { whenQuiet } from "./settle.ts";
