/** A board as data: its rows with what each says, how that changed, and in which order they stand. */
import type { VerdictKind } from "@tessera/model";
import type { FollowReply, ReplyOf } from "@tessera/model/api";
import type { BlockThen } from "./changed-tiles.ts";

export type Series = ReplyOf<"GET /tiles/:id/numbers">[number]["points"];

export interface BoardRow {
  readonly follow: FollowReply;
  readonly name: string;
  /** The title of its page, where the name says something else. */
  readonly pageTitle: string;
  readonly value: string | null;
  readonly number: number | null;
  /** From the number before this one; null where there is none, or it is no number. */
  readonly change: { readonly by: number; readonly share: number | null; readonly at: number } | null;
  /** When what it says last became another. */
  readonly changedAt: number | null;
  readonly points: Series;
  readonly verdict: VerdictKind;
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
  return {
    follow,
    name: follow.title,
    pageTitle: follow.page.title === follow.title ? "" : follow.page.title,
    value: shown?.excerpt ?? null,
    number: isNumber ? (isNow ? follow.number : (known.at(-1)?.value ?? null)) : null,
    change: isNumber ? lastChange(known) : null,
    changedAt: shown && shown.change === "changed" ? shown.at : null,
    points: isNumber ? known : [],
    verdict: isNow ? follow.verdict : (then?.observation.verdict.kind ?? "gone"),
    isNew: isNow && follow.hasNews && follow.latest?.change === "changed",
  };
}

/** Between the last two that differ. */
function lastChange(points: Series): BoardRow["change"] {
  const last = points.at(-1);
  if (!last) return null;
  const at = points.findLastIndex(({ value }) => value !== last.value);
  const before = points[at];
  if (!before) return null;
  const by = last.value - before.value;
  return { by, share: before.value === 0 ? null : by / Math.abs(before.value), at: points[at + 1]!.at };
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

const WIDTH = 72;
const HEIGHT = 20;
/** Half of the line's width, so that none of it is cut off. */
const EDGE = 2;
export const SPARK_BOX = `0 0 ${WIDTH} ${HEIGHT}`;

/** Steps, because a number holds until another was seen; null where there is no line to draw. */
export function sparkline(points: Series): string | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number): number => EDGE + ((WIDTH - 2 * EDGE) * (at - first.at)) / Math.max(1, last.at - first.at);
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : EDGE + ((HEIGHT - 2 * EDGE) * (high - value)) / (high - low);
  const steps = points.slice(1).map(({ at, value }) => `H${round(x(at))}V${round(y(value))}`);
  return `M${round(x(first.at))} ${round(y(first.value))}${steps.join("")}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
