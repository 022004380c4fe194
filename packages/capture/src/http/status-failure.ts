/** What an answer that is not the page means: a wall in front of it, a page that is gone, a server in trouble. */
import type { Retry } from "@tessera/model";
import { headerOf, type ResponseHeaders } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";

/** A server may ask for a day; who asks for more is not waited for longer. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;

/** Login, payment, refusal, "too many requests", legal reasons, and LinkedIn's own number for robots. */
const WALLS: ReadonlySet<number> = new Set([401, 402, 403, 407, 429, 451, 999]);

/** Nothing is wrong with the page, only with this moment. */
const PASSING: ReadonlySet<number> = new Set([408, 421, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
const GONE = 410;

/** Headers by which a protection in front of the site says that this is its challenge and not the page. */
const CHALLENGE_HEADERS: readonly (readonly [name: string, value: RegExp])[] = [
  ["cf-mitigated", /challenge/i],
  ["x-amzn-waf-action", /challenge|captcha/i],
  ["x-datadome", /protected/i],
  ["x-sucuri-block", /./],
];

export interface Answer {
  readonly url: URL;
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/** The failure that an answer stands for, or null when it is the page. */
export function statusFailure({ url, status, headers }: Answer, nowMs: number): CaptureFailure | null {
  const isChallenge = CHALLENGE_HEADERS.some(([name, value]) => value.test(headerOf(headers, name) ?? ""));
  if (status >= 200 && status < 300 && !isChallenge) return null;
  const wait = retryAfterMs(headerOf(headers, "retry-after"), nowMs);
  const code = isChallenge || WALLS.has(status) ? "blocked" : "status";
  const said = isChallenge ? "a challenge instead of the page" : `status ${status}`;
  return new CaptureFailure(code, {
    message: `${url.host} answered with ${said}`,
    status,
    retry: retryFor(status),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

function retryFor(status: number): Retry {
  if (status === GONE) return "never";
  return PASSING.has(status) ? "soon" : "later";
}

/** Milliseconds from now; undefined where the header is missing or says nothing. @internal */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  // `Date.parse` takes more than HTTP dates: a lone number would be a year.
  if (Number.isNaN(waitMs) || !/^(\d+$|[A-Za-z]{3})/.test(text)) return undefined;
  return Math.min(Math.max(waitMs, 0), LONGEST_WAIT_MS);
}
