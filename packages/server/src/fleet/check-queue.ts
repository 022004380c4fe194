/**
 * The queue of a fleet, kept by pg-boss in the same PostgreSQL: a job is the check of a page, waits once a page, runs
 * once a host, is tried again with a growing pause, and ends as a dead letter when that did not help.
 */
import { planFetch } from "@tessera/capture";
import type { Page, PageId, PersonId } from "@tessera/model";
import type { PgBoss } from "pg-boss";
import { z } from "zod";

export interface CheckQueueOptions {
  /** `postgres://…` of the store. */
  readonly url: string;
  readonly onError: (error: unknown) => void;
  /** Further attempts after the first; after the last the job is a dead letter. */
  readonly retries?: number;
}

export interface Order {
  readonly page: Page;
  /** A person waits for it: it goes before all that nobody waits for. */
  readonly isAsked: boolean;
  /** Its place among those of one person: lower ones come first, so that people take turns. */
  readonly place?: number;
  readonly holder?: PersonId | null;
  /** Somebody opens it to pick from it: the raw page is shown first. */
  readonly isOpening?: boolean;
}

/** Plain workers fetch; browser workers have a Chromium and do what needs one. */
export const POOLS = ["plain", "browser"] as const;

/** What the queue keeps of a failure: our own message, or pg-boss' where a worker died. */
const FAILED_JOB = z
  .object({ message: z.string().optional(), value: z.object({ message: z.string() }).partial().optional() })
  .catch({})
  .transform(({ message, value }) => ({ message: message ?? value?.message ?? "the worker died" }));

/** One queue for each kind of worker: a browser costs a hundred times what a plain fetch does. */
const QUEUES: Readonly<Record<Pool, string>> = { plain: "check", browser: "check-browser" };

const DEAD_LETTERS = "check-dead";

/** Names of pg-boss' own tables. */
const SCHEMA = "tessera_queue";
const CONNECTIONS = 4;

/** Above all places of what is merely due. */
const ASKED_PRIORITY = 1_000_000;
const RETRIES = 5;

/** A worker that says nothing for so long is dead, and its jobs go to others. */
const HEARTBEAT_S = 15;

/** How often the living look for the dead. */
const SUPERVISE_S = 5;

const JOB_OPTIONS = {
  policy: "exclusive",
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  heartbeatSeconds: HEARTBEAT_S,
  // what was done is in the store; the queue remembers it only for whoever looks at its tables
  deleteAfterSeconds: 60,
  partition: true,
  deadLetter: DEAD_LETTERS,
} as const;

/** Jobs of an older program have neither place nor holder, and are opened by nobody. */
type JobData = Pick<CheckJob, "pageId" | "isAsked"> & Partial<Pick<CheckJob, "place" | "holder" | "isOpening">>;

export class CheckQueue {
  readonly #boss: PgBoss;
  readonly #retries: number;
  #isStarted = false;

  /** Of the database that the fleet shares; the library is loaded only where there is one. */
  static async of({ url, onError, retries = RETRIES }: CheckQueueOptions): Promise<CheckQueue> {
    const { PgBoss: Boss } = await import("pg-boss");
    const boss = new Boss({
      connectionString: url,
      application_name: "tessera-queue",
      schema: SCHEMA,
      max: CONNECTIONS,
      schedule: false,
      superviseIntervalSeconds: SUPERVISE_S,
      monitorIntervalSeconds: SUPERVISE_S,
      maintenanceIntervalSeconds: 60,
    });
    boss.on("error", onError);
    return new CheckQueue(boss, retries);
  }

  private constructor(boss: PgBoss, retries: number) {
    this.#boss = boss;
    this.#retries = retries;
  }

  /** Makes the queues where they are missing. Idempotent. */
  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    await this.#boss.start();
    await this.#boss.createQueue(DEAD_LETTERS, { retentionSeconds: 30 * 24 * 3_600 });
    for (const name of Object.values(QUEUES)) await this.#boss.createQueue(name, JOB_OPTIONS);
  }

  async stop(): Promise<void> {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    await this.#boss.stop({ graceful: false });
  }

  /** Puts pages in; those that wait already are left as they are. */
  async send(orders: readonly Order[], pool?: Pool): Promise<void> {
    const byPool = Map.groupBy(orders, ({ page }) => pool ?? poolOf(page));
    for (const [to, some] of byPool) {
      const jobs = some.map(({ page, isAsked, place = 0, holder = null, isOpening = false }) => ({
        data: { pageId: page.id, isAsked, place, holder, isOpening },
        singletonKey: page.id,
        group: { id: page.host },
        priority: priorityOf(isAsked, place),
        retryLimit: this.#retries,
      }));
      await this.#boss.insert(QUEUES[to], jobs);
    }
  }

  /** Puts a page in for somebody who waits; one that waits already is moved to the front. */
  async bringForward(page: Page, order: Omit<Order, "page" | "isAsked"> = {}): Promise<void> {
    const { holder = null, place = 0, isOpening = false } = order;
    await this.send([{ page, isAsked: true, holder, place, isOpening }]);
    const data = { pageId: page.id, isAsked: true, place, holder, isOpening };
    const priority = priorityOf(true, place);
    await this.#boss.update(QUEUES[poolOf(page)], data, { singletonKey: page.id, priority });
  }

  /** Takes out up to so many jobs, of each host at most one that is under way in the whole fleet. */
  async take(pool: Pool, limit: number): Promise<readonly CheckJob[]> {
    const jobs = await this.#boss.fetch<JobData>(QUEUES[pool], {
      batchSize: limit,
      groupConcurrency: 1,
    });
    return jobs.map(({ id, data, retryCount, groupId }) => {
      const { place = 0, holder = null, isOpening = false } = data;
      return { ...data, place, holder, isOpening, id, pool, retryCount, host: groupId ?? "" };
    });
  }

  /** Says that these are still being worked on. */
  async touch(jobs: readonly CheckJob[]): Promise<void> {
    await this.#each(jobs, (name, attempts) => this.#boss.touch(name, attempts));
  }

  async complete(jobs: readonly CheckJob[]): Promise<void> {
    await this.#each(jobs, (name, attempts) => this.#boss.complete(name, attempts));
  }

  /** True where it will be tried again. */
  async fail(job: CheckJob, message: string): Promise<boolean> {
    await this.#boss.fail(QUEUES[job.pool], [{ id: job.id, retryCount: job.retryCount }], { message });
    return job.retryCount < this.#retries;
  }

  /** Checks that failed for good, the latest first. */
  async deadLetters(limit: number): Promise<readonly DeadCheck[]> {
    const jobs = await this.#boss.findJobs<Pick<CheckJob, "pageId">>(DEAD_LETTERS, { queued: true });
    return jobs
      .map(({ id, data, createdOn, sourceOutput, sourceRetryCount }) => ({
        id,
        pageId: data.pageId,
        at: createdOn.getTime(),
        attempts: (sourceRetryCount ?? 0) + 1,
        error: FAILED_JOB.parse(sourceOutput ?? {}).message,
      }))
      .sort((a, b) => b.at - a.at)
      .slice(0, limit);
  }

  /** Takes a dead letter away; null where there is no such one. */
  async removeDeadLetter(id: string): Promise<DeadCheck | null> {
    const found = (await this.deadLetters(Number.MAX_SAFE_INTEGER)).find((letter) => letter.id === id);
    if (found) await this.#boss.deleteJob(DEAD_LETTERS, id);
    return found ?? null;
  }

  /** How many jobs wait and run in each pool. */
  async counts(): Promise<Readonly<Record<Pool, { readonly waiting: number; readonly active: number }>>> {
    const of = async (pool: Pool) => {
      const [stats] = await this.#boss.getQueueStats(QUEUES[pool], { force: true });
      return { waiting: stats?.queuedCount ?? 0, active: stats?.activeCount ?? 0 };
    };
    return { plain: await of("plain"), browser: await of("browser") };
  }

  async #each(
    jobs: readonly CheckJob[],
    act: (name: string, attempts: { id: string; retryCount: number }[]) => Promise<unknown>,
  ): Promise<void> {
    for (const [pool, some] of Map.groupBy(jobs, (job) => job.pool)) {
      await act(
        QUEUES[pool],
        some.map(({ id, retryCount }) => ({ id, retryCount })),
      );
    }
  }
}

/** What is due is due for long: nobody is so far behind that an asked one would come later. */
function priorityOf(isAsked: boolean, place: number): number {
  return (isAsked ? ASKED_PRIORITY : 0) - Math.min(place, ASKED_PRIORITY / 2);
}

export type Pool = (typeof POOLS)[number];

export interface CheckJob {
  readonly id: string;
  readonly pool: Pool;
  readonly pageId: PageId;
  readonly host: string;
  readonly isAsked: boolean;
  /** Its place among the jobs of one person when it was put in. */
  readonly place: number;
  /** Who waits for it; null where its time had come. */
  readonly holder: PersonId | null;
  /** Who waits for it opens the page to pick from it. */
  readonly isOpening: boolean;
  /** Tells the attempts of one job apart: whoever holds an older one can no longer settle it. */
  readonly retryCount: number;
}

/** A check that failed for good. */
export interface DeadCheck {
  readonly id: string;
  readonly pageId: PageId;
  readonly at: number;
  readonly attempts: number;
  readonly error: string;
}

/** Which workers to ask first; a plain one that finds the blocks missing hands the page on. */
function poolOf({ source, fetcher }: Pick<Page, "source" | "fetcher">): Pool {
  const plan = planFetch({
    choice: source.fetcher,
    hasSteps: source.steps.length > 0,
    decision: fetcher,
    now: fetcher.decidedAt,
  });
  return plan === "http" ? "plain" : "browser";
}

/** Thrown by the capture of a plain worker: the page has to be rendered, which others can do. */
export class NeedsBrowser extends Error {
  override readonly name = "NeedsBrowser";
}
