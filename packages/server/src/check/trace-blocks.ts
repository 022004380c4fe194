/** From a page and its blocks to a job for a worker thread, and what comes back of it. */
import {
  type BlockId,
  type BodyHash,
  type Capture,
  type CaptureId,
  isBlankVerdict,
  type NumberFound,
  type Observation,
} from "@tessera/model";
import type { Body, FollowedBlock, PackedMemory, Store } from "@tessera/store";
import type {
  BlockJob,
  Follower,
  LatestLook,
  PageBefore,
  PageContent,
  PageJob,
  PageTrace,
  TracedBlock,
} from "../trace/page-job.ts";
import type { TraceWorkers } from "../workers/trace-workers.ts";

export interface TraceParts {
  readonly store: Store;
  readonly workers: Pick<TraceWorkers, "tracePage">;
  /** What is remembered of the blocks, where it is not what the store has. */
  readonly memories?: ReadonlyMap<BlockId, PackedMemory>;
  /** Blocks that still say without a browser what they said. */
  readonly saidRaw?: ReadonlySet<BlockId>;
}

/** A page in which every block was traced with a memory that its tracer could read. */
export interface TracedPage extends PageTrace {
  readonly blocks: readonly TracedBlock[];
}

export interface PageToTrace extends PageContent {
  /** The capture before, where this is a newer one. */
  readonly previous: PageBefore | null;
  readonly known?: PageJob["known"];
  readonly isRendered?: boolean | undefined;
  readonly wantsSigns?: boolean | undefined;
}

/** Traces these blocks; a block whose memory cannot be read any more is learned again from its first capture. */
export async function traceBlocks(
  page: PageToTrace,
  blocks: readonly FollowedBlock[],
  { store, workers, memories, saidRaw }: TraceParts,
): Promise<TracedPage> {
  const remembered = memories ?? (await store.checks.memories(blocks.map(({ block }) => block.id)));
  const known = blocks.filter(({ block }) => remembered.has(block.id));
  const jobs = await Promise.all(
    known.map(async (each) => ({
      ...(await blockJob(store, each, remembered.get(each.block.id)!)),
      isSaidRaw: saidRaw?.has(each.block.id) ?? false,
    })),
  );
  const trace = await workers.tracePage({ ...page, blocks: jobs });
  const forgotten = trace.blocks.flatMap((block, at) => (block.kind === "forgotten" ? [at] : []));
  if (forgotten.length === 0) return { ...trace, blocks: trace.blocks.filter(isTraced) };
  const again = await Promise.all(forgotten.map((at) => withFirstPage(store, known[at]!, jobs[at]!)));
  const relearned = await workers.tracePage({ ...page, blocks: again });
  const all = trace.blocks.map((block, at) => relearned.blocks[forgotten.indexOf(at)] ?? block);
  return { ...trace, blocks: all.filter(isTraced) };
}

function isTraced(block: PageTrace["blocks"][number]): block is TracedBlock {
  return block.kind === "traced";
}

async function blockJob(
  store: Store,
  { block, latest, latestFound, doubts, follows }: FollowedBlock,
  remembered: PackedMemory,
): Promise<BlockJob> {
  return {
    block: { id: block.id, pick: block.pick },
    remembered,
    latest: latest && lookOf(latest),
    wasBlankRaw: await wasBlankRaw(store, latest),
    doubts,
    before: latestFound && (await packed(store, latestFound.content)),
    numbersBefore: latestFound?.numbers ?? [],
    firstHtml: null,
    followers: await Promise.all(
      follows.map(async (follow): Promise<Follower> => {
        const { id, conditions, quiet } = follow;
        const wantsTold = quiet.secondLook || conditions.some(({ kind }) => kind === "number-changed-by");
        const told =
          wantsTold && follow.toldObservationId ? await store.checks.observation(follow.toldObservationId) : null;
        return {
          id,
          conditions,
          quiet,
          toldNumbers: told ? toldNumbers(told.numbers) : null,
          told: quiet.secondLook ? await packed(store, (told ?? latestFound)?.content ?? null) : null,
        };
      }),
    ),
  };
}

/** Most of an observation is candidates, which no trace looks at. */
function lookOf({ id, looks, quietLooks, verdict }: Observation): LatestLook {
  if (verdict.kind !== "found") return { id, looks, quietLooks, verdict: { kind: verdict.kind } };
  const { kind, path, looksDifferent } = verdict;
  return { id, looks, quietLooks, verdict: { kind, path, ...(looksDifferent !== undefined && { looksDifferent }) } };
}

async function wasBlankRaw(store: Store, latest: Observation | null): Promise<boolean> {
  if (!latest?.captureId || !isBlankVerdict(latest.verdict)) return false;
  return (await store.checks.capture(latest.captureId))?.fetcher === "http";
}

/** Only where there are numbers to measure a change from. */
function toldNumbers(numbers: readonly NumberFound[]): readonly NumberFound[] | null {
  return numbers.length > 0 ? numbers : null;
}

async function withFirstPage(store: Store, { block }: FollowedBlock, job: BlockJob): Promise<BlockJob> {
  return { ...job, firstHtml: await htmlOf(store, block.firstCaptureId) };
}

/** A capture as it was stored. */
export async function storedPage(store: Store, { id, layout, finalUrl }: Capture): Promise<PageContent> {
  return { html: await htmlOf(store, id), layout: layout && (await store.bodies.read(layout)), finalUrl };
}

/** The HTML of a stored capture. */
export async function htmlOf(store: Store, id: CaptureId): Promise<string> {
  const capture = await store.checks.capture(id);
  const html = capture && (await store.bodies.readText(capture.html));
  if (!html) throw new Error(`capture ${id} is not stored`);
  return html;
}

async function packed(store: Store, hash: BodyHash | null): Promise<Body | null> {
  return hash && store.bodies.readPacked(hash);
}
