/** What runs inside a web page. Nothing here knows Node; what is sent into foreign pages is sent as text. */

export * as comeToRest from "./come-to-rest.ts";
export type { Control } from "./controls.ts";
export * as controls from "./controls.ts";
export * as hideText from "./hide-text.ts";
export {
  type DragPhase,
  type FrameBox,
  type FrameMessage,
  type InkMessage,
  type Level,
  type Mark,
  type MarkLook,
  type Measured,
  NODE_ATTRIBUTE,
  type PickerMessage,
  type WalkDirection,
} from "./picker-messages.ts";
export { callInPage, declarationsOf, type InPageModule, inkScript, pickerScript } from "./picker-script.ts";
export * as readDrawings from "./read-drawings.ts";
export { readFrameMessage, readInkMessage } from "./read-frame-message.ts";
export * as settle from "./settle.ts";
export * as watchPage from "./watch-page.ts";
export * as writeStates from "./write-states.ts";
export * as writeStyles from "./write-styles.ts";
