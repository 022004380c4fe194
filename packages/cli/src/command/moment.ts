/** Times and spans as people write and read them on a command line. */
import { CliError, EXIT } from "./verb.ts";

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 24 * 3_600_000,
  w: 7 * 24 * 3_600_000,
};

/** `90s`, `10m`, `2h`, `1d`, `1w`. */
export function readSpan(text: string, option: string): number {
  const [, amount, unit = ""] = /^(\d{1,9})\s*([smhdw])$/.exec(text.trim()) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (Number.isFinite(ms) && ms > 0) return ms;
  throw new CliError(EXIT.usage, `${option} takes a time such as 90s, 10m, 2h or 1d, not "${text}"`);
}

/** A date, with or without a time, of this machine's time zone unless it names one. */
export function readInstant(text: string, option: string): number {
  const at = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text);
  if (Number.isFinite(at) && at >= 0) return at;
  throw new CliError(EXIT.usage, `${option} takes a date such as 2026-03-01 or 2026-03-01T12:00, not "${text}"`);
}

/** `2026-03-01 12:00`, in this machine's time zone. */
export function writeInstant(at: number | null): string {
  if (at === null) return "-";
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `3 min ago`, `in 2 h`, `now`. */
export function writeAge(at: number | null, now: number): string {
  if (at === null) return "-";
  const distance = Math.abs(now - at);
  if (distance < 45_000) return "now";
  const span = writeSpan(distance);
  return at <= now ? `${span} ago` : `in ${span}`;
}

export function writeSpan(ms: number): string {
  if (ms < 90_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 90 * 60_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 36 * 3_600_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / (24 * 3_600_000))} d`;
}
