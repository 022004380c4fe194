/** `bench traces`: a hash of everything that the tracing thread answers, and the processor time that it takes. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { TraceWorkerPool, type TraceWorkers } from "@tessera/server";
import { checkedPage, FOLLOWED_PATHS } from "../checks/checked-page.ts";
import { readCases } from "../data/cases.ts";
import { type History, historiesOf } from "../data/history.ts";
import { msSince, parse5Ms } from "../processor-time.ts";
import { UsageError } from "../usage-error.ts";
import { type Answer, addAnswer, TracedPage } from "./traced-page.ts";

const USAGE = "bench traces [--editions N] [--data DIR] [--pages N] [--versions N]";
/** Code is compiled by then, and every history is as long as it gets. */
const WARM_UP = 40;

/**
 * Two programs that print the same hashes trace alike, bit for bit: verdicts, candidates, memories, histories, contents,
 * differences and messages, on generated pages (those of `bench checks`) and, with `--data`, on real ones.
 */
export async function run(args: string[]): Promise<void> {
  const { editions, data, pages, versions } = readOptions(args);
  const pool = new TraceWorkerPool({ threads: 1 });
  try {
    await traceGenerated(pool.workers, editions);
    if (data !== undefined) await traceReal(pool.workers, chosen(data, pages), versions);
  } finally {
    await pool.stop();
  }
  console.log(`the machine: ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`);
}

function readOptions(args: string[]) {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { editions: text, data: text, pages: text, versions: text } });
  const count = (value: string | undefined, usual: number): number => {
    const number = Number(value ?? usual);
    if (!Number.isInteger(number) || number < 1) throw new UsageError(USAGE);
    return number;
  };
  return {
    editions: count(values.editions, 100),
    data: values.data ?? process.env.TESSERA_DATA,
    pages: count(values.pages, 120),
    versions: count(values.versions, 4),
  };
}

async function traceGenerated(workers: TraceWorkers, editions: number): Promise<void> {
  const page = new TracedPage(workers, "http://127.0.1.1/0");
  await page.learn(checkedPage(0, 0), FOLLOWED_PATHS);
  const hash = createHash("sha256");
  for (let edition = 1; edition <= WARM_UP; edition++) addAnswer(hash, await page.trace(checkedPage(0, edition)));
  const pages = Array.from({ length: editions }, (_, at) => checkedPage(0, WARM_UP + 1 + at));
  const startedAt = process.cpuUsage();
  const answers: Answer[] = [];
  for (const html of pages) answers.push(await page.trace(html));
  const ms = msSince(startedAt) / editions;
  for (const answer of answers) addAnswer(hash, answer);
  console.log(`generated: ${WARM_UP + editions} traces of five blocks, ${hash.digest("hex")}`);
  console.log(`processor ms a trace, all threads: ${ms.toFixed(2)}; parse5 alone: ${parse5Ms(pages).toFixed(2)}`);
}

async function traceReal(workers: TraceWorkers, histories: readonly History[], versions: number): Promise<void> {
  const hash = createHash("sha256");
  let [traces, ms] = [0, 0];
  for (const { folder, files, cases } of histories) {
    const [first, ...others] = files.slice(0, versions + 1).map((file) => readFileSync(join(folder, file), "utf8"));
    const page = new TracedPage(workers, "http://127.0.1.1/0");
    const paths = cases.flatMap(({ versions }) => versions.find(({ file }) => file === files[0])?.path ?? []);
    await page.learn(first!, [...new Set(paths)]);
    const startedAt = process.cpuUsage();
    const answers: Answer[] = [];
    for (const html of others) answers.push(await page.trace(html));
    ms += msSince(startedAt);
    traces += answers.length;
    for (const answer of answers) addAnswer(hash, answer);
  }
  console.log(`real: ${traces} traces on ${histories.length} pages, ${hash.digest("hex")}`);
  console.log(`processor ms a trace, all threads: ${(ms / traces).toFixed(2)}`);
}

/** Spread evenly over the data. */
function chosen(data: string, pages: number): readonly History[] {
  const all = historiesOf(readCases(data)).filter(({ files }) => files.length > 1);
  const step = Math.max(1, Math.ceil(all.length / pages));
  return all.filter((_, rank) => rank % step === 0);
}
