/**
 * Times of day on days of the week, as people say them: `08:00`, `08:00, 18:30 mon-fri`, `09:00 sat,sun`. In a time zone
 * they are instants; what a change of the clock leaves out or repeats comes once.
 */

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface DigestTimes {
  /** `08:00`, in order, each once. */
  readonly times: readonly string[];
  /** In the order of the week, each once. */
  readonly days: readonly Weekday[];
}

const DAY_NAMES: readonly string[] = WEEKDAYS;
const MAX_TIMES = 24;
const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** Null where it is not written so: it may be a cron pattern. */
export function readDigestTimes(text: string): DigestTimes | null {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const firstDay = words.findIndex((word) => !TIME.test(word));
  const times = (firstDay < 0 ? words : words.slice(0, firstDay)).map(padded);
  const days = firstDay < 0 ? WEEKDAYS : daysOf(words.slice(firstDay));
  if (times.length === 0 || times.length > MAX_TIMES || !days) return null;
  return { times: [...new Set(times)].sort(), days: WEEKDAYS.filter((day) => days.includes(day)) };
}

function padded(time: string): string {
  return time.padStart(5, "0");
}

/** Names of days and spans of them, which may lead over the end of the week; null where a word is none. */
function daysOf(words: readonly string[]): readonly Weekday[] | null {
  const all: Weekday[] = [];
  for (const word of words) {
    const [, from = "", to = from] = /^([a-z]{3})(?:-([a-z]{3}))?$/.exec(word) ?? [];
    const [first, last] = [DAY_NAMES.indexOf(from), DAY_NAMES.indexOf(to)];
    if (first < 0 || last < 0) return null;
    for (let at = first; ; at = (at + 1) % WEEKDAYS.length) {
      all.push(WEEKDAYS[at]!);
      if (at === last) break;
    }
  }
  return all;
}

/** The shortest way to write them that reads as the same. */
export function writeDigestTimes({ times, days }: DigestTimes): string {
  const said = times.join(", ");
  if (days.length === WEEKDAYS.length) return said;
  return `${said} ${runsOf(days).join(",")}`;
}

/** `mon-fri` for three or more in a row. */
function runsOf(days: readonly Weekday[]): readonly string[] {
  const runs: Weekday[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const isNext = run && WEEKDAYS.indexOf(day) === WEEKDAYS.indexOf(run.at(-1)!) + 1;
    if (isNext) run.push(day);
    else runs.push([day]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]}-${run.at(-1)}`] : run));
}

/** The next of these times after an instant, in order. */
export function nextDigestTimes(
  { times, days }: DigestTimes,
  { timeZone, after, count }: { readonly timeZone: string; readonly after: number; readonly count: number },
): readonly number[] {
  const clock = clockOf(timeZone);
  const found: number[] = [];
  if (times.length === 0 || days.length === 0) return found;
  // from the day before: a time that a change of the clock has moved may belong to it
  const today = Math.floor(clock.wallOf(after) / DAY_MS);
  for (let day = today - 1; found.length < count; day++) {
    if (!days.includes(weekdayOf(day))) continue;
    for (const time of times) {
      const at = clock.instantOf(day * DAY_MS + minutesOf(time) * MINUTE_MS);
      // two times of a night in which the clock leaps may fall on one instant
      if (at > after && at > (found.at(-1) ?? 0) && found.length < count) found.push(at);
    }
  }
  return found;
}

/** Day 0 was a Thursday. */
function weekdayOf(day: number): Weekday {
  return WEEKDAYS[(((day + 3) % 7) + 7) % 7]!;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** What the clocks of a time zone show, as if it were an instant of UTC, and back. */
interface ZoneClock {
  readonly wallOf: (instant: number) => number;
  /** The first instant at which they show it; where they leap over it, as long after the leap as it is after its start. */
  readonly instantOf: (wall: number) => number;
}

function clockOf(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  const wallOf = (instant: number): number => {
    const parts = format.formatToParts(instant);
    const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
    return Date.UTC(
      ...([value("year"), value("month") - 1, value("day"), value("hour"), value("minute"), value("second")] as const),
    );
  };
  const instantOf = (wall: number): number => {
    // before and after any change of the clock that is near
    const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => wallOf(near) - Math.floor(near / 1_000) * 1_000);
    const shown = offsets.map((offset) => wall - offset).filter((instant) => wallOf(instant) === wall);
    return shown.length > 0 ? Math.min(...shown) : wall - offsets[0]!;
  };
  return { wallOf, instantOf };
}
