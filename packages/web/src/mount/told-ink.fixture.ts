/** The hidden frame that measures what is shown, which a DOM without a screen cannot load: it says what a test says. */
import { expect } from "vitest";

export const measuring = (): HTMLIFrameElement | null =>
  document.querySelector<HTMLIFrameElement>('body > iframe[sandbox="allow-scripts"]');

interface Told {
  readonly ink: string;
  readonly heightPx?: number | undefined;
}

/** Once there is one; returns what it was to measure. */
export async function tellInk(said: Told, from: "itself" | "somebody else" = "itself"): Promise<string> {
  await expect.poll(measuring).not.toBeNull();
  const frame = measuring()!;
  const source = from === "itself" ? frame.contentWindow : window;
  dispatchEvent(new MessageEvent("message", { data: { kind: "ink", ...said }, source }));
  return frame.src;
}
