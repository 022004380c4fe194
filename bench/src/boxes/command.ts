/** `bench boxes`: renders every labelled page once and keeps the layout boxes beside the data. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseHtml } from "@tessera/engine";
import { boxFilePath, noteChromium, readBoxes, writeBoxes } from "../data/box-file.ts";
import { dataFolder, readCases } from "../data/cases.ts";
import { Progress } from "../progress.ts";
import { UsageError } from "../usage-error.ts";
import { alignBoxes } from "./align-boxes.ts";
import { Renderer } from "./renderer.ts";

const USAGE = "bench boxes --data DIR [--limit N]";
/** Pages in the browser at the same time. */
const AT_ONCE = 2;

export interface BoxCounts {
  /** Pages with boxes from an earlier run. */
  known: number;
  rendered: number;
  /** Pages whose tree in Chromium is another one than the engine's: they have no boxes. */
  differing: number;
  /** Pages that Chromium could not load in time: they have no boxes. */
  failed: number;
}

export async function run(args: string[]): Promise<void> {
  const { data, limit } = readOptions(args);
  const files = new Map<string, { folder: string; file: string }>();
  for (const { folder, versions } of readCases(dataFolder(data))) {
    for (const { file } of versions) files.set(`${folder}\0${file}`, { folder, file });
  }
  const counts = await renderAll([...files.values()].slice(0, limit));
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(", "),
  );
}

/** Renders the pages that were not rendered before. */
export async function renderAll(files: readonly { folder: string; file: string }[]): Promise<BoxCounts> {
  const counts: BoxCounts = { known: 0, rendered: 0, differing: 0, failed: 0 };
  const progress = new Progress("boxes", files.length);
  const renderer = new Renderer();
  try {
    for (let start = 0; start < files.length; start += AT_ONCE) {
      await renderer.refresh();
      const batch = files.slice(start, start + AT_ONCE);
      for (const outcome of await Promise.all(batch.map((one) => renderOne(renderer, one)))) {
        counts[outcome]++;
        progress.step();
      }
    }
  } finally {
    progress.done();
    await renderer.close();
  }
  return counts;
}

async function renderOne(renderer: Renderer, page: { folder: string; file: string }): Promise<keyof BoxCounts> {
  const html = readFileSync(join(page.folder, page.file));
  const tree = parseHtml(html.toString("utf8"));
  const path = boxFilePath(page.folder, page.file);
  if (readBoxes(path, tree) !== "unknown") return "known";
  const snapshot = await renderer.snapshotOf(html);
  const boxes = snapshot ? alignBoxes(tree, snapshot) : null;
  noteChromium(page.folder, renderer.version);
  writeBoxes(path, tree, boxes);
  if (!snapshot) return "failed";
  return boxes ? "rendered" : "differing";
}

function readOptions(args: string[]): { data: string | undefined; limit: number } {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({ args, options: { data: text, limit: text }, strict: true });
    const limit = values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit);
    if (!(limit > 0)) throw new RangeError("--limit is a number above 0.");
    return { data: values.data, limit };
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
}
