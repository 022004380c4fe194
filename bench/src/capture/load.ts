/** Captures as many pages as it can for a while, over the whole way: politeness, guard, HTTP, decoding, and the tree. */
import { captureByHttp, type Previous } from "@tessera/capture";
import { readOnTheSpot } from "@tessera/capture/reading";
import { parseHtml } from "@tessera/engine";
import { createGuard, HttpClient, Politeness } from "@tessera/network";

export interface LoadOptions {
  readonly port: number;
  readonly path: string;
  /** Different hosts, each with one capture at a time. */
  readonly hosts: number;
  readonly captures: number;
}

export interface LoadFigures {
  /** Trees built: none for unchanged pages. */
  readonly trees: number;
  readonly latenciesMs: readonly number[];
  readonly tookMs: number;
  /** Processor time of the thread. */
  readonly cpuMs: number;
}

/** Before the measurement, as a share of it: the compiler needs some hundred pages. */
const WARM_UP_SHARE = 0.5;

export async function runLoad({ port, path, hosts, captures }: LoadOptions): Promise<LoadFigures> {
  const names = Array.from({ length: hosts }, (_, index) => `host${index}.test`);
  const guard = createGuard({ resolver: async () => ["127.0.0.1"], publicNetworks: ["127.0.0.1/32"] });
  const httpClient = new HttpClient({ guard });
  const politeness = new Politeness({ httpClient, gapMs: 0, jitter: 0 });
  const visitors = names.map((name) => visitor(httpClient, politeness, new URL(`http://${name}:${port}${path}`)));
  await captureAll(visitors, Math.ceil(captures * WARM_UP_SHARE));
  const started = performance.now();
  const cpuBefore = process.threadCpuUsage();
  const outcomes = await captureAll(visitors, captures);
  const tookMs = performance.now() - started;
  const { user, system } = process.threadCpuUsage(cpuBefore);
  await httpClient.close();
  return {
    trees: outcomes.filter(({ isTree }) => isTree).length,
    latenciesMs: outcomes.map(({ ms }) => ms),
    tookMs,
    cpuMs: (user + system) / 1_000,
  };
}

interface Outcome {
  readonly isTree: boolean;
  readonly ms: number;
}

/** Captures its page again and again, each time with what it knows from the time before. */
function visitor(httpClient: HttpClient, politeness: Politeness, url: URL): () => Promise<Outcome> {
  let previous: Previous | undefined;
  return async () => {
    const before = performance.now();
    const capture = await politeness.visit(url, { respectRobots: true }, (goTo) =>
      captureByHttp(httpClient, url, { reader: readOnTheSpot, previous, beforeRequest: goTo }),
    );
    const isTree = capture.kind === "page" && parseHtml(capture.html).size > 0;
    previous = capture;
    return { isTree, ms: performance.now() - before };
  };
}

async function captureAll(
  visitors: readonly (() => Promise<Outcome>)[],
  captures: number,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let begun = 0;
  await Promise.all(
    visitors.map(async (visit) => {
      while (begun++ < captures) outcomes.push(await visit());
    }),
  );
  return outcomes;
}
