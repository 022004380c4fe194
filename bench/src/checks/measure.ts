/** A server that does nothing but check pages: what that takes of the processor and of memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fillStore } from "../load/fill-store.ts";
import { readMetrics } from "../load/server-metrics.ts";
import { BUILT, startServer } from "../load/server-process.ts";
import { startSite } from "../load/site.ts";
import { checkedPage, FOLLOWED_PATHS } from "./checked-page.ts";

export interface Order {
  readonly pages: number;
  /** Of ten pages so many are new at every visit; the others are as they were and say so. */
  readonly newOfTen: number;
  /** Every page is checked so often; where the server cannot, it checks as many as it can. */
  readonly intervalMs: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
  /** Goes on until there were so many, however long that takes. */
  readonly minChecks?: number | undefined;
  /** Pages checked at once; as many as the server does by itself unless told. */
  readonly concurrency?: number | undefined;
  readonly profile?: string | undefined;
}

export interface Measured {
  readonly checks: number;
  readonly seconds: number;
  /** Of all threads of the server. */
  readonly processorSeconds: number;
  /** The same by the names of the threads. */
  readonly threadSeconds: ReadonlyMap<string, number>;
  /** Of the site, which shares the machine. */
  readonly siteSeconds: number;
  /** Every second: checks so far, and memory in mebibytes. */
  readonly memory: readonly MemorySample[];
}

export interface MemorySample {
  readonly checks: number;
  readonly mebibytes: number;
}

const SAMPLE_MS = 1_000;

export async function measureChecks(order: Order): Promise<Measured> {
  const { pages, newOfTen, intervalMs } = order;
  const directory = mkdtempSync(join(tmpdir(), "tessera-checks-"));
  const site = await startSite(new URL("./site-process.ts", import.meta.url));
  try {
    await fillStore({
      directory,
      pages,
      port: site.port,
      intervalMs,
      password: "correct horse battery",
      html: (page) => checkedPage(page, 0),
      paths: FOLLOWED_PATHS,
      addressOf: (page) => (page % 10 < newOfTen ? `/new/${page}` : `/same/${page}`),
      headers: { etag: '"0"' },
    });
    const settings = {
      TESSERA_PRIVATE_HOSTS: `everybody@127.0.0.0/8:${site.port}`,
      ...(order.concurrency !== undefined && { TESSERA_CONCURRENCY: String(order.concurrency) }),
    };
    const server = await startServer(directory, settings, { program: BUILT, profile: order.profile });
    try {
      await sleep(order.warmUpMs);
      return await watch(order, server, site);
    } finally {
      await server.stop();
    }
  } finally {
    site.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function watch(
  { durationMs, minChecks = 0 }: Order,
  server: Awaited<ReturnType<typeof startServer>>,
  site: Awaited<ReturnType<typeof startSite>>,
): Promise<Measured> {
  const begun = await readMetrics(server.url);
  const [startedAt, processor, ofSite] = [performance.now(), server.processorSeconds(), site.processorSeconds()];
  const ofThreads = server.threadSeconds();
  const memory: MemorySample[] = [];
  while (performance.now() < startedAt + durationMs || (memory.at(-1)?.checks ?? 0) < minChecks) {
    await sleep(SAMPLE_MS);
    const mebibytes = server.memory().now / 1024 ** 2;
    const { checks } = await readMetrics(server.url);
    memory.push({ checks: checks - begun.checks, mebibytes });
  }
  return {
    checks: memory.at(-1)?.checks ?? 0,
    seconds: (performance.now() - startedAt) / 1_000,
    processorSeconds: server.processorSeconds() - processor,
    threadSeconds: new Map([...server.threadSeconds()].map(([name, so]) => [name, so - (ofThreads.get(name) ?? 0)])),
    siteSeconds: site.processorSeconds() - ofSite,
    memory,
  };
}

/** By how much memory grows over a thousand checks: the slope of a straight line through the samples. */
export function growthOf(samples: readonly MemorySample[]): number {
  const mean = (of: (sample: MemorySample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [checks, mebibytes] = [mean((sample) => sample.checks), mean((sample) => sample.mebibytes)];
  const covariance = mean((sample) => (sample.checks - checks) * (sample.mebibytes - mebibytes));
  return (covariance / mean((sample) => (sample.checks - checks) ** 2)) * 1_000;
}
