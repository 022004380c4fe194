/** Trouble with the disk as the problem that a request gets: what is the matter, and that nothing was written. */
import type { StoreFailure, StoreFailureCode } from "@tessera/store";
import { ApiError, type ApiErrorDetails } from "./api-error.ts";

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

export function apiErrorOfStore(failure: StoreFailure): ApiError {
  const retryAfterMs = RETRY_MS[failure.retry];
  const details: ApiErrorDetails = retryAfterMs === null ? {} : { retryAfterMs };
  return new ApiError(CODES[failure.code], { ...details, detail: failure.message });
}
