/**
 * `bench snapshot`: what a snapshot for a person's own browser costs the page: time of its main thread, and bytes as sent.
 * In the same run, as a reference, the least that any such snapshot must do: the page as HTML and the box of every element.
 */
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { findChromium } from "@tessera/capture";
import { chromium } from "playwright-core";
import { rolldown } from "rolldown";
import { UsageError } from "../usage-error.ts";
import { shopPage } from "./shop-page.ts";

const MAX_MS = 50;
const MAX_BYTES = 150_000;

interface Measured {
  readonly elements: number;
  readonly nodes: number;
  readonly json: string;
}

interface Times {
  readonly snapshotMs: readonly number[];
  readonly referenceMs: readonly number[];
}

/** `--elements 1500 --runs 15`. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { elements: { type: "string" }, runs: { type: "string" } } });
  const elements = count(values.elements, 1_500);
  const runs = count(values.runs, 15);
  const { snapshotMs, referenceMs, ...measured } = await measure(shopPage(elements), runs);
  const bytes = gzipSync(measured.json).length;
  const [snapshot, reference] = [medianOf(snapshotMs), medianOf(referenceMs)];
  console.log(`page: ${measured.elements} elements, ${measured.nodes} nodes in the snapshot`);
  console.log(`main thread: first ${ms(snapshotMs[0] ?? 0)}, median ${ms(snapshot)} of ${runs} (at most ${MAX_MS} ms)`);
  console.log(`reference (HTML and boxes alone): median ${ms(reference)}, ratio ${(snapshot / reference).toFixed(1)}`);
  console.log(`sent: ${bytes} bytes gzipped, ${measured.json.length} characters before (at most ${MAX_BYTES} bytes)`);
  if (snapshot > MAX_MS || bytes > MAX_BYTES) process.exitCode = 1;
}

async function measure(html: string, runs: number): Promise<Measured & Times> {
  const executablePath = findChromium(process.env);
  if (executablePath === null) throw new UsageError("no Chromium was found");
  const script = await bundled();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    // of the main thread, by its own clock: what else the machine does meanwhile does not count
    const threadMs = async (): Promise<number> => {
      const { metrics } = await session.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "ThreadTime")?.value ?? 0) * 1_000;
    };
    await page.setContent(html);
    await page.addScriptTag({ content: script });
    const [snapshotMs, referenceMs]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      await page.evaluate(layOut(run));
      const start = await threadMs();
      await page.evaluate(NOTHING);
      const empty = (await threadMs()) - start;
      const before = await threadMs();
      await page.evaluate(SNAPSHOT);
      const middle = await threadMs();
      await page.evaluate(REFERENCE);
      referenceMs.push((await threadMs()) - middle - empty);
      snapshotMs.push(middle - before - empty);
    }
    return { ...(await page.evaluate<Measured>(MEASURED)), snapshotMs, referenceMs };
  } finally {
    await browser.close();
  }
}

/** What runs in the page is text: this package knows no browser. Layout is made once for both, and for nobody's account. */
const layOut = (run: number): string =>
  `{ document.body.style.paddingTop = "${run}px"; document.body.getBoundingClientRect(); }`;
const NOTHING = "undefined";
/** What is posted to the extension is copied: that is part of the cost. */
const SNAPSHOT = `{
  globalThis.taken = tessera.takeSnapshot(document, { way: "tab", url: "https://shop.example/orders" });
  structuredClone(taken.snapshot);
  undefined;
}`;
const REFERENCE = `{
  let height = document.documentElement.outerHTML.length;
  for (const element of document.querySelectorAll("*")) height += element.getBoundingClientRect().height;
  height;
}`;
const MEASURED = `({
  elements: document.querySelectorAll("*").length,
  nodes: taken.snapshot.nodes.type.length,
  json: JSON.stringify(taken.snapshot),
})`;

async function bundled(): Promise<string> {
  const input = new URL("../../../packages/page/src/snapshot/index.ts", import.meta.url).pathname;
  const bundle = await rolldown({ input, treeshake: true });
  const { output } = await bundle.generate({ format: "iife", name: "tessera" });
  await bundle.close();
  return output[0].code.replace(/^var tessera/, "globalThis.tessera");
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}

function count(text: string | undefined, otherwise: number): number {
  const number = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`not a number of elements or runs: ${text}`);
  return number;
}
