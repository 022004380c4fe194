/** One tile in a hidden frame that tells what can be seen of it. */
import { type InkMessage, readInkMessage } from "@tessera/page";
import type { TileToMeasure } from "./tile-ink.svelte.ts";

/** A document that has said nothing by then is not waited for. */
const PATIENCE_MS = 10_000;

export function measureInk({ src, widthPx, heightPx }: TileToMeasure): Promise<InkMessage | null> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.referrerPolicy = "no-referrer";
  frame.tabIndex = -1;
  frame.src = src;
  // out of sight, but laid out: what is not displayed has no size
  frame.style.cssText = `position:fixed;inset:0 auto auto 0;border:0;inline-size:${widthPx}px;block-size:${heightPx}px;visibility:hidden;pointer-events:none;z-index:-1`;
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    const listen = ({ source, data }: MessageEvent): void => {
      const told = source === frame.contentWindow ? readInkMessage(data) : null;
      if (told) end(told);
    };
    function end(told: InkMessage | null): void {
      clearTimeout(timer);
      removeEventListener("message", listen);
      frame.remove();
      resolve(told);
    }
    addEventListener("message", listen);
    document.body.append(frame);
  });
}
