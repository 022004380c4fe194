/** What has to be kept by the web app, what of it is missed, and the tables of docs/measurements/web.md. */

/** Fifty tiles, those in view painted, counted from the start of the navigation. */
const MAX_PAINTED_MS = 1_000;
/** A sheet of all kinds opens as fast as one of blocks; a twentieth is what two runs of the same sheet differ by. */
const MAX_KINDS_RATIO = 1.05;
const MIN_POINTS = 95;

export interface Points {
  readonly view: string;
  readonly device: string;
  readonly performance: number;
  readonly accessibility: number;
  readonly practices: number;
}

export interface Figures {
  readonly tiles: number;
  readonly paintedMs: number;
  /** Of each round, how long the sheet of all kinds took, by what the one of blocks did. */
  readonly kindsRatios: readonly number[];
  readonly points: readonly Points[];
}

export interface Bar {
  readonly name: string;
  readonly is: string;
  readonly wanted: string;
  readonly isKept: boolean;
}

export function barsOf({ tiles, paintedMs, kindsRatios, points }: Figures): readonly Bar[] {
  const ratio = middleOf(kindsRatios);
  const columns = (["performance", "accessibility", "practices"] as const).map((column): Bar => {
    const worst = points.reduce((least, each) => (each[column] < least[column] ? each : least));
    return {
      name: `points, ${column}`,
      is: `${worst[column]} (${worst.view}, ${worst.device})`,
      wanted: `at least ${MIN_POINTS}`,
      isKept: worst[column] >= MIN_POINTS,
    };
  });
  return [
    {
      name: `${tiles} tiles, those in view painted`,
      is: `${paintedMs} ms`,
      wanted: `at most ${MAX_PAINTED_MS} ms`,
      isKept: paintedMs <= MAX_PAINTED_MS,
    },
    {
      name: "all kinds of tiles to blocks alone",
      is: ratio.toFixed(2),
      wanted: `at most ${MAX_KINDS_RATIO}`,
      isKept: ratio <= MAX_KINDS_RATIO,
    },
    ...columns,
  ];
}

/** One line: kept, or what is missed. */
export function verdictOf(bars: readonly Bar[]): string {
  const missed = bars.filter(({ isKept }) => !isKept);
  if (missed.length === 0) return "bars: kept";
  return `bars: MISSED: ${missed.map(({ name, is, wanted }) => `${name} ${is}, wanted ${wanted}`).join("; ")}`;
}

/** The first column is text, the others are numbers. */
export function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|---|${"--:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}

/** The upper one where there are two. */
export function middleOf(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;
}
