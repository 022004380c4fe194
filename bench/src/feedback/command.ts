/** `bench feedback`: the gain of one to five corrections by a person, on the cases that need any. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { tracerNames } from "../accuracy/bench-tracers.ts";
import { dataFolder, type LabelledCase, readCases } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { Progress } from "../progress.ts";
import type { FeedbackAnswer } from "./worker.ts";

const MAX_CORRECTIONS = 5;

export async function run(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { data: text, tracer: { ...text, default: "fused" }, limit: text, json: text },
  });
  const [tracer] = tracerNames(values.tracer);
  const cases = readCases(dataFolder(values.data), values.limit ? { limit: Number(values.limit) } : {});
  const jobs = historiesOf(cases).map((history) => [...history.cases]);
  const options = { workerData: { tracer, most: MAX_CORRECTIONS }, progress: new Progress("feedback", jobs.length) };
  const module = new URL("./worker.ts", import.meta.url);
  const answers = (await onBothCores<LabelledCase[], FeedbackAnswer[]>({ module, jobs, ...options })).flat();
  const rows = [...Map.groupBy(answers, (answer) => answer.kind)].flatMap(([kind, group]) => {
    const needy = group.filter(({ byCorrections }) => byCorrections[0]!.right < byCorrections[0]!.versions);
    return [rowOf(kind, group), rowOf(`${kind}, with a mistake`, needy)];
  });
  console.table(Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])));
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ tracer, rows }, null, 2)}\n`);
}

function rowOf(name: string, answers: readonly FeedbackAnswer[]): Record<string, string | number> & { name: string } {
  const versions = answers.reduce((sum, { byCorrections }) => sum + byCorrections[0]!.versions, 0);
  const shares = Array.from({ length: MAX_CORRECTIONS + 1 }, (_, allowed) => {
    const right = answers.reduce((sum, { byCorrections }) => sum + byCorrections[allowed]!.right, 0);
    return [`after ${allowed}`, versions === 0 ? 0 : Math.round((right / versions) * 1_000) / 10];
  });
  return { name, cases: answers.length, versions, ...Object.fromEntries(shares) };
}
