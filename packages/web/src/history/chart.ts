/** The number of a block over time as a drawing: positions of a line, of its thresholds and of round marks on the scale. */
import type { NumberFound } from "@tessera/model";
import type { FollowReply, NumbersReply } from "@tessera/model/api";
import type { AmountUnit } from "@tessera/model/series";

export interface Point {
  readonly at: number;
  readonly value: number;
}

/** A time in which no number is known. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

export interface Drawn {
  /** In the order of time, at least one. */
  readonly points: readonly Point[];
  /** In the order of time, between the points or after them; what lies before the first is not drawn. */
  readonly unknown: readonly Stretch[];
  /** Always inside the drawing. */
  readonly thresholds: readonly number[];
}

export interface ChartSize {
  readonly width: number;
  readonly height: number;
  /** Room for the scale and the dates. */
  readonly margin: { readonly start: number; readonly end: number; readonly top: number; readonly bottom: number };
}

export interface Mark {
  readonly value: number;
  readonly y: number;
}

export interface Chart {
  /** Steps: a number holds until the next look found another, or did not find the block. */
  readonly path: string;
  readonly dots: readonly (Point & { readonly x: number; readonly y: number })[];
  readonly gaps: readonly (Stretch & { readonly x: number; readonly width: number })[];
  readonly marks: readonly Mark[];
  readonly thresholds: readonly Mark[];
}

const MAX_MARKS = 5;
/** Numbers closer than this, as a share of their size, are one number; smaller ones than the least size are zero. */
const SAME = 1e-9;
const MIN_SIZE = 1e-12;

/** However short, a time in which nothing is known is seen. */
const MIN_GAP = 4;

export function chartOf({ points, unknown, thresholds }: Drawn, size: ChartSize): Chart {
  const values = [...points.map(({ value }) => value), ...thresholds];
  const marks = roundMarks(Math.min(...values), Math.max(...values));
  const [lowest, highest] = [marks[0]!, marks.at(-1)!];
  const first = points[0]!.at;
  const stretches = unknown.filter(({ from }) => from >= first);
  const last = Math.max(points.at(-1)!.at, stretches.at(-1)?.until ?? first);
  const { start, end, top, bottom } = size.margin;
  const xOf = (at: number): number => start + ((at - first) / (last - first || 1)) * (size.width - start - end);
  const yOf = (value: number): number =>
    top + (1 - (value - lowest) / (highest - lowest)) * (size.height - top - bottom);
  const dots = points.map((point) => ({ ...point, x: rounded(xOf(point.at)), y: rounded(yOf(point.value)) }));
  const gaps = stretches.map((stretch) => {
    const width = Math.max(MIN_GAP, xOf(stretch.until) - xOf(stretch.from));
    const x = Math.min(xOf(stretch.from), size.width - end - width);
    return { ...stretch, x: rounded(x), width: rounded(width) };
  });
  const markOf = (value: number): Mark => ({ value, y: rounded(yOf(value)) });
  return { path: pathOf(dots, gaps), dots, gaps, marks: marks.map(markOf), thresholds: thresholds.map(markOf) };
}

/** Broken where nothing is known: it ends at the edge of the gap and begins again at the next number. */
function pathOf(dots: Chart["dots"], gaps: Chart["gaps"]): string {
  let path = "";
  for (const [index, { at, x, y }] of dots.entries()) {
    const isBroken = gaps.some(({ until, from }) => until <= at && from >= (dots[index - 1]?.at ?? at));
    path += index === 0 || isBroken ? `M${x} ${y}` : `H${x}V${y}`;
    const gap = gaps.find(({ from }) => from >= at && from < (dots[index + 1]?.at ?? Number.POSITIVE_INFINITY));
    if (gap) path += `H${gap.x}`;
  }
  return path;
}

/** Round numbers around a range, evenly spaced: steps of 1, 2 or 5 times a power of ten. @internal */
export function roundMarks(least: number, most: number): readonly number[] {
  const size = Math.max(Math.abs(least), Math.abs(most));
  const isFlat = most - least <= size * SAME;
  const reach = size < MIN_SIZE ? 1 : isFlat ? size : most - least;
  const power = 10 ** Math.floor(Math.log10(reach / MAX_MARKS));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => reach / each <= MAX_MARKS)!;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The first with a unit or a currency, otherwise the first: what the conditions of the block look at. @internal */
export function mainNumber(numbers: readonly NumberFound[]): NumberFound | null {
  return numbers.find(({ unit, currency }) => unit !== null || currency !== null) ?? numbers[0] ?? null;
}

/** It says one number above all, or a condition of its person looks at one. */
export function isAboutNumber({ number, conditions }: Pick<FollowReply, "number" | "conditions">): boolean {
  return number !== null || conditions.some(({ kind }) => kind.startsWith("number-"));
}

/** In the order of time; observations without a number, or of what may be another block, are left out. */
export function pointsOf(replies: readonly NumbersReply[]): readonly Point[] {
  return replies.filter(isKnown).flatMap(({ at, numbers }) => {
    const main = mainNumber(numbers);
    return main ? [{ at, value: main.value }] : [];
  });
}

/** When the number was not known: from the first look that did not find the block until the one that did again. */
export function unknownOf(replies: readonly NumbersReply[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, reply] of replies.entries()) {
    const before = replies[index - 1];
    const goesOn = before !== undefined && !isKnown(before) ? stretches.pop() : undefined;
    if (goesOn) stretches.push({ ...goesOn, until: isKnown(reply) ? reply.at : reply.lastAt });
    else if (!isKnown(reply)) stretches.push({ from: reply.at, until: reply.lastAt });
  }
  return stretches;
}

function isKnown({ verdict, numbers }: NumbersReply): boolean {
  return verdict === "found" && numbers.length > 0;
}

/** What the numbers are measured in, for the scale. */
export function unitOf(replies: readonly NumbersReply[]): AmountUnit {
  return mainNumber(replies.findLast(isKnown)?.numbers ?? []) ?? {};
}
