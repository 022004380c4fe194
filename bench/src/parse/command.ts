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
import type { ParseResult, ParserName } from "./worker.ts";

const USAGE = "bench parse [--data DIR] [--pages N] [--rounds N] [--json FILE]";
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
  const { data, pages, rounds, json } = readOptions(args);
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

function readOptions(args: string[]): { data?: string; pages: number; rounds: number; json?: string } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        data: { type: "string" },
        pages: { type: "string" },
        rounds: { type: "string" },
        json: { type: "string" },
      },
    });
    const data = values.data ?? process.env.TESSERA_DATA;
    return {
      pages: positive(values.pages ?? "60"),
      rounds: positive(values.rounds ?? "8"),
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
