/** Runs a paper's experiment and writes what it found: `reproduced.json`, the paper's page and its plots. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { History } from "../data/history.ts";
import type { Experiment } from "./experiment.ts";
import { fillPage } from "./paper-page.ts";
import { quickSample } from "./quick-sample.ts";
import { runPart } from "./run-part.ts";

export interface ExperimentRun {
  /** Module that exports the `experiment`; `page.md` and `published.json` are found from it. */
  readonly module: URL;
  readonly histories: readonly History[];
  readonly quick: boolean;
  readonly fresh: boolean;
  readonly cacheFolder: string;
  /** Folder with `bench/papers` and `docs/papers` below it, where the results go. */
  readonly outFolder: string;
  /** Where `bench/papers/<key>/published.json` is read. */
  readonly publishedFolder: string;
}

/** Returns the files it wrote. */
export async function runExperiment(run: ExperimentRun): Promise<string[]> {
  const { experiment } = (await import(run.module.href)) as { experiment: Experiment };
  const { key } = experiment;
  const results: Record<string, unknown> = { histories: run.histories.length };
  for (const part of experiment.parts) {
    const histories = run.quick ? quickSample(run.histories, part.quickShare ?? 1) : run.histories;
    results[part.name] = await runPart({ ...run, key, part, histories });
  }
  const published: unknown = JSON.parse(readFileSync(join(run.publishedFolder, key, "published.json"), "utf8"));
  const template = readFileSync(new URL("./page.md", run.module), "utf8");
  const page = fillPage(template, experiment.present(results, published), key);
  const docs = join(run.outFolder, "docs/papers");
  rmSync(join(docs, key), { recursive: true, force: true });
  return [
    write(join(run.outFolder, "bench/papers", key), "reproduced.json", `${JSON.stringify(results, null, 1)}\n`),
    write(docs, `${key}.md`, page.markdown),
    ...[...page.plots].map(([name, svg]) => write(join(docs, key), name, svg)),
  ];
}

function write(folder: string, name: string, content: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
