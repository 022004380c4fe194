/** The frames of the picker: the document of a preview, and the link to the page that is shown. */
import type { PreviewReply } from "@tessera/model/api";
import { type FrameMessage, type Measured, type PickerMessage, readFrameMessage } from "@tessera/page";

/** No script, no frame, no form, nothing from elsewhere; assets come from this server alone. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; font-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export const PREVIEW_PAD_PX = 12;

/** The tile's own markup and styles under a policy that allows nothing else, for a frame whose sandbox allows nothing. */
export function previewDocument({ html, css }: Pick<PreviewReply, "html" | "css">): string {
  const policy = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  // a style sheet ends where its element does, whatever is written in it
  const style = `<style>html{background:#fff;--tessera-pad:${PREVIEW_PAD_PX}px;--tessera-fill:100vh;overflow-x:hidden}body{margin:0}${css.replaceAll(/<\/(?=style)/gi, "<\\/")}</style>`;
  return `<!doctype html><html><head>${policy}${style}</head><body>${html}</body></html>`;
}

/** The frame answers at once, unless it is gone. */
const MEASURE_MS = 1_000;

/** What the frame tells without being asked. */
export type HeardMessage = Exclude<FrameMessage, { kind: "measured" }>;

export interface FrameLink {
  say(message: PickerMessage): void;
  /** How the frame has laid out the page around this block, or around all that are like it; null where it does not say so in time. */
  measure(node: number, isMany: boolean): Promise<Measured | null>;
  close(): void;
}

/** A document in a sandbox without `allow-same-origin` has no origin. */
const NO_ORIGIN = "null";

/** Only that frame is heard, and only what is a message. */
export function linkFrame(frame: HTMLIFrameElement, onMessage: (message: HeardMessage) => void): FrameLink {
  const waiting = new Map<number, (measured: Measured) => void>();
  const listen = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || event.origin !== NO_ORIGIN) return;
    const message = readFrameMessage(event.data);
    if (message?.kind === "measured") waiting.get(message.node)?.(message);
    else if (message) onMessage(message);
  };
  addEventListener("message", listen);
  // the frame's origin is none, which has no name; what is said is no secret
  const say = (message: PickerMessage): void => frame.contentWindow?.postMessage(message, "*");
  return {
    say,
    measure: (node, isMany) =>
      new Promise((resolve) => {
        const late = setTimeout(() => resolve(null), MEASURE_MS);
        waiting.set(node, (measured) => {
          clearTimeout(late);
          waiting.delete(node);
          resolve(measured);
        });
        say({ kind: "measure", node, isMany });
      }),
    close: () => removeEventListener("message", listen),
  };
}
