/** The last day of a token, a link or what is shown elsewhere, as an instant: days are those of the person's time zone. */

/** The first instant after a day such as `2027-03-31`; null where no day is named. */
export function endOfDay(day: string, timeZone: string): number | null {
  const [year, month, date] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const midnight = Date.UTC(year, month - 1, date + 1);
  // the offset of the zone may be another before and after: the second guess knows which
  const guess = midnight - offsetAt(midnight, timeZone);
  return midnight - offsetAt(guess, timeZone);
}

/** Whether an instant is the first after some day, as it is where a last day was chosen. */
export function endsDay(at: number, timeZone: string): boolean {
  return endOfDay(dayOf(at - 1, timeZone), timeZone) === at;
}

/** The day of an instant as `<input type="date">` writes it. */
export function dayOf(at: number, timeZone: string): string {
  const { year, month, day } = partsAt(at, timeZone);
  return `${year?.padStart(4, "0")}-${month}-${day}`;
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsAt(at, timeZone);
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return local - Math.floor(at / 1_000) * 1_000;
}

function partsAt(at: number, timeZone: string): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
