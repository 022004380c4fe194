/** The one failure that leaves this package: what went wrong as a code, and when it makes sense to try again. */
import type { CaptureFailureCode, CaptureFailureRecord, Retry } from "@tessera/model";

export interface CaptureFailureDetails {
  /** One line for a person; never decides anything. */
  readonly message: string;
  readonly cause?: unknown;
  /** Where the usual answer for the code does not fit. */
  readonly retry?: Retry;
  readonly status?: number;
  /** From Retry-After, where the server named a time. */
  readonly retryAfterMs?: number;
}

/** When to try again, unless the facts of the case say otherwise. */
const USUAL_RETRY: Readonly<Record<CaptureFailureCode, Retry>> = {
  "bad-url": "never",
  "forbidden-address": "never",
  robots: "later",
  dns: "later",
  refused: "soon",
  reset: "soon",
  tls: "later",
  timeout: "soon",
  "too-large": "later",
  "too-many-redirects": "later",
  decompression: "later",
  protocol: "later",
  "not-html": "later",
  "not-feed": "later",
  status: "later",
  blocked: "later",
  crashed: "soon",
  "step-failed": "later",
};

const LONGEST_MESSAGE = 1_000;

export class CaptureFailure extends Error {
  override readonly name = "CaptureFailure";
  readonly code: CaptureFailureCode;
  readonly retry: Retry;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: CaptureFailureCode, details: CaptureFailureDetails) {
    super(details.message.slice(0, LONGEST_MESSAGE), { cause: details.cause });
    this.code = code;
    this.retry = details.retry ?? USUAL_RETRY[code];
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** The failure as stored and shown: no cause, no stack. */
  toRecord(): CaptureFailureRecord {
    return {
      code: this.code,
      retry: this.retry,
      message: this.message,
      ...(this.status === undefined ? {} : { status: this.status }),
      ...(this.retryAfterMs === undefined ? {} : { retryAfterMs: this.retryAfterMs }),
    };
  }
}
