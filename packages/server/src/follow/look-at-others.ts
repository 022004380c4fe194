/**
 * An answer about one block is evidence for the others that the person follows on the page: those that are in doubt or
 * gone are looked for again beside it. Nobody is taught by another, so blocks of other people wait for their own look.
 */
import type { BlockPath, CaptureId } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { newObservation, untoldRedesign } from "../check/compare.ts";
import { storedPage, traceBlocks } from "../check/trace-blocks.ts";
import type { TracedBlock } from "../trace/page-job.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import { memoryIn } from "./look-again.ts";

/** So many are looked at while the person waits; the rest have the next check. */
const MAX_OTHERS = 20;

export interface Anchor {
  /** The follow that the answer was about, as it is now. */
  readonly view: FollowView;
  /** Where its block is for sure. */
  readonly captureId: CaptureId;
  readonly path: BlockPath;
}

/** How many of the others were found by it. */
export async function lookAtOthers(anchor: Anchor, parts: CheckParts): Promise<number> {
  const { store, workers } = parts;
  const { follow, page, block } = anchor.view;
  const { items } = await store.follows.list(follow.personId, { page: page.id, state: "active", limit: 200 });
  const others = items.filter((other) => isLost(other) && other.block.id !== block.id).slice(0, MAX_OTHERS);
  const capture = others.length > 0 && (await store.checks.capture(anchor.captureId));
  if (!capture || page.latestCaptureId !== capture.id) return 0;
  const followed = [anchor.view, ...others].map((view) => ({ ...view, doubts: [], follows: [] }));
  const known = [{ blockId: block.id, path: anchor.path }];
  try {
    const content = { ...(await storedPage(store, capture)), previous: null, known };
    const { blocks } = await traceBlocks(content, followed, { store, workers });
    const found = others.flatMap((view) => {
      const seen = blocks.find(({ blockId }) => blockId === view.block.id);
      return seen?.verdict.kind === "found" ? [{ view, seen, captureId: capture.id }] : [];
    });
    for (const one of found) await record(one, parts);
    return found.length;
  } catch (failure) {
    if (failure instanceof TraceFailure) return 0;
    throw failure;
  }
}

function isLost({ block: { verdict } }: FollowView): boolean {
  return verdict === "unsure" || verdict === "gone";
}

interface FoundOther {
  readonly view: FollowView;
  readonly seen: TracedBlock;
  readonly captureId: CaptureId;
}

/** On a block of the person's own. */
async function record({ view, seen, captureId }: FoundOther, { store, now }: CheckParts): Promise<void> {
  const { follow, latest } = view;
  const block = await store.checks.block(view.block.id);
  if (!block || block.lessons !== view.block.lessons) return;
  const { verdict, content } = seen;
  for (const body of [content?.body, content?.diff]) if (body) await store.bodies.put(body, now());
  await store.follows.repick(follow.personId, follow.id, {
    pick: block.pick,
    memory: memoryIn(seen.remembered) ?? block.memory,
    firstCaptureId: null,
    observation: newObservation(block, {
      ...{ captureId, now: now(), verdict, change: "verdict", content },
      redesign: untoldRedesign(latest),
    }),
    now: now(),
  });
}
