/** When a page is to be checked next. Pure: the clock and chance are given. */
import type { CaptureFailureRecord, ChangeRate, Schedule } from "@tessera/model";
import { Cron } from "croner";
import { type ChangeHabit, habitOf, type Run } from "./change-rate.ts";

/** One wish to have the page looked at. */
export interface ScheduleRequest {
  readonly schedule: Schedule;
  readonly rate: ChangeRate;
  /** The run of looks that goes on. */
  readonly current: Run | null;
}

export interface DueFacts {
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
  /** Failed checks in a row, this one included. */
  readonly failures: number;
  readonly trouble: CaptureFailureRecord | null;
  /** The page asks to be fetched no more often than this. */
  readonly minIntervalMs?: number | null;
  /** Somebody waits for a second look at what this one showed. */
  readonly wantsSecondLook?: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Intervals are stretched by up to this share, so that pages do not all become due at once for ever. */
const JITTER_SHARE = 0.1;
const MAX_JITTER_MS = 5 * MINUTE_MS;

/** A time of day that a person named is kept to within this. */
const CRON_JITTER_MS = 20_000;

/** The automatic schedule looks so often that a look finds half a change on average. */
const CHANGES_A_LOOK = 0.5;

/** Before anything is known about a block. */
const FIRST_INTERVAL_MS = 30 * MINUTE_MS;

/** A block that shows nothing new is looked at more seldom step by step, not at a stroke. */
const MAX_STRETCH = 2;
const SECOND_LOOK_MS = MINUTE_MS;

/** The first wait after a failure, by when it makes sense to try again; doubled with every further one. */
const FIRST_BACK_OFF_MS = { soon: MINUTE_MS, later: 15 * MINUTE_MS, never: DAY_MS } as const;

const MAX_BACK_OFF_MS = { soon: DAY_MS, later: DAY_MS, never: 7 * DAY_MS } as const;

/** The earliest time that any of the wishes asks for; null where there are none. */
export function nextDue(wishes: readonly ScheduleRequest[], facts: DueFacts): number | null {
  const times = wishes.map((wish) => requestedTime(wish, facts)).filter((time) => time !== null);
  if (times.length === 0) return null;
  const wished = Math.min(...times);
  if (facts.trouble) return afterFailure(facts.trouble, wished, facts);
  return facts.wantsSecondLook ? Math.min(wished, facts.now + SECOND_LOOK_MS) : wished;
}

function requestedTime(
  { schedule, rate, current }: ScheduleRequest,
  { now, random, minIntervalMs }: DueFacts,
): number | null {
  switch (schedule.kind) {
    case "every":
      return now + withJitter(schedule.intervalMs, random);
    case "cron": {
      const next = nextCronTime(schedule, now);
      return next === null ? null : next + Math.round(CRON_JITTER_MS * random);
    }
    case "auto": {
      // whoever names an interval means it; where we choose one, what the page asks for is the least
      const interval = Math.max(automaticInterval(habitOf(rate, current)), minIntervalMs ?? 0);
      return now + withJitter(Math.min(Math.max(interval, schedule.leastMs), schedule.mostMs), random);
    }
  }
}

function automaticInterval({ changesPerMs, meanIntervalMs }: ChangeHabit): number {
  if (meanIntervalMs === null) return FIRST_INTERVAL_MS;
  return Math.min(CHANGES_A_LOOK / changesPerMs, meanIntervalMs * MAX_STRETCH);
}

function withJitter(intervalMs: number, random: number): number {
  return Math.round(intervalMs + Math.min(intervalMs * JITTER_SHARE, MAX_JITTER_MS) * random);
}

/** Later and later while it goes on failing; never sooner than the server asked. */
function afterFailure(trouble: CaptureFailureRecord, wished: number, { now, random, failures }: DueFacts): number {
  const usualMs = FIRST_BACK_OFF_MS[trouble.retry] * 2 ** Math.min(failures - 1, 30);
  const mostMs = Math.max(MAX_BACK_OFF_MS[trouble.retry], wished - now);
  const backOffMs = Math.min(withJitter(usualMs, random), mostMs);
  return now + Math.max(backOffMs, trouble.retryAfterMs ?? 0);
}

type CronSchedule = Extract<Schedule, { kind: "cron" }>;

/** What is wrong with a pattern, or null: asked at the border, where a person can still mend it. */
export function cronFault({ pattern, timeZone }: CronSchedule): string | null {
  try {
    const next = new Cron(pattern, { timezone: timeZone, paused: true }).nextRun();
    return next ? null : "this pattern never comes round";
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** The next time after an instant; null where the pattern never comes round or is none. */
function nextCronTime({ pattern, timeZone }: CronSchedule, after: number): number | null {
  try {
    return new Cron(pattern, { timezone: timeZone, paused: true }).nextRun(new Date(after))?.getTime() ?? null;
  } catch {
    return null;
  }
}
