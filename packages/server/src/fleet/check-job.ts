/** A check as a job of the fleet, and the two kinds of workers that do it. */
import { planFetch } from "@tessera/capture";
import type { Page, PageId, PersonId } from "@tessera/model";
import { z } from "zod";

/** Plain workers fetch; browser workers have a Chromium and do what needs one. */
export const POOLS = ["plain", "browser"] as const;
export type Pool = (typeof POOLS)[number];

export interface CheckJob {
  readonly id: string;
  readonly pool: Pool;
  readonly pageId: PageId;
  readonly host: string;
  readonly isAsked: boolean;
  /** Its place among the jobs of one person when it was put in. */
  readonly place: number;
  /** Who waits for it; null where its time had come. */
  readonly holder: PersonId | null;
  /** Tells the attempts of one job apart: whoever holds an older one can no longer settle it. */
  readonly retryCount: number;
}

/** A check that failed for good. */
export interface DeadCheck {
  readonly id: string;
  readonly pageId: PageId;
  readonly at: number;
  readonly attempts: number;
  readonly error: string;
}

/** What the queue keeps of a failure: our own message, or pg-boss' where a worker died. */
export const FAILED_JOB = z
  .object({ message: z.string().optional(), value: z.object({ message: z.string() }).partial().optional() })
  .catch({})
  .transform(({ message, value }) => ({ message: message ?? value?.message ?? "the worker died" }));

/** Which workers to ask first; a plain one that finds the blocks missing hands the page on. */
export function poolOf({ source, fetcher }: Pick<Page, "source" | "fetcher">): Pool {
  const plan = planFetch({
    choice: source.fetcher,
    hasSteps: source.steps.length > 0,
    decision: fetcher,
    now: fetcher.decidedAt,
  });
  return plan === "http" ? "plain" : "browser";
}

/** Thrown by the capture of a plain worker: the page has to be rendered, which others can do. */
export class NeedsBrowser extends Error {
  override readonly name = "NeedsBrowser";
}
