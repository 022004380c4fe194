/** `bench trace-speed`: what one trace costs, how ten blocks share a page, and how time grows with the page. */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type DomTree, nodeAt, parseHtml, type Tracer, tracerNamed } from "@tessera/engine";
import { quantile } from "../accuracy/score.ts";
import { lineChart } from "../papers/chart.ts";
import { UsageError } from "../usage-error.ts";
import { madeBlock, madePage } from "./made-page.ts";

/** Asked for, so that the page has the 1,200 nodes of a typical one. */
const TYPICAL_NODES = 1_530;
const REPEATS = 200;
const WARM_UP = 50;
const BLOCKS = 10;
const GROWTH = [1_000, 3_000, 10_000, 30_000, 100_000];
const CHART = new URL("../../../docs/tracing/growth.svg", import.meta.url);

export async function run(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { tracer: { ...text, default: "fused" }, json: text } });
  const tracer = tracerNamed(values.tracer);
  if (!tracer) throw new UsageError(`no such tracer: ${values.tracer}`);
  const one = typical(tracer, 1);
  const ten = typical(tracer, BLOCKS);
  const growth = GROWTH.map((nodes) => grown(tracer, nodes));
  const result = {
    tracer: tracer.name,
    nodes: one.nodes,
    oneBlock: { p50Ms: one.p50Ms, p95Ms: one.p95Ms },
    tenBlocksOverOne: ten.p50Ms / one.p50Ms,
    growth,
  };
  console.log(
    `one block on a page of ${one.nodes} nodes: p50 ${one.p50Ms.toFixed(2)} ms, p95 ${one.p95Ms.toFixed(2)} ms`,
  );
  console.log(`ten blocks of one page: ${result.tenBlocksOverOne.toFixed(2)} times one block`);
  for (const { nodes, ms } of growth)
    console.log(
      `${String(nodes).padStart(7)} nodes ${ms.toFixed(2).padStart(9)} ms ${((ms / nodes) * 1e3).toFixed(2).padStart(7)} µs a node`,
    );
  mkdirSync(new URL(".", CHART), { recursive: true });
  writeFileSync(CHART, growthChart(growth));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
}

/** Every round traces on a tree that no tracer has seen, so that what is computed once for a page counts too. */
function typical(tracer: Tracer, blocks: number): { nodes: number; p50Ms: number; p95Ms: number } {
  const first = parseHtml(madePage(TYPICAL_NODES, 0));
  const sections = Array.from(
    { length: blocks },
    (_, rank) => nodeAt(first, `html[1]/body[1]/main[1]/section[${1 + (rank % 9)}]`)!,
  );
  const memories = sections.map((node) => tracer.learn(first, node));
  const times: number[] = [];
  let nodes = 0;
  for (let round = 0; round < WARM_UP + REPEATS; round++) {
    const page = parseHtml(madePage(TYPICAL_NODES, 1 + round));
    nodes = page.size;
    const ms = timed(() => memories.map((memory) => tracer.trace(memory, page)));
    if (round >= WARM_UP) times.push(ms);
  }
  times.sort((a, b) => a - b);
  return { nodes, p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

function grown(tracer: Tracer, size: number): { nodes: number; ms: number } {
  const first = parseHtml(madePage(size, 0));
  const memory = tracer.learn(first, nodeAt(first, madeBlock(size))!);
  const pages: DomTree[] = Array.from({ length: 5 }, (_, edition) => parseHtml(madePage(size, edition + 1)));
  const times = pages.map((page) => timed(() => tracer.trace(memory, page))).sort((a, b) => a - b);
  return { nodes: pages[0]!.size, ms: quantile(times, 0.5) };
}

function timed(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function growthChart(growth: readonly { nodes: number; ms: number }[]): string {
  const measured = growth.map(({ nodes, ms }) => ({ x: nodes, y: ms }));
  const [first] = growth;
  const scale = first!.ms / (first!.nodes * Math.log(first!.nodes));
  const reference = growth.map(({ nodes }) => ({ x: nodes, y: scale * nodes * Math.log(nodes) }));
  return lineChart({
    title: "Time of one trace against the size of the page",
    xLabel: "nodes",
    yLabel: "ms",
    series: [
      { name: "measured", points: measured },
      { name: "n log n", points: reference, published: true },
    ],
  });
}
