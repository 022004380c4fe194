/** A board as data: its rows with what each says, how that changed, and in which order they stand. */
import type { VerdictKind } from "@tessera/model";
import type { FollowReply } from "@tessera/model/api";
import { type AmountUnit, amountIn, type LastChange, lastChange, type Series } from "@tessera/model/series";
import { isBlank } from "@tessera/model/ways";
import type { BlockThen } from "../../tile/changed-tiles.ts";

export { amountIn, type Series, SPARK_BOX, sparkline } from "@tessera/model/series";

export interface BoardRow {
  readonly follow: FollowReply;
  readonly name: string;
  /** The title of its page, where the name says something else. */
  readonly pageTitle: string;
  /** What the block says, or begins with. */
  readonly value: string | null;
  readonly number: number | null;
  /** What stands beside the number. */
  readonly unit: AmountUnit;
  /** From the number before this one; null where there is none, or it is no number. */
  readonly change: LastChange | null;
  /** When what it says last became another. */
  readonly changedAt: number | null;
  readonly points: Series;
  readonly verdict: VerdictKind | "blank";
  readonly isNew: boolean;
}

export const SORTS = ["name", "value", "change"] as const;
export type SortBy = (typeof SORTS)[number];
export interface Sort {
  readonly by: SortBy;
  readonly isUp: boolean;
}

/** Undefined for now, null where there was nothing yet. */
export type ThenOf = (followId: string) => BlockThen | null | undefined;

export function boardRow(follow: FollowReply, points: Series, then: BlockThen | null | undefined): BoardRow {
  const isNow = then === undefined;
  const shown = isNow ? follow.latestFound : (then?.shown ?? null);
  const known = isNow ? points : points.filter(({ at }) => shown !== null && at <= shown.at);
  const isNumber = follow.number !== null;
  const number = isNumber ? (isNow ? follow.number : (known.at(-1)?.value ?? null)) : null;
  return {
    follow,
    name: follow.title,
    pageTitle: follow.page.title === follow.title ? "" : follow.page.title,
    value: shown?.excerpt ?? null,
    number,
    unit: shown?.numbers.find(({ value }) => value === number) ?? {},
    change: isNumber ? lastChange(known) : null,
    changedAt: shown && shown.change === "changed" ? shown.at : null,
    points: isNumber ? known : [],
    verdict: verdictOf(follow, then),
    isNew: isNow && follow.hasNews && follow.latest?.change === "changed",
  };
}

/** Beyond it, what a block says is the beginning of a text, and does not stand in a column of numbers. */
export const MAX_SHORT = 28;

/** What stands in the column of values: the number alone only where it has its unit, or the block says much beside it. */
export function valueIn(locale: string, { value, number, unit }: BoardRow): string | null {
  const hasUnit = Boolean(unit.unit ?? unit.currency);
  const isSaidShort = value !== null && value.length <= MAX_SHORT && !hasUnit;
  return number === null || isSaidShort ? value : amountIn(locale, number, unit);
}

/** A block that is there, and of which nothing can be seen, is blank. */
function verdictOf(follow: FollowReply, then: BlockThen | null | undefined): BoardRow["verdict"] {
  const seen = then === undefined ? follow.latest : (then?.observation ?? null);
  if (isBlank(seen)) return "blank";
  return then === undefined ? follow.verdict : (seen?.verdict.kind ?? "gone");
}

/** Those that say nothing come last, whichever way it goes; equal ones stay as they were. */
export function sorted(rows: readonly BoardRow[], sort: Sort | null, locale: string): readonly BoardRow[] {
  if (!sort) return rows;
  const words = new Intl.Collator(locale, { numeric: true });
  const direction = sort.isUp ? 1 : -1;
  const isMissing = (row: BoardRow): boolean =>
    sort.by === "change" ? row.change === null && row.changedAt === null : sort.by === "value" && row.value === null;
  return [...rows].sort((one, other) => {
    const missing = Number(isMissing(one)) - Number(isMissing(other));
    return missing || direction * comparedBy(sort.by, one, other, words);
  });
}

function comparedBy(by: SortBy, one: BoardRow, other: BoardRow, words: Intl.Collator): number {
  if (by === "name") return words.compare(one.name, other.name);
  if (by === "value") {
    const areNumbers = one.number !== null && other.number !== null;
    return areNumbers ? one.number - other.number : words.compare(one.value ?? "", other.value ?? "");
  }
  if (one.change && other.change) return measure(one.change) - measure(other.change);
  return (one.changedAt ?? one.change?.at ?? 0) - (other.changedAt ?? other.change?.at ?? 0);
}

/** Rows of one board may be of any size: shares compare, amounts do not. */
function measure({ by, share }: NonNullable<BoardRow["change"]>): number {
  return share ?? Math.sign(by);
}

/** The next way to sort by a column: up, down, as the rows were put. */
export function nextSort(sort: Sort | null, by: SortBy): Sort | null {
  if (sort?.by !== by) return { by, isUp: true };
  return sort.isUp ? { by, isUp: false } : null;
}
