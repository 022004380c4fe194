/** What runs inside a web page. Nothing here knows Node; what is sent into foreign pages is sent as text. */
export { callInPage, declarationsOf, type InPageModule } from "./in-page.ts";
export * as pickerFrame from "./picker-frame.ts";
export {
  type FrameBox,
  type FrameMessage,
  type Mark,
  type MarkLook,
  NODE_ATTRIBUTE,
  type PickerMessage,
  type WalkDirection,
} from "./picker-messages.ts";
export * as settle from "./settle.ts";
export * as writeStyles from "./write-styles.ts";
