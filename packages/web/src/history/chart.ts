/** Numbers over time as a drawing: positions of a line, of its thresholds and of round marks on the scale. */

export interface Point {
  readonly at: number;
  readonly value: number;
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
  /** Steps: a number holds until the next look found another. */
  readonly path: string;
  readonly dots: readonly (Point & { readonly x: number; readonly y: number })[];
  readonly marks: readonly Mark[];
  readonly thresholds: readonly Mark[];
}

const MOST_MARKS = 5;
/** Numbers closer than this, as a share of their size, are one number; smaller ones than the least size are zero. */
const SAME = 1e-9;
const LEAST_SIZE = 1e-12;

/** Points in the order of time, at least one. Thresholds are always inside the drawing. */
export function chartOf(points: readonly Point[], thresholds: readonly number[], size: ChartSize): Chart {
  const values = [...points.map(({ value }) => value), ...thresholds];
  const marks = roundMarks(Math.min(...values), Math.max(...values));
  const [lowest, highest] = [marks[0]!, marks.at(-1)!];
  const [first, last] = [points[0]!.at, points.at(-1)!.at];
  const { start, end, top, bottom } = size.margin;
  const xOf = (at: number): number => start + ((at - first) / (last - first || 1)) * (size.width - start - end);
  const yOf = (value: number): number =>
    top + (1 - (value - lowest) / (highest - lowest)) * (size.height - top - bottom);
  const dots = points.map((point) => ({ ...point, x: rounded(xOf(point.at)), y: rounded(yOf(point.value)) }));
  const path = dots.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join("");
  const markOf = (value: number): Mark => ({ value, y: rounded(yOf(value)) });
  return { path, dots, marks: marks.map(markOf), thresholds: thresholds.map(markOf) };
}

/** Round numbers around a range, evenly spaced: steps of 1, 2 or 5 times a power of ten. */
export function roundMarks(least: number, most: number): readonly number[] {
  const size = Math.max(Math.abs(least), Math.abs(most));
  const isFlat = most - least <= size * SAME;
  const reach = size < LEAST_SIZE ? 1 : isFlat ? size : most - least;
  const power = 10 ** Math.floor(Math.log10(reach / MOST_MARKS));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => reach / each <= MOST_MARKS)!;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
