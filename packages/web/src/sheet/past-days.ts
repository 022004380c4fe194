/** The days of the last week to which one may go back at one press. */

const DAY_MS = 86_400_000;
/** Seven days ago has the same name as today. */
const MAX_DAYS = 6;

/** The same time of day on each of the days before `until` that are not before `from`, oldest first. */
export function pastDays(from: number, until: number): readonly number[] {
  const days = Array.from({ length: MAX_DAYS }, (_, index) => until - (MAX_DAYS - index) * DAY_MS);
  return days.filter((at) => at >= from);
}
