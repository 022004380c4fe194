/** How long a server asks to be left alone (RFC 9110 section 10.2.3). */

/** A server may ask for a day; who asks for more is not waited for longer. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;

/** Milliseconds from now; undefined where the header is missing or says nothing. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  // `Date.parse` takes more than HTTP dates: a lone number would be a year.
  if (Number.isNaN(waitMs) || !/^(\d+$|[A-Za-z]{3})/.test(text)) return undefined;
  return Math.min(Math.max(waitMs, 0), LONGEST_WAIT_MS);
}
