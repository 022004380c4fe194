/** A number over time as people see it beside its name: how it is written, by how much it changed last, and its line. */
import { codeOf } from "./sentence.ts";

/** What stands beside a number, as it was found. */
export interface AmountUnit {
  readonly currency?: string | null | undefined;
  readonly unit?: string | null | undefined;
}

/** An amount as people of a place write it, with its currency or unit. */
export function amountIn(locale: string, value: number, { currency, unit }: AmountUnit = {}): string {
  const isMoney = currency && /^[A-Z]{3}$/.test(currency);
  const style = isMoney ? ({ style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const) : {};
  const written = new Intl.NumberFormat(locale, style).format(value);
  if (isMoney || !unit) return written;
  return unit === "%" && codeOf(locale) === "en" ? `${written}%` : `${written} ${unit}`;
}

/** Oldest first. */
export type Series = readonly { readonly at: number; readonly value: number }[];

export interface LastChange {
  readonly by: number;
  /** Of what it was before; null where that was nothing. */
  readonly share: number | null;
  readonly at: number;
}

/** Between the last two that differ. */
export function lastChange(points: Series): LastChange | null {
  const last = points.at(-1);
  if (!last) return null;
  const at = points.findLastIndex(({ value }) => value !== last.value);
  const before = points[at];
  if (!before) return null;
  const by = last.value - before.value;
  return { by, share: before.value === 0 ? null : by / Math.abs(before.value), at: points[at + 1]!.at };
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
