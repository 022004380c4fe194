/** The preview of the block that is chosen: asked for anew with every choice, and only the latest answer counts. */
import { type PreviewReply, readPreview } from "../api/picking.ts";
import { meant, type PickState } from "./pick-state.ts";

export class BlockPreview {
  shown = $state.raw<PreviewReply | null>(null);
  #questions = 0;

  clear(): void {
    this.shown = null;
  }

  /** What the answer changed; null where a later question was asked meanwhile, or there is nothing to ask for. */
  async read(captureId: string, state: PickState): Promise<{ readonly isOtherBlock: boolean } | null> {
    const block = meant(state);
    if (!block) return null;
    const question = ++this.#questions;
    const isOtherBlock = this.shown?.node !== block.node;
    const preview = await readPreview(captureId, { place: block.node, extent: state.extent, cuts: state.cuts });
    if (question !== this.#questions) return null;
    this.shown = preview;
    return { isOtherBlock };
  }

  get title(): string {
    return this.shown ? titleOf(this.shown) : "";
  }
}

const MAX_TITLE = 80;

/** The first line of the block where it is short enough to be a title, else the page's. */
function titleOf({ excerpt, pageTitle }: PreviewReply): string {
  const line = excerpt.split("\n")[0]?.trim() ?? "";
  return (line !== "" && line.length <= MAX_TITLE ? line : pageTitle).slice(0, MAX_TITLE);
}
