/**
 * One check of one page: capture → trace → compare → record → tell.
 *
 * One capture serves all blocks of the page and all people; everything that it showed is written in one transaction,
 * messages included, and only the holder of the newest claim can write it.
 */
import type { PageId, PersonId } from "@tessera/model";
import type { CheckRecord, CheckWork, Claim, Store } from "@tessera/store";
import type { PrivateAccess } from "../people/private-access.ts";
import type { TraceWorkers } from "../workers/trace-workers.ts";
import type { CapturePage } from "./capture-page.ts";
import { dueAfterCheck } from "./due-after-check.ts";
import { type DecidedLook, lookByFetcher } from "./look-by-fetcher.ts";
import { recordOfLook } from "./record-of-look.ts";
import { traceBlocks } from "./trace-page.ts";

export interface CheckParts {
  readonly store: Store;
  readonly capture: CapturePage;
  /** Whose a page on a private host has to be. */
  readonly access: Pick<PrivateAccess, "isOwnersAlone">;
  /** Parses, traces and compares in worker threads. */
  readonly workers: TraceWorkers;
  readonly now: () => number;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  /** Whose check it is; those who wait for threads, tabs and hosts take turns. */
  readonly holder?: PersonId | undefined;
  /** Nobody looks at it: it goes behind what else its holder waits for. */
  readonly inBackground?: boolean;
  /** Checks a page that somebody waits for where this process is not to do it: a fleet has workers for that. */
  readonly checkElsewhere?: (page: PageId, holder: PersonId | null) => Promise<void>;
}

export type CheckOutcome =
  | { readonly kind: "checked"; readonly look: DecidedLook["look"]["kind"]; readonly changes: number }
  /** Nobody follows anything on the page any more. */
  | { readonly kind: "unwanted" }
  /** Somebody else has taken the page over, or it is gone: nothing was written. */
  | { readonly kind: "lost" };

export async function checkPage(claim: Claim, parts: CheckParts): Promise<CheckOutcome> {
  const { store } = parts;
  const work = await store.checks.load(claim);
  if (!work) return { kind: "lost" };
  if (work.blocks.length === 0 && !work.catalogue && !claim.isAsked) return leaveAlone(claim, work, parts);

  const look = await tracePage(work, claim, parts);
  const record = await recordOfLook(work, look, parts);
  const dueAt = dueAfterCheck(work, record, parts);
  const isRecorded = await store.checks.record(claim, { ...record, dueAt });
  if (!isRecorded) return { kind: "lost" };
  return { kind: "checked", look: look.look.kind, changes: countNew(record) };
}

async function tracePage(work: CheckWork, { isAsked }: Claim, parts: CheckParts): Promise<DecidedLook> {
  const { store, capture, workers } = parts;
  const { source, id } = work.page;
  return lookByFetcher(work, {
    capture: (order) => capture({ ...order, holder: parts.holder, inBackground: parts.inBackground }),
    trace: async (page) => {
      const isAlike = work.previous?.fetcher === (page.layout ? "browser" : "http");
      const previous = work.previous && isAlike ? await store.bodies.readPacked(work.previous.html) : null;
      return traceBlocks({ ...page, previous }, work.blocks, { store, workers });
    },
    cookies: source.keepCookies ? ((await store.checks.cookies(id)) ?? "") : null,
    wantsPicture: isAsked && work.previous?.picture == null,
    now: parts.now(),
  });
}

/** Takes a page that nobody follows off the schedule without fetching it. */
async function leaveAlone(claim: Claim, { page }: CheckWork, { store, now }: CheckParts): Promise<CheckOutcome> {
  const record: CheckRecord = {
    now: now(),
    capture: null,
    trouble: page.trouble,
    fetcher: page.fetcher,
    bodies: [],
    looks: [],
    unchanged: [],
    told: [],
    deliveries: [],
    dueAt: null,
    events: [],
  };
  return (await store.checks.record(claim, record)) ? { kind: "unwanted" } : { kind: "lost" };
}

function countNew({ looks }: Pick<CheckRecord, "looks">): number {
  return looks.filter(({ observation }) => observation.kind === "new").length;
}
