/** A fleet of real processes that are killed, cut off and lose their database in the middle of checks. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { PageId, Person } from "@tessera/model";
import { openPostgres, type Store } from "@tessera/store";
import { findBinaries, TestCluster } from "@tessera/store/test-cluster";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type CheckWorld, keepWorldsIn, openCheckWorld } from "../check/check-world.fixture.ts";
import { type Cable, layCable } from "./cable.fixture.ts";
import { openTestSite, pageOf, type TestSite } from "./test-site.fixture.ts";

const SITES = 4;
const PAGES_A_SITE = 3;
/** The issue's promise is a minute on a quiet machine. */
const RECOVERY = { timeout: 170_000, interval: 250 };
const PROGRAMS = { server: "../start.ts", worker: "../start-worker.ts" } as const;

/** Lets a process die with the test, however that ends; its threads are told the same and must not mind. */
const DIE_TOGETHER = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from "node:worker_threads";
  if (isMainThread) process.stdin.on("end", () => process.kill(process.pid, "SIGKILL")).resume().unref();
`)}`;

const binaries = findBinaries();
/** A minute and a half of processes dying is not for every run: `npm run faults`. */
const isAsked = process.env.TESSERA_FAULTS === "1";

describe.skipIf(!binaries || !isAsked)("a fleet in trouble", () => {
  // a server of its own, because this one is killed; ended with the run like the other
  const folder = mkdtempSync(join(inject("postgresFolder"), "faults-"));
  const cluster = new TestCluster(binaries ?? "", folder);
  const running = new Set<ChildProcess>();
  let sites: readonly TestSite[] = [];
  let cable: Cable;
  let world: CheckWorld;
  let store: Store;
  let owner: Person;
  const pages: PageId[] = [];

  beforeAll(async () => {
    const url = await cluster.start();
    cable = await layCable(cluster.socket);
    sites = await Promise.all(Array.from({ length: SITES }, openTestSite));
    keepWorldsIn((now) => openPostgres({ url, now }));
    world = await openCheckWorld();
    ({ store } = world);
    owner = await world.addPerson();
    for (const { host } of sites) {
      for (let page = 0; page < PAGES_A_SITE; page++) {
        const address = `http://${host}/${page}`;
        world.web.set(address, pageOf(`/${page}`, 0));
        const view = await world.follow(
          owner,
          { kind: "css", selector: ".news" },
          {},
          { url: address, fetcher: "http" },
        );
        pages.push(view.page.id);
      }
    }
  }, 120_000);
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    await store?.close();
    await cable?.close();
    await Promise.all(sites.map((site) => site.close()));
    await cluster.stop();
  }, 60_000);

  async function start(program: keyof typeof PROGRAMS, url: string): Promise<ChildProcess> {
    const file = fileURLToPath(new URL(PROGRAMS[program], import.meta.url));
    const child = spawn(process.execPath, ["--import", DIE_TOGETHER, file], {
      env: {
        PATH: process.env.PATH,
        TESSERA_DATABASE: url,
        TESSERA_PORT: "0",
        TESSERA_POOL: "plain",
        TESSERA_LOG_LEVEL: "fatal",
        TESSERA_PRIVATE_HOSTS: sites.map(({ host }) => host).join(","),
        NODE_COMPILE_CACHE: join(folder, "cache"),
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    running.add(child);
    child.once("exit", () => running.delete(child));
    const lines = createInterface({ input: child.stdout! });
    await Promise.race([once(lines, "line"), once(child, "exit").then(() => Promise.reject(new Error("it ended")))]);
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  const captures = async (id: PageId) =>
    (await store.captures.of(owner.id, id, { limit: 100 })).items.map((capture) => capture.id);
  const visits = () => sites.reduce((sum, site) => sum + site.visits(), 0);

  /** Until nobody is at work: who asks while a check is under way gets another one after it, and rightly so. */
  async function atRest(): Promise<void> {
    const due = async () => {
      const found = await Promise.all(pages.map((id) => store.pages.findForCheck(id)));
      return found.filter((page) => (page?.dueAt ?? 0) <= Date.now()).length;
    };
    await expect.poll(async () => (await due()) + (await store.queue.depth()), RECOVERY).toBe(0);
  }

  /** Makes every page due, lets `trouble` come in the middle, and waits until every page has been checked. */
  async function round(trouble: () => Promise<void>): Promise<void> {
    await atRest();
    const before = new Map(await Promise.all(pages.map(async (id) => [id, await captures(id)] as const)));
    const seen = visits();
    const begun = Date.now();
    for (const id of pages) await store.pages.bringForward(id, begun);
    await expect.poll(() => visits() - seen, RECOVERY).toBeGreaterThan(2);
    await trouble();
    const unchecked = async () => {
      const found = await Promise.all(pages.map((id) => store.pages.findForCheck(id)));
      return found.filter((page) => (page?.lastCheckedAt ?? 0) < begun).length;
    };
    await expect.poll(() => unchecked().catch(() => pages.length), RECOVERY).toBe(0);
    await expect.poll(() => store.queue.depth(), RECOVERY).toBe(0);
    for (const id of pages) {
      const after = await captures(id);
      // nothing that was there is lost, and this round's check is there once
      expect(after).toEqual(expect.arrayContaining(before.get(id)!));
      expect(after).toHaveLength(before.get(id)!.length + 1);
    }
  }

  test("every check is done, and recorded once, whoever dies and whatever is cut", async () => {
    const direct = cluster.url;
    const cabled = `postgres://tessera@127.0.0.1:${cable.port}/postgres`;
    let server = await start("server", direct);
    let worker = await start("worker", direct);
    await start("worker", cabled);

    // a worker dies in the middle of its checks while the other one hears nothing from the database
    await round(async () => {
      await kill(worker);
      cable.cut();
      worker = await start("worker", direct);
      await expect.poll(() => store.queue.depth(), RECOVERY).toBe(0);
      cable.mend();
    });

    // the server dies, and PostgreSQL under all of them
    await round(async () => {
      await kill(server);
      await cluster.stop("SIGKILL");
      await cluster.start();
      server = await start("server", direct);
    });

    // who is asked to end does so by itself, with everything settled
    const ended = once(worker, "exit");
    worker.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(sites.map((site) => site.maxAtOnce())).toEqual(sites.map(() => 1));
    expect((await store.upkeep.examine({ now: Date.now(), repair: false })).findings).toEqual([]);
  }, 400_000);
});
