/** What `bench search` prints, as docs/measurements/search.md has it: a section for a store, with a table for each sort of question. */

/** What filling a store, building its index, and one more change of a block took. */
export interface Costs {
  readonly indexBytes: number;
  readonly storeBytes: number;
  readonly builtMs: number;
  readonly changeMs: number;
  readonly changeProcessorMs: number;
}

export interface Section {
  readonly kind: string;
  readonly follows: number;
  /** Of each follow. */
  readonly observations: number;
  /** Null where the store was filled by a run that did not write them down. */
  readonly costs: Costs | null;
  readonly load: readonly number[];
  readonly cores: number;
}

const NAMES: Readonly<Record<string, string>> = { sqlite: "SQLite", postgres: "PostgreSQL" };

/** The title of the section and all that is said above its tables. */
export function introduction({ kind, follows, observations, costs, load, cores }: Section): string {
  const store = kind === "sqlite" ? "" : ` --store ${kind}`;
  const command = `npm run -s bench -- search${store} --follows ${follows} --observations ${observations}`;
  const loads = load.map((each) => each.toFixed(1)).join(", ");
  const lines = [`\`${command}\`; load of the machine ${loads} on ${cores} cores.`];
  if (costs) lines.push(costLine(costs, follows * observations));
  return `## ${NAMES[kind]}, ${whole(follows)} follows with ${whole(observations)} observations each\n\n${lines.join("\n")}\n`;
}

function costLine({ indexBytes, storeBytes, builtMs, ...change }: Costs, observations: number): string {
  const index = `Index ${megabytes(indexBytes)} MB of ${megabytes(storeBytes)}, ${whole(indexBytes / observations)} bytes an observation`;
  const built = `built in ${whole(builtMs / 1_000)} s (${(builtMs / observations).toFixed(3)} ms an observation)`;
  const more = `${change.changeMs.toFixed(2)} ms, ${change.changeProcessorMs.toFixed(2)} of the processor`;
  return `${index}, ${built}; one change more costs ${more}.`;
}

const QUESTION_COLUMNS = [
  ...["question", "where", "one request p50", "p95", "until something is found p50", "p95"],
  ...["of it written p95", "processor", "requests", "hits"],
];

export const QUESTION_HEAD = headOf(QUESTION_COLUMNS, 2);
export const CHANGES_HEAD = headOf(["what changed", "p50", "p95"], 1);

/** Columns after the first ones are numbers. */
function headOf(columns: readonly string[], texts: number): string {
  return `${rowOf(columns)}\n|${columns.map((_, at) => (at < texts ? "---|" : "--:|")).join("")}`;
}

export interface Asked {
  /** Milliseconds of each request, the shortest first. */
  readonly single: readonly number[];
  /** Of each question: a request that finds nothing and does not come to the end is followed by another, as the app does it. */
  readonly whole: readonly number[];
  /** What of the first request of each question went into what the person wrote. */
  readonly written: readonly number[];
  readonly processorMs: number;
  readonly hits: number;
}

export function questionRow(name: string, where: string, asked: Asked): string {
  const searches = asked.whole.length;
  const times = [asked.single, asked.whole].flatMap((all) => [atShare(all, 0.5), atShare(all, 0.95)]);
  const cells = [...times, atShare(asked.written, 0.95), asked.processorMs / searches].map(milliseconds);
  const each = (sum: number) => (sum / searches).toFixed(1);
  return rowOf([name, where, ...cells, each(asked.single.length), each(asked.hits)]);
}

export function changesRow(name: string, times: readonly number[]): string {
  return rowOf([name, milliseconds(atShare(times, 0.5)), milliseconds(atShare(times, 0.95))]);
}

/** Of times that are in order: so many of them were not longer. */
export function atShare(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
}

/** Names what is slower than the bar, the slowest first. */
export function barLine(worst: readonly { readonly name: string; readonly p95: number }[], maxMs: number): string {
  const missed = worst.filter(({ p95 }) => p95 > maxMs).sort((one, other) => other.p95 - one.p95);
  const slowest = Math.max(0, ...worst.map(({ p95 }) => p95));
  if (missed.length === 0) return `worst p95 ${milliseconds(slowest)}, the bar is ${maxMs} ms: kept`;
  const names = missed.map(({ name, p95 }) => `${name} ${milliseconds(p95)}`).join(", ");
  return `worst p95 ${milliseconds(slowest)}, the bar is ${maxMs} ms: MISSED by ${names}`;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}

function megabytes(bytes: number): string {
  return whole(bytes / 1e6);
}

function whole(number: number): string {
  return Math.round(number).toLocaleString("en-GB");
}
