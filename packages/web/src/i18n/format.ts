/** Ages, sizes, instants and numbers as a person of a locale writes them. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["week", 7 * 86_400_000],
  ["day", 86_400_000],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
];

/** "3 min. ago", "yesterday"; less than a minute is "now". */
export function ago(at: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const passed = Math.max(0, now - at);
  for (const [unit, ms] of UNITS) if (passed >= ms) return format.format(-Math.floor(passed / ms), unit);
  return format.format(0, "second");
}

/** "5 minutes", "1 day": a length of time in its largest whole unit. */
export function span(ms: number, locale: string): string {
  const whole =
    UNITS.find(([, length]) => ms >= length && ms % length === 0) ?? UNITS.find(([, length]) => ms >= length);
  const [unit, length] = whole ?? (["second", SECOND_MS] as const);
  const value = Math.round((ms / length) * 10) / 10;
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** "3.4 MB" in decimal units. */
export function size(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  const maximumFractionDigits = step === 0 || value >= 100 ? 0 : 1;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: SIZES[step]!,
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits,
  }).format(value);
}

export interface Clock {
  readonly locale: string;
  readonly timeZone: string;
  /** To the second, where minutes do not tell instants apart. */
  readonly isPrecise?: boolean;
}

/** Day and time. */
export function instant(at: number, { locale, timeZone, isPrecise = false }: Clock): string {
  const timeStyle = isPrecise ? "medium" : "short";
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle, timeZone }).format(at);
}

const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** The name of a day of the week. */
export function dayName(weekday: string, locale: string, weekdayStyle: "short" | "long"): string {
  // 5 January 1970 was a Monday
  const at = (4 + WEEK.indexOf(weekday)) * 86_400_000;
  return new Intl.DateTimeFormat(locale, { weekday: weekdayStyle, timeZone: "UTC" }).format(at);
}

/** The day alone. */
export function day(at: number, { locale, timeZone }: Pick<Clock, "locale" | "timeZone">): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }).format(at);
}

/** Whether two that follow each other are of the same minute. */
export function areWithinMinutes(instants: readonly number[]): boolean {
  const minutes = instants.map((at) => Math.floor(at / MINUTE_MS));
  return minutes.some((minute, index) => index > 0 && minute === minutes[index - 1]);
}

/** As short as it can be told: the time of the same day, to the second in the last hour, otherwise the day. */
export function shortInstant(
  at: number,
  { locale, timeZone, now }: { readonly locale: string; readonly timeZone: string; readonly now: number },
): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone });
  const isSameDay = day.format(at) === day.format(now);
  const timeStyle = now - at < HOUR_MS ? "medium" : "short";
  const shape = isSameDay ? ({ timeStyle } as const) : ({ month: "short", day: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { ...shape, timeZone }).format(at);
}

/** Weekday, day and time: for somebody who looks for last Monday. */
export function dayAndTime(at: number, { locale, timeZone, isPrecise = false }: Clock): string {
  const day = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
  const second = isPrecise ? ({ second: "2-digit" } as const) : {};
  return new Intl.DateTimeFormat(locale, { ...day, ...second, timeZone }).format(at);
}

export function weekday(
  at: number,
  { locale, timeZone }: { readonly locale: string; readonly timeZone: string },
): string {
  return new Intl.DateTimeFormat(locale, { weekday: "long", timeZone }).format(at);
}

export function number(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(value);
}

/** The host of an address without `www.`, for people. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : url;
}

/**
 * The wanted locale as the browser's languages have it: `en` becomes `en-GB` for whoever reads that, because the
 * language alone does not say how a date is written.
 */
export function inRegion(wanted: string, preferred: readonly string[]): string {
  if (wanted.includes("-")) return wanted;
  return preferred.find((tag) => tag.toLowerCase().startsWith(`${wanted.toLowerCase()}-`)) ?? wanted;
}

/** Foreign words in a sentence: whatever direction they have, those around them keep theirs. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
