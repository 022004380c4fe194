/** `bench ted`: our tree mappings and the npm package `edit-distance` on the same pairs of real page versions. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  compareTrees,
  type LabelledTree,
  Labels,
  labelledTreeOf,
  minimumMapping,
  zhangShasha,
} from "@tessera/engine/papers";
import editDistance from "edit-distance";
import { dataFolder, readCases } from "../data/cases.ts";
import { type History, historiesOf } from "../data/history.ts";
import { PageCache } from "../data/page-cache.ts";
import { markdownTable } from "../papers/table.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = "bench ted --data DIR [--nodes 1200] [--pairs 5] [--json FILE]";
/** The best of so many runs counts, because a machine has other things to do. */
const REPEATS = 3;

interface PagePair {
  readonly page: string;
  readonly first: LabelledTree;
  readonly second: LabelledTree;
}

interface Timing {
  readonly page: string;
  readonly nodes: readonly [number, number];
  /** Processor milliseconds by method. */
  readonly ms: Readonly<Record<string, number>>;
  readonly distance: Readonly<Record<string, number>>;
}

/** Each maps two trees, pairs included, and returns the distance. */
const METHODS: Readonly<Record<string, (first: LabelledTree, second: LabelledTree) => number>> = {
  "edit-distance 1.0.5": byPackage,
  "Zhang–Shasha, ours": (first, second) => {
    const outcome = zhangShasha(first, second);
    if (outcome.kind !== "mapped") throw new RangeError("a pair of pages is over the budget");
    return outcome.mapping.distance;
  },
  "Table 2, ours": (first, second) => byTable2(first, second, false),
  "Table 2, equal subtrees shared": (first, second) => byTable2(first, second, true),
};

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args);
  const histories = historiesOf(readCases(dataFolder(options.data)));
  const pairs = pairsNear(histories, options.nodes, options.pairs);
  const timings = pairs.map(timingOf);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(timings, null, 1)}\n`);
  const names = Object.keys(METHODS);
  const columns = [
    { title: "page" },
    { title: "nodes" },
    ...names.map((title) => ({ title: `${title}, ms`, format: twoDigits })),
  ];
  console.log(
    markdownTable(
      columns,
      timings.map((one) => [one.page, one.nodes.join(" / "), ...names.map((name) => one.ms[name]!)]),
    ),
  );
  const total = (name: string): number => timings.reduce((sum, one) => sum + one.ms[name]!, 0);
  for (const name of names.slice(1))
    console.log(`${name}: ${(total(names[0]!) / total(name)).toFixed(1)} times as fast as ${names[0]}`);
  const isSame = timings.every((one) => one.distance[names[0]!] === one.distance[names[1]!]);
  console.log(
    isSame ? "Zhang–Shasha and the package agree on every distance." : "Zhang–Shasha and the package DISAGREE.",
  );
}

/** The first two versions of the pages whose size is nearest to the one asked for. */
function pairsNear(histories: readonly History[], nodes: number, count: number): PagePair[] {
  const sized = histories.flatMap((history) => {
    const labelled = history.cases[0]!;
    const [first, second] = labelled.versions;
    if (!first || !second) return [];
    const size = new PageCache().treeOf(labelled, first).size;
    return [{ history, labelled, first, second, away: Math.abs(size - nodes) }];
  });
  return sized
    .sort((a, b) => a.away - b.away)
    .slice(0, count)
    .map(({ history, labelled, first, second }) => {
      const pages = new PageCache();
      const labels = new Labels();
      return {
        page: history.name,
        first: labelledTreeOf(pages.treeOf(labelled, first), labels),
        second: labelledTreeOf(pages.treeOf(labelled, second), labels),
      };
    });
}

function timingOf({ page, first, second }: PagePair): Timing {
  const ms: Record<string, number> = {};
  const distance: Record<string, number> = {};
  for (const [name, map] of Object.entries(METHODS)) {
    ms[name] = Number.POSITIVE_INFINITY;
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const startedAt = process.cpuUsage();
      distance[name] = map(first, second);
      const spent = process.cpuUsage(startedAt);
      ms[name] = Math.min(ms[name], (spent.user + spent.system) / 1000);
    }
  }
  return { page, nodes: [first.size, second.size], ms, distance };
}

function byTable2(first: LabelledTree, second: LabelledTree, shareEqualSubtrees: boolean): number {
  const outcome = compareTrees(first, second, { shareEqualSubtrees });
  if (outcome.kind !== "compared") throw new RangeError("a pair of pages is over the budget");
  return minimumMapping(outcome.comparison).distance;
}

interface ObjectNode {
  readonly label: number;
  readonly children: ObjectNode[];
}

/** Another label costs as much as taking out and putting in, so that it is never better: relabelling forbidden. */
function byPackage(first: LabelledTree, second: LabelledTree): number {
  const mapping = editDistance.ted(
    objectTree(first),
    objectTree(second),
    (node) => node.children,
    () => 1,
    () => 1,
    (a, b) => (a.label === b.label ? 0 : 2),
  );
  mapping.pairs();
  return mapping.distance;
}

function objectTree(tree: LabelledTree): ObjectNode {
  const nodes = Array.from(tree.label, (label): ObjectNode => ({ label, children: [] }));
  for (let node = 1; node < tree.size; node++) nodes[tree.parent[node]!]!.children.push(nodes[node]!);
  return nodes[0]!;
}

function twoDigits(value: number): string {
  return value.toFixed(2);
}

function readOptions(args: string[]): {
  data: string | undefined;
  nodes: number;
  pairs: number;
  json: string | undefined;
} {
  const text = { type: "string" } as const;
  let values: { data?: string; nodes?: string; pairs?: string; json?: string };
  try {
    values = parseArgs({ args, options: { data: text, nodes: text, pairs: text, json: text }, strict: true }).values;
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
  const nodes = Number(values.nodes ?? 1200);
  const pairs = Number(values.pairs ?? 5);
  if (!(nodes > 0 && pairs > 0)) throw new UsageError(`--nodes and --pairs are numbers above 0. ${USAGE}`);
  return { data: values.data, nodes, pairs, json: values.json };
}
