/** Runs a paper's experiment and writes what it found: `reproduced.json`, the paper's page and its plots. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { History } from "../data/history.ts";
import { UsageError } from "../usage-error.ts";
import type { Experiment, Results } from "./experiment.ts";
import { fillPage } from "./paper-page.ts";
import { quickSample } from "./quick-sample.ts";
import { type Rendering, type Renderings, renderingOf, UNRECORDED } from "./rendering.ts";
import { runPart } from "./run-part.ts";

export interface ExperimentRun {
  /** Module that exports the `experiment`; `page.md` and `published.json` are found from it. */
  readonly module: URL;
  readonly histories: readonly History[];
  readonly quick: boolean;
  readonly fresh: boolean;
  /** Only these parts, the others as the last run wrote them: none draws the page again. All of them where absent. */
  readonly parts?: readonly string[];
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
  const earlier = run.parts ? earlierResults(run, experiment) : {};
  const revisions: Record<string, number> = {};
  const renderings = renderingsSeen(run, experiment, earlier);
  const results: Record<string, unknown> = {
    histories: earlier.histories ?? run.histories.length,
    revisions,
    ...(Object.keys(renderings).length > 0 ? { renderings } : {}),
  };
  for (const part of experiment.parts) {
    if (run.parts && !run.parts.includes(part.name)) {
      results[part.name] = earlier[part.name];
      revisions[part.name] = (earlier.revisions as Record<string, number>)[part.name] ?? 0;
      continue;
    }
    revisions[part.name] = part.revision;
    const histories = run.quick ? quickSample(run.histories, part.quickShare ?? 1) : run.histories;
    results[part.name] = await runPart({ ...run, key, part, histories });
  }
  const published: unknown = JSON.parse(readFileSync(join(run.publishedFolder, key, "published.json"), "utf8"));
  const template = readFileSync(new URL("./page.md", run.module), "utf8");
  // as they are kept, so that the same page comes of the kept numbers as of the run that found them
  const kept = resultsJson(results);
  const page = fillPage(template, experiment.present(JSON.parse(kept) as Results, published), key);
  const docs = join(run.outFolder, "docs/papers");
  rmSync(join(docs, key), { recursive: true, force: true });
  return [
    write(join(run.outFolder, "bench/papers", key), "reproduced.json", kept),
    write(docs, `${key}.md`, page.markdown),
    ...[...page.plots].map(([name, svg]) => write(join(docs, key), name, svg)),
  ];
}

/** Of each part that looks at boxes: those of now where it is done now, otherwise those that its numbers were found by. */
function renderingsSeen({ parts, histories }: ExperimentRun, experiment: Experiment, earlier: Results): Renderings {
  const known = (earlier.renderings ?? {}) as Renderings;
  const seeing = experiment.parts.filter(({ seesBoxes }) => seesBoxes).map(({ name }) => name);
  const isDone = (name: string): boolean => parts?.includes(name) ?? true;
  const now = seeing.some(isDone) ? renderingOf(histories) : UNRECORDED;
  return Object.fromEntries(
    seeing.map((name): [string, Rendering] => [name, isDone(name) ? now : (known[name] ?? UNRECORDED)]),
  );
}

/** What the last run wrote, and by which revisions, for the parts that are not to be done again. */
function earlierResults({ outFolder, parts = [] }: ExperimentRun, { key, parts: known }: Experiment): Results {
  const unknown = parts.find((name) => !known.some((part) => part.name === name));
  const names = known.map(({ name }) => name);
  if (unknown !== undefined) throw new UsageError(`${key} has no part ${unknown}; one of ${names.join(", ")}`);
  const path = join(outFolder, "bench/papers", key, "reproduced.json");
  const earlier = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Results) : {};
  const missing = [...names, "histories", "revisions"].find(
    (name) => !parts.includes(name) && !Object.hasOwn(earlier, name),
  );
  if (missing !== undefined) throw new UsageError(`${path} has no ${missing}: run it as well`);
  return earlier;
}

/** Numbers of measurements have no more digits that mean anything. */
const DIGITS = 6;

/** A line for each result, and for each entry of those that are lists: a file that can be compared with an earlier one. */
function resultsJson(results: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(results).map(([name, result]) => {
    const text = Array.isArray(result) ? `[\n${result.map(compact).join(",\n")}\n]` : compact(result);
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${entries.join(",\n")}\n}\n`;
}

function compact(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "number" && !Number.isInteger(inner) ? Number(inner.toPrecision(DIGITS)) : inner,
  );
}

function write(folder: string, name: string, content: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
