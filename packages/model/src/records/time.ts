/** Instants, time zones and times of day as they cross borders. */
import { z } from "zod";

/** Milliseconds since 1970-01-01 UTC. */
export const Instant = z.int().min(0);
export type Instant = z.infer<typeof Instant>;

/** An IANA time zone that this machine knows, such as `Europe/Vienna`. */
export const TimeZone = z.string().max(64).refine(isTimeZone, { error: "not a time zone" });
export type TimeZone = z.infer<typeof TimeZone>;

/** A time of day such as `22:30`. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export type TimeOfDay = z.infer<typeof TimeOfDay>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
