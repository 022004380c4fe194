/** What became of an attempt to send, by what the other side said: the code decides, never a message text. */
import type { SendFailure } from "@tessera/model";
import { CaptureFailure, type FetchedResponse, headerOf } from "@tessera/network";

export type Outcome =
  | { readonly kind: "sent" }
  /** Worth another attempt, not before the time that the service named. */
  | ({ readonly kind: "again"; readonly retryAfterMs: number | null } & Why)
  /** Trying again would change nothing. */
  | ({ readonly kind: "refused" } & Why)
  /** The receiver has left for good. */
  | ({ readonly kind: "left" } & Why);

interface Why {
  readonly reason: SendFailure;
  readonly error: string;
}

/** Answers that a later attempt may turn into success. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);
const MAX_QUOTED = 300;

export interface AnswerContext {
  readonly now: number;
  /** A private host is sent messages; what it says is not for whoever can have one sent. */
  readonly isPrivate: boolean;
}

/** The outcome of an HTTP answer. */
export function outcomeOf(response: FetchedResponse, { now, isPrivate }: AnswerContext): Outcome {
  const { status } = response;
  if (status >= 200 && status < 300) return { kind: "sent" };
  const said = isPrivate ? "" : response.body.toString("utf8", 0, MAX_QUOTED).replace(/\s+/g, " ").trim();
  const error = `${response.url.host} answered ${status}${said ? `: ${said}` : ""}`;
  if (status === 410) return { kind: "left", reason: "left", error };
  if (status >= 500 || PASSING_STATUSES.has(status)) {
    const retryAfterMs = retryAfter(headerOf(response.headers, "retry-after"), now);
    return { kind: "again", reason: "busy", error, retryAfterMs };
  }
  return { kind: "refused", reason: "refused", error };
}

/** The outcome where no answer came; anything but a failure of the way out is a bug and not caught here. */
export function outcomeOfFailure(error: unknown): Outcome {
  if (!(error instanceof CaptureFailure)) throw error;
  // what a mail server answers is no HTTP
  const why = { reason: error.code === "protocol" ? "refused" : "unreachable", error: error.message } as const;
  if (error.retry === "never") return { kind: "refused", ...why };
  return { kind: "again", ...why, retryAfterMs: error.retryAfterMs ?? null };
}

/** RFC 9110 section 10.2.3: seconds or a date. */
function retryAfter(header: string | undefined | null, now: number): number | null {
  if (!header) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
