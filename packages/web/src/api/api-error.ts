/** A request that was not granted, with the code to decide by and the sentence that explains it. */
import type { ApiErrorCode, CapName, CaptureFailureRecord } from "@tessera/model";

/** What the server says, or that it could not be reached at all. */
export type AskErrorCode = ApiErrorCode | "offline";

/** The problem document of the server (RFC 9457), as far as the app reads it. */
export interface ProblemDocument {
  readonly code: AskErrorCode;
  readonly title?: string;
  readonly detail?: string;
  /** Why a page could not be captured. */
  readonly failure?: CaptureFailureRecord | null;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  /** Of what the person has or does as much as one may, and how much that is. */
  readonly cap?: CapName;
  readonly limit?: number;
  /** More exactly than the code. */
  readonly reason?: string;
  /** What the head of the answer says of when to try again. */
  readonly retryAfter?: string | null;
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: AskErrorCode;
  readonly retry: "soon" | "never";
  /** The words of the server, which are English: only for who reads English, after the sentence of the app. */
  readonly detail: string | null;
  readonly failure: CaptureFailureRecord | null;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly cap: { readonly name: CapName; readonly limit: number } | null;
  readonly reason: string | null;
  /** Null where nobody knows. */
  readonly retryAfterMs: number | null;

  constructor(problem: ProblemDocument, cause?: unknown) {
    super(problem.title ?? problem.code, { cause });
    this.code = problem.code;
    this.retry = ["offline", "busy", "too-many", "internal"].includes(problem.code) ? "soon" : "never";
    this.failure = problem.failure ?? null;
    this.issues = problem.issues ?? [];
    // with issues it repeats the words of a schema, which are for programs
    this.detail = this.issues.length > 0 ? null : (problem.detail ?? null);
    this.reason = problem.reason ?? null;
    this.retryAfterMs = Number(problem.retryAfter) * 1_000 || null;
    this.cap = problem.cap && problem.limit !== undefined ? { name: problem.cap, limit: problem.limit } : null;
  }
}
