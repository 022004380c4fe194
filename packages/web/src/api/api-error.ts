/** A request that was not granted, with the code to decide by and the sentence that explains it. */
import type { ApiErrorCode, CapName, CaptureFailureRecord } from "@tessera/model";
import { en, type Key } from "../i18n/en.ts";

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
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: AskErrorCode;
  readonly retry: "soon" | "never";
  readonly detail: string | null;
  readonly failure: CaptureFailureRecord | null;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly cap: { readonly name: CapName; readonly limit: number } | null;
  readonly reason: string | null;

  constructor(problem: ProblemDocument, cause?: unknown) {
    super(problem.title ?? problem.code, { cause });
    this.code = problem.code;
    this.retry = ["offline", "busy", "too-many", "internal"].includes(problem.code) ? "soon" : "never";
    this.failure = problem.failure ?? null;
    this.detail = problem.detail ?? null;
    this.issues = problem.issues ?? [];
    this.reason = problem.reason ?? null;
    this.cap = problem.cap && problem.limit !== undefined ? { name: problem.cap, limit: problem.limit } : null;
  }
}

/** The key of the sentence for a failure. */
export function explanationOf(failure: unknown): Key {
  const key = failure instanceof ApiError ? `error.${failure.code}` : "error.other";
  return key in en ? (key as Key) : "error.other";
}
