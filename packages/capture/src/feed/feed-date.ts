/** Dates as feeds write them: RFC 822, RFC 3339, and what people made of these. Never by the clock of this machine. */

/** By their first letters, in the languages that write them into feeds; the longer ones first where one begins another. */
const MONTHS: readonly (readonly string[])[] = [
  ["jan", "gen", "ene", "jän"],
  ["feb", "fév", "fev"],
  ["mar", "mär", "mrz", "maa", "mrt"],
  ["apr", "avr", "abr"],
  ["may", "mai", "mei", "mag"],
  ["jun", "giu", "juin"],
  ["jul", "lug", "juil"],
  ["aug", "ago", "aoû", "aou"],
  ["sep", "set"],
  ["oct", "okt", "ott", "out"],
  ["nov"],
  ["dec", "dez", "dic", "déc"],
];

/** RFC 822 section 5.1, and those that servers write besides, in hours. */
const ZONES: Readonly<Record<string, number>> = {
  ...{
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    mez: 1,
    cest: 2,
    mesz: 2,
    eet: 2,
    eest: 3,
    msk: 3,
  },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, hst: -10 },
  ...{ ist: 5.5, hkt: 8, sgt: 8, jst: 9, kst: 9, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
};

const TIME = String.raw`(?:[T\s,]+(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*([ap]m)?)?`;
const ZONE = String.raw`\s*(?:\(?(?:(?:GMT|UTC)?\s*([+-]\d{1,2}(?::?\d{2})?)|([A-Za-z]{1,5}))\)?)?(?:\s*\([^)]{0,40}\))?\s*$`;
const WEEKDAY = String.raw`^\s*(?:\p{L}{2,12}\.?,?\s+)?`;

const ISO = new RegExp(String.raw`^\s*(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?${TIME}${ZONE}`, "iu");
const DAY_THEN_MONTH = String.raw`${WEEKDAY}(\d{1,2})(?:st|nd|rd|th)?[\s.-]+(\p{L}{3,12})\.?[\s,-]+(\d{4}|\d{2})${TIME}${ZONE}`;
const DAY_FIRST = new RegExp(DAY_THEN_MONTH, "iu");
const MONTH_THEN_DAY = String.raw`${WEEKDAY}(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}${ZONE}`;
const MONTH_FIRST = new RegExp(MONTH_THEN_DAY, "iu");
const DOTTED = new RegExp(String.raw`^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})${TIME}${ZONE}`, "iu");
const EPOCH = /^\s*(\d{10}|\d{13})\s*$/;

const MAX_LENGTH = 100;
const HOUR_MS = 3_600_000;
/** Before this there were no feeds, and after it none will be read by this. */
const EARLIEST = Date.UTC(1970, 0, 2);
const LATEST = Date.UTC(2100, 0, 1);

/** Milliseconds since the epoch; null where nobody can tell. A time without a zone is UTC. */
export function feedDate(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const at = instantIn(text);
  return at !== null && at >= EARLIEST && at < LATEST ? at : null;
}

function instantIn(text: string): number | null {
  const epoch = EPOCH.exec(text)?.[1];
  if (epoch !== undefined) return Number(epoch) * (epoch.length === 10 ? 1_000 : 1);
  const iso = ISO.exec(text);
  if (iso) return instant([iso[1], iso[2], iso[3] ?? "1"], iso.slice(4));
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return instant([dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]], dayFirst.slice(4));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return instant([monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]], monthFirst.slice(4));
  const dotted = DOTTED.exec(text);
  return dotted && instant([dotted[3], dotted[2], dotted[1]], dotted.slice(4));
}

type Part = string | undefined;

/** Year, month, day; hours, minutes, seconds, half of the day, offset, name of the zone. */
function instant(day: readonly Part[], time: readonly Part[]): number | null {
  const [year = 0, month = 0, date = 0] = day.map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = time.slice(0, 3).map((part) => Number(part ?? 0));
  const [half, offset, zone] = time.slice(3);
  if (month < 1 || month > 12 || date < 1 || date > 31 || hours > 24 || minutes > 59 || seconds > 60) return null;
  const full = year < 100 ? year + (year < 70 ? 2_000 : 1_900) : year;
  const hour = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  return Date.UTC(full, month - 1, date, hour, minutes, seconds) - offsetHours(offset, zone) * HOUR_MS;
}

function offsetHours(offset: Part, zone: Part): number {
  if (offset === undefined) return ZONES[zone?.toLowerCase() ?? ""] ?? 0;
  const [, sign, hours, minutes] = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(offset) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) + Number(minutes ?? 0) / 60);
}

function monthOf(name: Part): string {
  const start = (name ?? "").toLowerCase();
  return String(MONTHS.findIndex((names) => names.some((each) => start.startsWith(each))) + 1);
}
