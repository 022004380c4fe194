/** `bench trace-speed`: what one trace costs, how ten blocks share a page, and how time grows with the page. */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type DomTree, type Memory, nodeAt, parseHtml, type Tracer } from "@tessera/engine";
import { anyTracerNamed } from "@tessera/engine/papers";
import { quantile } from "../accuracy/score.ts";
import { lineChart } from "../papers/chart.ts";
import { UsageError } from "../usage-error.ts";
import { MADE_BLOCKS, madeBlock, madePage } from "./made-page.ts";

/** Asked for, so that the page has the 1,200 nodes of a typical one. */
const TYPICAL_NODES = 1_530;
const REPEATS = 100;
const WARM_UP = 10;
const GROWTH = [1_000, 3_000, 10_000, 30_000, 100_000];
const CHART = new URL("../../../docs/measurements/tracing/growth.svg", import.meta.url);

export async function run(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { tracer: { ...text, default: "fused" }, json: text } });
  const tracer = anyTracerNamed(values.tracer);
  if (!tracer) throw new UsageError(`no such tracer: ${values.tracer}`);
  const { nodes, p50Ms, p95Ms, tenBlocksOverOne } = typical(tracer);
  const growth = GROWTH.map((nodes) => grown(tracer, nodes));
  const result = {
    tracer: tracer.name,
    nodes,
    oneBlock: { p50Ms, p95Ms },
    tenBlocksOverOne,
    growth,
  };
  console.log(`one block on a page of ${nodes} nodes: p50 ${p50Ms.toFixed(2)} ms, p95 ${p95Ms.toFixed(2)} ms`);
  console.log(`ten blocks of one page: ${tenBlocksOverOne.toFixed(2)} times one block`);
  for (const { nodes, ms } of growth)
    console.log(
      `${String(nodes).padStart(7)} nodes ${ms.toFixed(2).padStart(9)} ms ${((ms / nodes) * 1e3).toFixed(2).padStart(7)} µs a node`,
    );
  mkdirSync(new URL(".", CHART), { recursive: true });
  writeFileSync(CHART, growthChart(growth));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
}

interface Typical {
  readonly nodes: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly tenBlocksOverOne: number;
}

/**
 * Every round traces ten blocks each alone on its own tree, then all of them on one: no tracer has seen those trees, so
 * that what is computed once for a page counts too. The ratio is taken within a round, when the machine is as busy.
 */
function typical(tracer: Tracer): Typical {
  const memories = followedOnce(tracer);
  const times: number[] = [];
  const ratios: number[] = [];
  let nodes = 0;
  for (let round = 0; round < WARM_UP + REPEATS; round++) {
    const html = madePage(TYPICAL_NODES, 2 + round);
    const alone = memories.map((memory) => {
      const page = parseHtml(html);
      return timed(() => tracer.trace(memory, page));
    });
    const page = parseHtml(html);
    const together = timed(() => memories.map((memory) => tracer.trace(memory, page)));
    nodes = page.size;
    if (round < WARM_UP) continue;
    times.push(...alone);
    ratios.push((together * alone.length) / alone.reduce((sum, ms) => sum + ms, 0));
  }
  times.sort((a, b) => a - b);
  ratios.sort((a, b) => a - b);
  return {
    nodes,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    tenBlocksOverOne: quantile(ratios, 0.5),
  };
}

/**
 * Seen again once, as nearly every memory: what was pointed at and what was seen last are then two things. As they come
 * out of a store, no two of them have an object in common.
 */
function followedOnce(tracer: Tracer): Memory[] {
  const first = parseHtml(madePage(TYPICAL_NODES, 0));
  const second = parseHtml(madePage(TYPICAL_NODES, 1));
  return MADE_BLOCKS.map((path) => {
    const memory = tracer.learn(first, nodeAt(first, path)!);
    return JSON.parse(JSON.stringify(tracer.adapt(memory, second, nodeAt(second, path)!, "tracer")));
  });
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
