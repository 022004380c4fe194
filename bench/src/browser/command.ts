/** `bench browser`: time and memory of captures in the browser, in a row and at the same time, from a loopback server. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { CaptureBrowser } from "@tessera/capture";
import { readOnTheSpot } from "@tessera/capture/reading";
import { createGuard, HttpClient } from "@tessera/network";
import { UsageError } from "../usage-error.ts";
import { articlePage } from "./article-page.ts";

const MIB = 1024 * 1024;
const REPORTS = 10;

/** `--captures 200 --tabs 1`: prints a line for each tenth of the row. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { captures: { type: "string" }, tabs: { type: "string" } } });
  const captures = count(values.captures, 200);
  const tabs = count(values.tabs, 1);
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/data")) response.end("late");
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(articlePage(request.url ?? "/"));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://site.test:${(server.address() as AddressInfo).port}`;
  const guard = createGuard({ resolver: async () => ["127.0.0.1"], publicNetworks: ["127.0.0.1/32"] });
  const httpClient = new HttpClient({ guard });
  const browser = new CaptureBrowser({
    httpClient,
    readerFor: () => readOnTheSpot,
    tabs,
    capturesPerBrowser: captures + 2,
  });
  try {
    await measure(browser, { origin, captures, tabs });
  } finally {
    await browser.stop();
    await httpClient.close();
    server.closeAllConnections();
    server.close();
  }
}

interface Row {
  readonly origin: string;
  readonly captures: number;
  readonly tabs: number;
}

async function measure(browser: CaptureBrowser, { origin, captures, tabs }: Row): Promise<void> {
  const started = performance.now();
  await browser.capture(new URL("/first", origin));
  console.log(`first capture, with the start of the browser: ${milliseconds(performance.now() - started)}`);
  console.log("captures | median ms | 95 % ms | browser MiB | own MiB");
  for (let part = 0; part < REPORTS; part++) {
    const times: number[] = [];
    const each = Math.ceil(captures / REPORTS);
    const worker = async (first: number) => {
      for (let index = first; index < each; index += tabs) {
        const start = performance.now();
        const { tree } = await browser.capture(new URL(`/page/${part * each + index}`, origin));
        if (!tree.text.includes("late")) throw new Error("the capture came before the page was complete");
        times.push(performance.now() - start);
      }
    };
    await Promise.all(Array.from({ length: tabs }, (_, first) => worker(first)));
    times.sort((one, other) => one - other);
    const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
    const own = Math.round(process.memoryUsage().rss / MIB);
    console.log([(part + 1) * each, at(0.5), at(0.95), Math.round(browser.residentBytes() / MIB), own].join(" | "));
  }
}

function milliseconds(time: number): string {
  return `${Math.round(time)} ms`;
}

function count(text: string | undefined, otherwise: number): number {
  const number = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`not a number of captures or tabs: ${text}`);
  return number;
}
