/** Whether a channel takes messages now: quiet hours, and digests that gather until their time. */
import type { Gathering, QuietHours } from "@tessera/model";
import { type Digest, digestTimes } from "../timing/next-digests.ts";

export interface HoldingChannel {
  readonly quietHours: QuietHours | null;
  readonly gathering: Gathering;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** When a message may go out: not before the time of its digest, and not in quiet hours. `now` or earlier means now. */
export function goesOutAt(channel: HoldingChannel, { writtenAt, now }: { writtenAt: number; now: number }): number {
  const digestAt = channel.gathering.kind === "digest" ? nextDigest(channel.gathering, writtenAt) : writtenAt;
  return channel.quietHours ? endOfQuiet(channel.quietHours, Math.max(digestAt, now)) : digestAt;
}

/** A pattern without a next time gathers nothing. */
function nextDigest(digest: Digest, after: number): number {
  return digestTimes(digest, { after, count: 1 })?.[0] ?? after;
}

/** The instant itself, or the end of the quiet hours that it lies in. */
function endOfQuiet(quiet: QuietHours, instant: number): number {
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  if (from === to) return instant;
  const isQuiet = (at: number): boolean => {
    const minute = minuteOfDay(at, quiet.timeZone);
    return from < to ? minute >= from && minute < to : minute >= from || minute < to;
  };
  if (!isQuiet(instant)) return instant;
  const ahead = (to - minuteOfDay(instant, quiet.timeZone) + DAY_MINUTES) % DAY_MINUTES;
  const end = Math.floor(instant / MINUTE_MS) * MINUTE_MS + ahead * MINUTE_MS;
  // a clock change on the way moves the end by the difference, in either direction
  const shift = ((minuteOfDay(end, quiet.timeZone) - to + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  return end - shift * MINUTE_MS;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function minuteOfDay(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const part = (type: string): number =>
    Number(format.formatToParts(instant).find((piece) => piece.type === type)?.value ?? 0);
  return part("hour") * 60 + part("minute");
}
