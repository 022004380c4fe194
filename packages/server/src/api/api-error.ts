/** What went wrong with a request, as RFC 9457 problem details: a code to decide by, a title to read. */
import type { ApiErrorCode, ApiErrorReason } from "@tessera/model";

export interface ApiErrorDetails {
  readonly detail?: string;
  /** More exactly than the code, for those who say it in another language. */
  readonly reason?: ApiErrorReason;
  /** What of the request is wrong, by its path in it. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly retryAfterMs?: number;
  /** More members of the document, such as the record that is there now. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Statuses and titles by code: one code always means the same. */
export const PROBLEMS: Readonly<Record<ApiErrorCode, readonly [status: number, title: string]>> = {
  invalid: [422, "The request is not valid"],
  "login-needed": [401, "Log in first"],
  "wrong-login": [401, "Name or password is wrong"],
  "scope-missing": [403, "The token may not do this"],
  "owner-only": [403, "Only the owner of this instance may do this"],
  "cross-site": [403, "The request came from another site"],
  "unknown-host": [421, "This server is not known under this name"],
  "not-found": [404, "There is no such thing"],
  conflict: [409, "This is taken already"],
  "changed-meanwhile": [412, "It was changed meanwhile"],
  "too-large": [413, "The request is too large"],
  unsupported: [415, "This kind of content is not understood here"],
  "too-many": [429, "Too many attempts: wait a little"],
  "cap-reached": [409, "This is as much as one person may have here"],
  "capture-failed": [502, "The page could not be captured"],
  "import-refused": [422, "The file was not imported"],
  "gadget-refused": [409, "This cannot be shown on other sites"],
  "sheet-shared": [403, "This sheet is somebody else's"],
  "store-full": [507, "The disk of this server is full"],
  "store-unwritable": [503, "This server cannot write its data"],
  busy: [503, "Busy: try again in a moment"],
  internal: [500, "Something went wrong here"],
};

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly details: ApiErrorDetails;

  constructor(code: ApiErrorCode, details: ApiErrorDetails = {}) {
    super(details.detail ?? PROBLEMS[code][1]);
    this.code = code;
    this.status = PROBLEMS[code][0];
    this.details = details;
  }

  /** The document that is sent. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { detail, reason, issues, more } = this.details;
    return {
      type: `urn:tessera:problem:${this.code}`,
      title: PROBLEMS[this.code][1],
      status: this.status,
      code: this.code,
      ...(detail === undefined ? {} : { detail }),
      ...(reason === undefined ? {} : { reason }),
      ...(issues === undefined ? {} : { issues }),
      ...more,
    };
  }
}

export const PROBLEM_TYPE = "application/problem+json; charset=utf-8";
