/** Another name for a block that has a tile of its own: in messages, in its history and in what is found as well. */
import type { TileReply } from "@tessera/model/api";
import { ask } from "../api/ask.ts";
import { showFailure } from "../components/toasts.svelte.ts";
import type { OpenSheet } from "./open-sheet.svelte.ts";

/** Shown at once. A title that the tile had for itself would hide the name, and goes once that is stored. */
export async function nameBlock(open: OpenSheet, { id, follow, style }: TileReply, title: string): Promise<void> {
  if (!follow) return;
  open.take({ ...follow, title });
  try {
    open.take(await ask("PATCH /follows/:id", { params: { id: follow.id }, body: { title } }));
  } catch (failure) {
    showFailure(failure);
    open.hear({ kind: "behind" });
    return;
  }
  if (style.title !== null) await open.restyleTile(id, { ...style, title: null });
}
