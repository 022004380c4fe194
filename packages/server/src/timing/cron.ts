/** Cron patterns with a time zone, by croner. */
import type { Schedule } from "@tessera/model";
import { Cron } from "croner";

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
export function nextCronTime({ pattern, timeZone }: CronSchedule, after: number): number | null {
  try {
    return new Cron(pattern, { timezone: timeZone, paused: true }).nextRun(new Date(after))?.getTime() ?? null;
  } catch {
    return null;
  }
}
