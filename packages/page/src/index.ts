/** What runs inside a web page. Nothing here knows Node; what is sent into foreign pages is sent as text. */

export * as comeToRest from "./come-to-rest.ts";
export type { Control } from "./controls.ts";
export * as controls from "./controls.ts";
export type { SeenBox, SeenFiles } from "./files-seen.ts";
export * as filesSeen from "./files-seen.ts";
export * as films from "./films.ts";
export * as hideText from "./hide-text.ts";
export { keepInTab } from "./keep-in-tab.ts";
export {
  type DragPhase,
  type FrameBox,
  type FrameMessage,
  type GroundBeside,
  type InkMessage,
  type Level,
  type Mark,
  type MarkLook,
  type Measured,
  NODE_ATTRIBUTE,
  type PickerMessage,
  type WalkDirection,
} from "./picker-messages.ts";
export {
  callInPage,
  declarationsOf,
  type InPageModule,
  inkScript,
  paintedScript,
  pickerScript,
  sharedSheetScript,
} from "./picker-script.ts";
export * as picking from "./picking.ts";
export * as readDrawings from "./read-drawings.ts";
export { readFrameMessage, readInkMessage } from "./read-frame-message.ts";
export * as settle from "./settle.ts";
export type { Turned } from "./turned/turned.ts";
export * as turned from "./turned/turned.ts";
export * as watchPage from "./watch-page.ts";
export * as writeStates from "./write-states.ts";
export * as writeStyles from "./write-styles.ts";
