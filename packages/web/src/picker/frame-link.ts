/** The line between the picker and the page in its frame: only that frame is heard, and only what is a message. */
import { type FrameMessage, type PickerMessage, readFrameMessage } from "@tessera/page";

export interface FrameLink {
  say(message: PickerMessage): void;
  close(): void;
}

/** A document in a sandbox without `allow-same-origin` has no origin. */
const NO_ORIGIN = "null";

export function linkFrame(frame: HTMLIFrameElement, onMessage: (message: FrameMessage) => void): FrameLink {
  const listen = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || event.origin !== NO_ORIGIN) return;
    const message = readFrameMessage(event.data);
    if (message) onMessage(message);
  };
  addEventListener("message", listen);
  return {
    // the frame's origin is none, which has no name; what is said is no secret
    say: (message) => frame.contentWindow?.postMessage(message, "*"),
    close: () => removeEventListener("message", listen),
  };
}
