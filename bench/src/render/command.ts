/**
 * `bench render`: what a check in the browser costs, by the clock and in processor time, for pages with and without drawings.
 * In the same run, turn by turn, the least that any capture must do: a bare Chromium opens the page and takes one snapshot.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { CaptureBrowser, findChromium } from "@tessera/capture";
import { readOnTheSpot } from "@tessera/capture/reading";
import { createGuard, HttpClient } from "@tessera/network";
import { type Browser, chromium } from "playwright-core";
import { treeSeconds } from "../processor-time.ts";
import { UsageError } from "../usage-error.ts";
import { PAGES, PICTURE } from "./pages.ts";

const WINDOW = { width: 1_280, height: 900 };

interface Cost {
  readonly ms: number;
  readonly processorMs: number;
}

interface Way {
  readonly name: string;
  readonly visit: (url: string) => Promise<void>;
}

/** `--runs 9`: for each page a line for each way, with medians and their ratios to the reference. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: "string" } } });
  const runs = Number(values.runs ?? 9);
  if (!Number.isInteger(runs) || runs < 1) throw new UsageError(`not a number of runs: ${values.runs}`);
  const executablePath = findChromium(process.env);
  if (executablePath === null) throw new UsageError("no Chromium was found");
  const server = createServer((request, response) => {
    const page = PAGES[Number(request.url?.slice(1))];
    if (page) response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page.html);
    else if (request.url?.endsWith(".svg")) response.writeHead(200, { "content-type": "image/svg+xml" }).end(PICTURE);
    else response.end("late");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const guard = createGuard({ resolver: async () => ["127.0.0.1"], publicNetworks: ["127.0.0.1/32"] });
  const httpClient = new HttpClient({ guard });
  const ours = new CaptureBrowser({ httpClient, executablePath, readerFor: () => readOnTheSpot, tabs: 1 });
  const bare = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    await measure(waysOf(ours, bare, port), runs);
  } finally {
    await Promise.all([ours.stop(), bare.close()]);
    await httpClient.close();
    server.close().closeAllConnections();
  }
}

/** The reference comes first. */
function waysOf(ours: CaptureBrowser, bare: Browser, port: number): readonly Way[] {
  const open = (url: string) => ours.open(new URL(url, `http://site.test:${port}`));
  return [
    { name: "bare Chromium", visit: (url) => bareVisit(bare, `http://127.0.0.1:${port}${url}`) },
    {
      name: "capture",
      visit: async (url) => {
        await using _ = await open(url);
      },
    },
    {
      name: "capture and a picture of one block",
      visit: async (url) => {
        await using capture = await open(url);
        const { tree } = capture.capture;
        const block = tree.boxes ? firstSeen(tree.boxes) : 0;
        await capture.picturesOf([block]);
      },
    },
  ];
}

/** A node of the size of a block. */
function firstSeen(boxes: Int32Array): number {
  for (let node = 10; node * 4 < boxes.length; node++) {
    const [width = 0, height = 0] = boxes.subarray(node * 4 + 2, node * 4 + 4);
    if (width > 200 && height > 40 && height < 600) return node;
  }
  return 0;
}

async function bareVisit(bare: Browser, url: string): Promise<void> {
  const context = await bare.newContext({ viewport: WINDOW });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "load" });
    const session = await context.newCDPSession(page);
    await session.send("DOMSnapshot.captureSnapshot", { computedStyles: ["display", "visibility"] });
  } finally {
    await context.close();
  }
}

async function measure(ways: readonly Way[], runs: number): Promise<void> {
  console.log("page | way | median ms | of bare | processor ms | of bare");
  for (const [number, { name }] of PAGES.entries()) {
    const costs = ways.map((): Cost[] => []);
    for (const { visit } of ways) await visit(`/${number}`);
    for (let turn = 0; turn < runs; turn++) {
      for (const [way, { visit }] of ways.entries()) costs[way]?.push(await costOf(() => visit(`/${number}`)));
    }
    const medians = costs.map((each) => ({
      ms: median(each.map(({ ms }) => ms)),
      processorMs: median(each.map(({ processorMs }) => processorMs)),
    }));
    const [reference] = medians;
    for (const [way, { ms, processorMs }] of medians.entries()) {
      const ratios = [ms / reference!.ms, processorMs / reference!.processorMs].map((ratio) => ratio.toFixed(2));
      console.log([name, ways[way]!.name, Math.round(ms), ratios[0], Math.round(processorMs), ratios[1]].join(" | "));
    }
  }
}

/** Of this process and every browser below it. */
async function costOf(work: () => Promise<void>): Promise<Cost> {
  const [started, before] = [performance.now(), treeSeconds(process.pid)];
  await work();
  return { ms: performance.now() - started, processorMs: (treeSeconds(process.pid) - before) * 1_000 };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
