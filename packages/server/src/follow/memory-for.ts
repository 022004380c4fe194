/**
 * What another tracer remembers of a block that a person wants to be found by it. One that has followed it before goes on
 * with what it knew; a new one learns what the person pointed at, their answers since, and what is shown now.
 */
import { type Block, type MemoryRecord, type TracerName, tracerOf } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { htmlOf, storedPage } from "../check/trace-blocks.ts";
import type { TeachJob } from "../trace/learn-block.ts";

export interface TracerChange {
  readonly view: FollowView;
  /** As it is until now. */
  readonly block: Block;
  readonly tracer: TracerName;
}

type Remembered = Pick<Block, "memory" | "shelved">;

/** Tracers that a block keeps the memories of, besides the one that it is followed by. */
const MAX_SHELVED = 4;
/** Of a person's answers the latest. */
const MAX_ANSWERS = 20;

/** Null where the block is not in the page that it was picked in: it has to be pointed at again. */
export async function memoryFor(change: TracerChange, parts: CheckParts): Promise<Remembered | null> {
  const { block, tracer } = change;
  if (tracerOf(block.pick) === tracer) return { memory: block.memory, shelved: block.shelved };
  const known = block.shelved?.[tracer];
  const start = known?.memory ?? (await learnedAtFirst(change, parts));
  if (!start) return null;
  const answered = await withAnswers(change, { memory: start, since: known?.at ?? 0 }, parts);
  // a tracer that went astray is no teacher of the one that comes back
  const memory = known ? answered : await withShown(change, answered, parts);
  return { memory, shelved: shelvedAfter(change, parts.now()) };
}

function shelvedAfter({ block, tracer }: TracerChange, now: number): Block["shelved"] {
  const others = { ...block.shelved, [tracerOf(block.pick)]: { memory: block.memory, at: now } };
  const kept = Object.entries(others)
    .filter(([name]) => name !== tracer)
    .sort(([, a], [, b]) => b.at - a.at);
  return Object.fromEntries(kept.slice(0, MAX_SHELVED));
}

async function learnedAtFirst({ block, tracer }: TracerChange, parts: CheckParts): Promise<MemoryRecord | null> {
  const { store, workers } = parts;
  const capture = await store.checks.capture(block.firstCaptureId);
  if (!capture) return null;
  const { intent, extent, path } = block.pick;
  const learned = await workers.learnBlock({
    ...(await storedPage(store, capture)),
    wish: { kind: "path", path },
    pick: { intent, extent, tracer },
    cutPaths: [],
  });
  return learned.kind === "learned" ? learned.memory : null;
}

/** What the person has said of it on its page since then, in that order; what is no longer stored is passed over. */
async function withAnswers(
  change: TracerChange,
  { memory: start, since }: { readonly memory: MemoryRecord; readonly since: number },
  parts: CheckParts,
): Promise<MemoryRecord> {
  const { follow } = change.view;
  const { store } = parts;
  const first = await store.checks.capture(change.block.firstCaptureId);
  const corrections = await store.corrections.of(follow.personId, follow.id);
  const later = corrections.filter(({ at }) => at > Math.max(since, first?.at ?? 0)).toSorted((a, b) => a.at - b.at);
  let memory = start;
  for (const { captureId, answer } of later.slice(-MAX_ANSWERS)) {
    memory = await taught(change, { memory, captureId, answer }, parts);
  }
  return memory;
}

/** Who chooses how to follow a block sees it: that is the one. */
async function withShown(change: TracerChange, memory: MemoryRecord, parts: CheckParts): Promise<MemoryRecord> {
  const { verdict, seenCaptureId, path } = change.block;
  if (verdict !== "found") return memory;
  return taught(change, { memory, captureId: seenCaptureId, answer: { kind: "this", path } }, parts);
}

async function taught(
  { block, tracer }: TracerChange,
  lesson: Pick<TeachJob, "answer"> & { readonly memory: MemoryRecord; readonly captureId: Block["firstCaptureId"] },
  { store, workers }: CheckParts,
): Promise<MemoryRecord> {
  const { memory, captureId, answer } = lesson;
  const capture = await store.checks.capture(captureId);
  if (capture?.pageId !== block.pageId) return memory;
  const result = await workers.teachBlock({
    ...(await storedPage(store, capture)),
    block: { ...block, pick: { ...block.pick, tracer }, memory },
    firstHtml: await htmlOf(store, block.firstCaptureId),
    before: null,
    answer,
  });
  return result.kind === "taught" ? result.memory : memory;
}
