/** `bench parse`: what it costs to parse a page into a tree, beside parse5 alone, and the memory that a node takes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { readCases } from "../data/cases.ts";
import { evolveSite } from "../evolving-site/evolve-site.ts";
import { SITE_STYLES } from "../evolving-site/site-styles.ts";
import { Progress } from "../progress.ts";
import { UsageError } from "../usage-error.ts";
import { HOSTILE_PAGES, PARSE_BUDGET_SECONDS, parseHostile } from "./hostile.ts";
import type { ParseResult, ParserName } from "./worker.ts";

const USAGE = "bench parse [--data DIR] [--pages N] [--rounds N] [--json FILE], or bench parse --hostile [--json FILE]";
const GENERATED_SEED = 2026;

export interface ParseReport {
  readonly pages: number;
  readonly megabytes: number;
  /** Processor time of the fastest round over all pages. */
  readonly plainMs: number;
  readonly treeMs: number;
  readonly ratio: number;
  readonly nodes: number;
  readonly arrayBytesPerNode: number;
  readonly stringBytesPerNode: number;
}

export async function run(args: string[]): Promise<void> {
  const { data, pages, rounds, json, hostile } = readOptions(args);
  if (hostile) return measureHostile(json);
  const report = await measure(data === undefined ? generatedPages(pages) : labelledPages(data, pages), rounds);
  if (json) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  const speed = (ms: number) => `${ms.toFixed(0)} ms, ${((report.megabytes * 1_000) / ms).toFixed(1)} MB/s`;
  console.log(
    `${report.pages} pages, ${report.megabytes.toFixed(1)} MB, ${report.nodes} nodes; fastest of ${rounds} rounds`,
  );
  console.log(`parse5 alone       ${speed(report.plainMs)}`);
  console.log(`parse into a tree  ${speed(report.treeMs)}: ${report.ratio.toFixed(2)} times parse5`);
  console.log(
    `memory             ${report.arrayBytesPerNode.toFixed(1)} bytes a node in arrays, ${report.stringBytesPerNode.toFixed(1)} in strings`,
  );
}

/** Every hostile page against the budget; the process ends with 1 where one is over it. */
function measureHostile(json: string | undefined): void {
  const outcomes = HOSTILE_PAGES.map((page) => {
    const one = parseHostile(page);
    const end = typeof one.outcome === "number" ? `${one.outcome} nodes` : `over the limit of ${one.outcome}`;
    const seconds = `${one.seconds.toFixed(1).padStart(5)} of ${PARSE_BUDGET_SECONDS} s`;
    console.log(`${one.name.padEnd(44)}${one.megabytes.toFixed(1).padStart(5)} MB ${seconds}  ${end}`);
    return one;
  });
  if (json) writeFileSync(json, `${JSON.stringify({ budgetSeconds: PARSE_BUDGET_SECONDS, outcomes }, null, 2)}\n`);
  const worst = Math.max(...outcomes.map(({ seconds }) => seconds));
  const isWithin = worst <= PARSE_BUDGET_SECONDS;
  console.log(`${isWithin ? "within" : "OVER"} the budget: at most ${worst.toFixed(1)} s of processor time`);
  if (!isWithin) process.exitCode = 1;
}

/** The two parsers take turns, so that other load on the machine meets both alike. */
async function measure(pages: readonly string[], rounds: number): Promise<ParseReport> {
  const workers = { plain: startWorker("plain", pages), tree: startWorker("tree", pages) };
  const progress = new Progress("parse", rounds);
  let [plainMs, treeMs] = [Infinity, Infinity];
  try {
    for (let round = 1; ; round++) {
      plainMs = Math.min(plainMs, (await ask(workers.plain)).ms);
      const tree = await ask(workers.tree);
      treeMs = Math.min(treeMs, tree.ms);
      progress.step();
      if (round === rounds) return reportOf(pages, { plainMs, treeMs }, tree);
    }
  } finally {
    progress.done();
    await Promise.all(Object.values(workers).map((worker) => worker.terminate()));
  }
}

function reportOf(
  pages: readonly string[],
  times: Pick<ParseReport, "plainMs" | "treeMs">,
  { nodes, arrayBytes, stringBytes }: ParseResult,
): ParseReport {
  return {
    pages: pages.length,
    megabytes: pages.reduce((bytes, html) => bytes + Buffer.byteLength(html), 0) / 1e6,
    ...times,
    ratio: times.treeMs / times.plainMs,
    nodes,
    arrayBytesPerNode: arrayBytes / nodes,
    stringBytesPerNode: stringBytes / nodes,
  };
}

function startWorker(parser: ParserName, pages: readonly string[]): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { workerData: { parser, pages } });
}

function ask(worker: Worker): Promise<ParseResult> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.postMessage("round");
  }).finally(() => worker.removeAllListeners("error")) as Promise<ParseResult>;
}

/** One version of each labelled page, spread evenly over the data. */
function labelledPages(data: string, count: number): string[] {
  const files = new Set(readCases(data).map(({ folder, versions }) => join(folder, versions[0]!.file)));
  const step = Math.max(1, files.size / count);
  const chosen = [...files].filter((_, number) => Math.floor(number / step) !== Math.floor((number - 1) / step));
  return chosen.slice(0, count).map((file) => readFileSync(file, "utf8"));
}

function generatedPages(count: number): string[] {
  const sites = SITE_STYLES.map((style, number) => evolveSite(style, GENERATED_SEED + number));
  // a generated page is short; several in one are about as long as a real one
  const page = sites.flatMap((versions) => versions.map(({ html }) => html)).join("");
  return Array.from({ length: count }, () => page);
}

interface Options {
  readonly data?: string;
  readonly pages: number;
  readonly rounds: number;
  readonly json?: string;
  readonly hostile: boolean;
}

function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        data: { type: "string" },
        pages: { type: "string" },
        rounds: { type: "string" },
        json: { type: "string" },
        hostile: { type: "boolean", default: false },
      },
    });
    const data = values.data ?? process.env.TESSERA_DATA;
    return {
      pages: positive(values.pages ?? "60"),
      rounds: positive(values.rounds ?? "24"),
      hostile: values.hostile,
      ...(data ? { data } : {}),
      ...(values.json ? { json: values.json } : {}),
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${(error as Error).message}; ${USAGE}`);
  }
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`not a number above 0: ${text}; ${USAGE}`);
  return Number(text);
}
