/** `bench checks`: what a check with five blocks costs, how many there are in a second, and what memory follows take. */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../load/server-process.ts";
import { parse5Ms } from "../processor-time.ts";
import { UsageError } from "../usage-error.ts";
import { checkedPage, FOLLOWED_BLOCKS } from "./checked-page.ts";
import { growthOf, type Measured, measureChecks, type Order } from "./measure.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
/** The bars are in megabytes. */
const MEGABYTES_A_MEBIBYTE = 1.048576;
const REFERENCE_PAGES = 100;
const PARTS = ["cost", "rate", "growth", "memory"] as const;

/** At a rate that leaves the machine half idle: nobody waits, and little is gathered. */
const COST = { warmUpMs: 20 * SECOND_MS, durationMs: 40 * SECOND_MS } as const;
/** All pages are due all the time, and so many are checked at once that nobody waits for the network. */
const RATE = { warmUpMs: 20 * SECOND_MS, durationMs: 30 * SECOND_MS, intervalMs: SECOND_MS, concurrency: 128 } as const;
/** Four times an hour, and one check in ten finds something new. */
const USUAL = { intervalMs: HOUR_MS / 4, newOfTen: 1, warmUpMs: 5 * SECOND_MS, durationMs: 60 * SECOND_MS } as const;
const FOLLOWS: readonly (readonly [number, number | null])[] = [
  [0, 130],
  [100, null],
  [1_000, 200],
  [10_000, null],
];

/** `--only cost,rate,growth,memory [--profile FOLDER]`: prints each figure beside its bar, where there is one. */
export async function run(args: string[]): Promise<void> {
  const options = { only: { type: "string" }, profile: { type: "string" } } as const;
  const { values } = parseArgs({ args, options });
  const only = values.only?.split(",") ?? PARTS;
  const unknown = only.find((part) => !(PARTS as readonly string[]).includes(part));
  if (unknown !== undefined) throw new UsageError(`no such part: ${unknown}; one of ${PARTS.join(", ")}`);
  build();
  console.log("| what | measured | bar | met |\n|---|--:|--:|---|");
  const measure = (order: Order): Promise<Measured> => measureChecks({ ...order, profile: values.profile });
  if (only.includes("cost")) await printCost(measure);
  if (only.includes("rate")) await printRate(measure);
  if (only.includes("growth")) await printGrowth(measure);
  if (only.includes("memory")) await printMemory(measure);
  console.log(`the machine: ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`);
}

type Measure = (order: Order) => Promise<Measured>;

async function printCost(measure: Measure): Promise<void> {
  const pages = Array.from({ length: REFERENCE_PAGES }, (_, edition) => checkedPage(0, edition));
  row("parse5 alone on such a page, processor ms", parse5Ms(pages), {});
  const changed = await measure({ ...COST, pages: 400, newOfTen: 10, intervalMs: 20 * SECOND_MS });
  row("changed, processor ms a check", perCheck(changed), { most: 8 });
  printThreads(changed);
  const same = await measure({ ...COST, pages: 1_000, newOfTen: 0, intervalMs: 10 * SECOND_MS });
  row("unchanged (304), processor ms a check", perCheck(same), { most: 1 });
  printThreads(same);
}

function printThreads({ threadSeconds, checks }: Measured): void {
  const sorted = [...threadSeconds].sort(([, one], [, other]) => other - one);
  const ms = sorted.map(([name, seconds]) => `${name} ${((seconds / checks) * 1_000).toFixed(2)}`);
  console.log(`| … by thread | ${ms.join(", ")} | | |`);
}

function perCheck({ processorSeconds, checks }: Measured): number {
  return (processorSeconds / checks) * 1_000;
}

async function printRate(measure: Measure): Promise<void> {
  for (const [name, newOfTen, pages, least] of [
    ["changed", 10, 1_000, 300],
    ["unchanged (304)", 0, 5_000, 2_000],
  ] as const) {
    const measured = await measure({ ...RATE, pages, newOfTen });
    row(`${name}, checks a second`, measured.checks / measured.seconds, { least });
    const cores = (seconds: number): string => (seconds / measured.seconds).toFixed(2);
    const ms = perCheck(measured).toFixed(2);
    const { processorSeconds, siteSeconds } = measured;
    console.log(
      `| … with so many cores, and ms a check | ${cores(processorSeconds)}, ${ms}; the site ${cores(siteSeconds)} | | |`,
    );
  }
}

/** After a minute in which everything grows to its size. */
async function printGrowth(measure: Measure): Promise<void> {
  const order = { pages: 200, newOfTen: 10, intervalMs: 5 * SECOND_MS };
  const measured = await measure({ ...order, warmUpMs: 60 * SECOND_MS, durationMs: 0, minChecks: 2_000 });
  row(`growth over ${measured.checks} checks, MiB a thousand`, growthOf(measured.memory), {});
}

async function printMemory(measure: Measure): Promise<void> {
  for (const [follows, most] of FOLLOWS) {
    const measured = await measure({ ...USUAL, pages: follows / FOLLOWED_BLOCKS });
    const highest = Math.max(...measured.memory.map(({ mebibytes }) => mebibytes));
    row(`${follows} follows at their usual rate, MB`, highest * MEGABYTES_A_MEBIBYTE, most === null ? {} : { most });
    const share = (measured.processorSeconds / measured.seconds) * 100;
    console.log(
      `| … processor, % of a core, and checks a second | ${share.toFixed(1)}, ${(measured.checks / measured.seconds).toFixed(2)} | | |`,
    );
  }
}

function row(what: string, value: number, bar: { readonly most?: number; readonly least?: number }): void {
  const { most, least } = bar;
  const words = most !== undefined ? `at most ${most}` : least !== undefined ? `at least ${least}` : "";
  const isMet = value <= (most ?? Number.POSITIVE_INFINITY) && value >= (least ?? Number.NEGATIVE_INFINITY);
  console.log(`| ${what} | ${value.toFixed(2)} | ${words} | ${words === "" ? "" : isMet ? "yes" : "no"} |`);
}
