/** A tracer over stored captures: what would have been different, without telling anyone and without writing anything. */
import { type Capture, type FollowId, type PersonId, tracerOf, type VerdictRecord } from "@tessera/model";
import type { Store } from "@tessera/store";
import { tracerIfAny } from "../trace/load-tracer.ts";
import type { TraceWorkers } from "../workers/trace-workers.ts";

export interface ReplayRequest {
  readonly owner: PersonId;
  readonly follow: FollowId;
  /** By name; that of the follow where it is missing. */
  readonly tracer?: string | undefined;
}

/** What the tracer says about one stored capture, beside what was recorded at the time. */
export interface ReplayStep {
  readonly captureId: Capture["id"];
  readonly at: number;
  readonly verdict: VerdictRecord;
  /** Null where this capture is that of no observation. */
  readonly recorded: VerdictRecord | null;
  readonly differs: boolean;
}

export type Replay =
  | { readonly kind: "replayed"; readonly tracer: string; readonly steps: readonly ReplayStep[] }
  /** No such follow, or no such tracer. */
  | { readonly kind: "missing" };

/** Learns the block from the capture it was picked in and follows it through all later ones that are still stored. */
export async function replay(
  { store, workers }: { readonly store: Store; readonly workers: Pick<TraceWorkers, "replayStep"> },
  request: ReplayRequest,
): Promise<Replay> {
  const view = await store.follows.find(request.owner, request.follow);
  const tracer = view && (await tracerIfAny(request.tracer ?? tracerOf(view.block.pick)));
  if (!tracer) return { kind: "missing" };
  const recorded = await recordedVerdicts(store, request);
  const steps: ReplayStep[] = [];
  let memory: unknown = null;
  for await (const capture of store.captures.forReplay(view.page.id)) {
    const isFirst = capture.id === view.block.firstCaptureId;
    if (memory === null && !isFirst) continue;
    const html = await store.bodies.readText(capture.html);
    if (html === null) continue;
    const layout = capture.layout && (await store.bodies.read(capture.layout));
    const job = { html, layout, tracer: tracer.name, memory: isFirst ? null : memory, pick: view.block.pick };
    const step = await workers.replayStep(job);
    memory = step.memory;
    if (step.verdict === null) continue;
    const before = recorded.get(capture.id) ?? null;
    const differs = before !== null && isOther(before, step.verdict);
    steps.push({ captureId: capture.id, at: capture.at, verdict: step.verdict, recorded: before, differs });
  }
  return { kind: "replayed", tracer: tracer.name, steps };
}

/** Verdicts of this follow by the capture that they are about. */
async function recordedVerdicts(
  store: Store,
  { owner, follow }: ReplayRequest,
): Promise<ReadonlyMap<string, VerdictRecord>> {
  const verdicts = new Map<string, VerdictRecord>();
  for (let after: string | undefined; ; ) {
    const slice = await store.observations.of(owner, follow, { limit: 500, after });
    for (const { captureId, verdict } of slice.items) if (captureId) verdicts.set(captureId, verdict);
    if (slice.next === null) return verdicts;
    after = slice.next;
  }
}

function isOther(before: VerdictRecord, now: VerdictRecord): boolean {
  if (before.kind !== now.kind) return true;
  return before.kind === "found" && now.kind === "found" && before.path !== now.path;
}
