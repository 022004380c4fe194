/** Trouble with the disk as the problem that a request gets: what is the matter, and that nothing was written. */
import type { StoreFailure, StoreFailureCode } from "@tessera/store";
import { Problem, type ProblemDetails } from "./problem.ts";

const CODES: Readonly<Record<StoreFailureCode, "busy" | "store-full" | "store-unwritable">> = {
  full: "store-full",
  busy: "busy",
  unavailable: "busy",
  "read-only": "store-unwritable",
  io: "store-unwritable",
  damaged: "store-unwritable",
  "cannot-open": "store-unwritable",
  "too-new": "store-unwritable",
};
const RETRY_MS: Readonly<Record<StoreFailure["retry"], number | null>> = { soon: 5_000, later: 60_000, never: null };

export function problemOfStore(failure: StoreFailure): Problem {
  const retryAfterMs = RETRY_MS[failure.retry];
  const details: ProblemDetails = retryAfterMs === null ? {} : { retryAfterMs };
  return new Problem(CODES[failure.code], { ...details, detail: failure.message });
}
