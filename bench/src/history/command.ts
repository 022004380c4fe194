/** `bench history`: what it costs to keep the merged history of a page up to date. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { HISTORY_WINDOW, mergeAll, type PageVersion, type SlideOrder, slide } from "@tessera/engine";
import { dataFolder, readCases } from "../data/cases.ts";
import { type History, historiesOf } from "../data/history.ts";
import { PageCache } from "../data/page-cache.ts";
import { Progress } from "../progress.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = "bench history --data DIR [--limit N] [--json FILE]";
/** The fastest of so many counts: the others were disturbed, or came before the code was compiled. */
const REPEATS = 5;
const ORDERS: readonly SlideOrder[] = ["remove-first", "merge-first"];
const LIMIT_MS = 50;

/** One page: nine versions are merged, then the tenth comes and the first goes. */
interface Timing {
  readonly page: string;
  readonly nodes: number;
  /** Processor time. */
  readonly ms: Readonly<Record<SlideOrder, number>>;
}

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args);
  const histories = historiesOf(readCases(dataFolder(options.data))).filter(
    ({ files }) => files.length > HISTORY_WINDOW,
  );
  const step = Math.max(1, Math.ceil(histories.length / (options.limit ?? histories.length)));
  const chosen = histories.filter((_, rank) => rank % step === 0);
  if (chosen.length === 0) throw new UsageError(`no page with more than ${HISTORY_WINDOW} versions. ${USAGE}`);
  const progress = new Progress("history", chosen.length);
  const timings = chosen.map((history) => {
    const timing = timed(history);
    progress.step();
    return timing;
  });
  progress.done();
  if (options.json) writeFileSync(options.json, `${JSON.stringify(timings, null, 1)}\n`);
  report(timings);
}

function timed(history: History): Timing {
  const pages = new PageCache();
  const labelled = history.cases[0]!;
  const versions = history.files.slice(0, HISTORY_WINDOW + 1).map((name): PageVersion => {
    return { name, page: pages.treeOf(labelled, { file: name, path: null }) };
  });
  const merged = mergeAll(versions.slice(0, HISTORY_WINDOW));
  const newest = versions[HISTORY_WINDOW]!;
  const fastest = (order: SlideOrder) => {
    const times = Array.from({ length: REPEATS }, () => {
      // time of this thread on the processor: other load on the machine does not count
      const startedAt = process.threadCpuUsage();
      slide(merged, newest, { order });
      const { user, system } = process.threadCpuUsage(startedAt);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  };
  const ms = Object.fromEntries(ORDERS.map((order) => [order, fastest(order)])) as Record<SlideOrder, number>;
  return { page: history.name, nodes: newest.page.size, ms };
}

function report(timings: readonly Timing[]): void {
  const bySize = timings.toSorted((a, b) => a.nodes - b.nodes);
  const middle = bySize[Math.floor(bySize.length / 2)]!;
  console.log(
    `${timings.length} pages of ${bySize[0]!.nodes} to ${bySize.at(-1)!.nodes} nodes, ${HISTORY_WINDOW} versions each`,
  );
  for (const order of ORDERS) {
    const sorted = timings.map(({ ms }) => ms[order]).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1);
    const within = sorted.filter((ms) => ms < LIMIT_MS).length;
    console.log(
      `${order.padEnd(13)} median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms; ${within} pages below ${LIMIT_MS} ms; page of median size (${middle.nodes} nodes) ${middle.ms[order].toFixed(1)} ms`,
    );
  }
}

function readOptions(args: string[]): {
  data: string | undefined;
  limit: number | undefined;
  json: string | undefined;
} {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({ args, options: { data: text, limit: text, json: text }, strict: true });
    const limit = values.limit === undefined ? undefined : Number(values.limit);
    if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
      throw new UsageError("--limit is a whole number above 0.");
    }
    return { data: values.data, limit, json: values.json };
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
}
