/** Spans of time that changes are looked at in, by the days of where the person is. */
import { nextDigestTimes, WEEKDAYS } from "@tessera/model/digest-times";

export const PERIODS = ["unseen", "today", "yesterday", "week"] as const;
export type Period = (typeof PERIODS)[number];

export interface Span {
  readonly since?: number;
  readonly until?: number;
  readonly unseen?: boolean;
}

const DAY_MS = 24 * 3_600_000;
const MIDNIGHTS = { times: ["00:00"], days: WEEKDAYS };
/** With today. */
const WEEK_DAYS = 7;

export function spanOf(period: Period, now: number, timeZone: string): Span {
  if (period === "unseen") return { unseen: true };
  const days = daysUntil(now, timeZone);
  const [today, yesterday] = [days.at(-1) ?? now, days.at(-2) ?? now];
  if (period === "yesterday") return { since: yesterday, until: today };
  return { since: period === "today" ? today : (days.at(-WEEK_DAYS) ?? today) };
}

/** When each of the last days began; the last is today. */
function daysUntil(now: number, timeZone: string): readonly number[] {
  const after = now - (WEEK_DAYS + 1) * DAY_MS;
  return nextDigestTimes(MIDNIGHTS, { timeZone, after, count: WEEK_DAYS + 3 }).filter((at) => at <= now);
}

/** Tells when the next day begins where the person is; gives what ends the waiting. */
export function onNextDay(now: number, timeZone: string, tell: () => void): () => void {
  const [midnight = now + DAY_MS] = nextDigestTimes(MIDNIGHTS, { timeZone, after: now, count: 1 });
  const timer = setTimeout(tell, midnight - now);
  return () => clearTimeout(timer);
}
