/**
 * One check of one page: capture → trace (behind a link too, where a block has left the page) → compare → record, and those
 * who follow it are notified.
 *
 * One capture serves all blocks of the page and all people; everything that it showed is written in one transaction,
 * messages included, and only the holder of the newest claim can write it.
 */
import type { LiveEvent, PageId, PersonId } from "@tessera/model";
import type { CheckRecord, Claim, Store } from "@tessera/store";
import type { PrivateAccess } from "../people/private-access.ts";
import type { TraceWorkers } from "../workers/trace-workers.ts";
import type { CapturePage } from "./capture.ts";
import { compare } from "./compare.ts";
import { lookBehindLinks } from "./moved.ts";
import { recordOf, recordOfNothing } from "./record.ts";
import { captureAndTrace, type Traced } from "./trace.ts";

export interface CheckParts {
  readonly store: Store;
  readonly capture: CapturePage;
  /** Whose a page on a private host has to be. */
  readonly access: Pick<PrivateAccess, "isOwnersAlone" | "ofAsset">;
  /** Parses, traces and compares in worker threads. */
  readonly workers: TraceWorkers;
  readonly now: () => number;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  /** Whose check it is; those who wait for threads, tabs and hosts take turns. */
  readonly holder?: PersonId | undefined;
  /** Nobody looks at it: it goes behind what else its holder waits for. */
  readonly inBackground?: boolean;
  /** Somebody opens the page to pick from it: the raw page is shown at once where it can be, and rendered next. */
  readonly isOpening?: boolean;
  /** Hears what is being done, for somebody who waits. */
  readonly onStage?: (stage: CheckStage) => void;
  /** Whether what was captured will do; where it will not, nothing is recorded and the claim stays. */
  readonly accepts?: (traced: Traced) => boolean;
  /** Checks a page that somebody waits for where this process is not to do it: a fleet has workers for that. */
  readonly checkElsewhere?: (
    page: PageId,
    asked: { readonly holder: PersonId | null; readonly isOpening: boolean },
  ) => Promise<void>;
}

export type CheckStage = Extract<LiveEvent, { kind: "opening" }>["stage"];

export type CheckOutcome =
  | {
      readonly kind: "checked";
      readonly page: Traced["kind"];
      readonly changes: number;
      /** The boxes of the rendered page did not fit its tree. */
      readonly isLayoutLost: boolean;
    }
  /** What was captured would not do. */
  | { readonly kind: "declined" }
  /** Nobody follows anything on the page any more. */
  | { readonly kind: "unwanted" }
  /** Somebody else has taken the page over, or it is gone: nothing was written. */
  | { readonly kind: "lost" };

export async function checkPage(claim: Claim, parts: CheckParts): Promise<CheckOutcome> {
  const { store } = parts;
  const work = await store.checks.load(claim);
  if (!work) return { kind: "lost" };
  if (work.blocks.length === 0 && !work.catalogue && !claim.isAsked) {
    const isRecorded = await store.checks.record(claim, recordOfNothing(work, parts.now()));
    return { kind: isRecorded ? "unwanted" : "lost" };
  }
  const captured = await captureAndTrace(work, parts);
  if (parts.accepts?.(captured) === false) return { kind: "declined" };
  const traced = await lookBehindLinks(work, captured, parts);
  const observed = compare(work, traced, parts.now());
  const record = await recordOf(work, observed, { ...parts, decision: traced.decision });
  const isRecorded = await store.checks.record(claim, record);
  return isRecorded ? outcomeOf(traced, record) : { kind: "lost" };
}

function outcomeOf(traced: Traced, { looks }: CheckRecord): CheckOutcome {
  const changes = looks.filter(({ observation }) => observation.kind === "new").length;
  const isLayoutLost = traced.kind !== "failed" && traced.page.isLayoutLost;
  return { kind: "checked", page: traced.kind, changes, isLayoutLost };
}
