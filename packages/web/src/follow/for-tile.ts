/** Blocks that are followed for one tile: where that comes to nothing, nobody would see them anywhere. */
import { ask } from "../api/ask.ts";

/** What `started` holds when `put` fails is followed no more; the failure is that of `put`. */
export async function forTile<Put>(started: readonly string[], put: () => Promise<Put>): Promise<Put> {
  try {
    return await put();
  } catch (failure) {
    await Promise.allSettled(started.map((id) => ask("DELETE /follows/:id", { params: { id } })));
    throw failure;
  }
}
