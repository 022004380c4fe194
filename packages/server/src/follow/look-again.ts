/** A block looked at again in the latest capture of its page, because a person has said something about it. */
import type { Block, CaptureId, MemoryRecord, Observation, VerdictRecord } from "@tessera/model";
import { type FollowView, type PackedMemory, rememberedOf, unpackMemory } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { storedPage, traceBlocks } from "../check/trace-blocks.ts";
import type { TracedContent } from "../trace/page-job.ts";
import { TraceFailure } from "../workers/trace-workers.ts";

/** What a block is in a capture. */
export interface SeenBlock {
  readonly captureId: CaptureId;
  readonly verdict: VerdictRecord;
  readonly content: TracedContent | null;
}

export interface SecondLook {
  readonly view: FollowView;
  /** With what is remembered by now. */
  readonly block: Pick<Block, "id" | "memory" | "dynamics">;
  /** What it was before this look. */
  readonly latest: Observation | null;
}

/** Null where there is no such capture, or it takes too long: the check that is due now says what became of the page. */
export async function lookAgain(
  captureId: CaptureId,
  { view, block, latest }: SecondLook,
  { store, workers }: Pick<CheckParts, "store" | "workers">,
): Promise<(SeenBlock & { readonly memory: MemoryRecord | null }) | null> {
  const capture = await store.checks.capture(captureId);
  if (!capture) return null;
  // whoever has said something sees what comes of it
  const followed = { block: view.block, latest, latestFound: view.latestFound, doubts: [], follows: [] };
  try {
    const page = { ...(await storedPage(store, capture)), previous: null };
    const memories = new Map([[block.id, rememberedOf(block)]]);
    const [seen] = (await traceBlocks(page, [followed], { store, workers, memories })).blocks;
    return seen ? { captureId, verdict: seen.verdict, content: seen.content, memory: memoryIn(seen.remembered) } : null;
  } catch (failure) {
    if (failure instanceof TraceFailure) return null;
    throw failure;
  }
}

/** The thread that traced it has made it of a memory. */
export function memoryIn(remembered: PackedMemory | null): MemoryRecord | null {
  return remembered && JSON.parse(unpackMemory(remembered).memory);
}
