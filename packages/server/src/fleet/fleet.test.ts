import { setTimeout as sleep } from "node:timers/promises";
import { type Page, type PageId, PageSource } from "@tessera/model";
import { openPostgres, type Store } from "@tessera/store";
import { type TestDatabase, testServer } from "@tessera/store/test-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CapturePage } from "../check/capture.ts";
import type { CheckOutcome } from "../check/check-page.ts";
import { type CheckWorld, keepWorldsIn, openCheckWorld } from "../check/check-world.fixture.ts";
import { captureNow, openPage } from "../follow/follow-block.ts";
import { Schedule } from "../schedule/schedule.ts";
import { type CheckJob, CheckQueue, NeedsBrowser, type Pool } from "./check-queue.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { QueueClaims } from "./queue-claims.ts";

const server = await testServer();
const PATIENCE = { timeout: 50_000, interval: 100 };

describe.skipIf(!server)("a fleet", () => {
  let database: TestDatabase;
  let world: CheckWorld;
  let store: Store;
  let fleet: Fleet;
  let queue: CheckQueue;
  let stops: (() => Promise<void>)[];

  beforeEach(async () => {
    stops = [];
    database = await server!.createDatabase();
    keepWorldsIn((now) => openPostgres({ url: database.url, now }));
    world = await openCheckWorld();
    ({ store } = world);
    fleet = await startFleet({ url: database.url, store, onError: (error) => console.error(error) });
    ({ queue } = fleet);
  });
  afterEach(async () => {
    await fleet.dispatcher.stop();
    await Promise.all(stops.map((stop) => stop()));
    await queue.stop();
    await store.close();
    await database.drop();
  });

  /** A page that is followed and due now. */
  async function followed(url: string): Promise<PageId> {
    world.web.set(url, `<title>${url}</title><p class=news>First</p>`);
    const view = await world.follow(await world.addPerson(), { kind: "css", selector: ".news" }, {}, { url });
    return view.page.id;
  }

  async function putIn(id: PageId): Promise<void> {
    const page = await store.queue.ask(id, Date.now());
    await queue.send([{ page: page!, isAsked: false }]);
  }

  interface Worker {
    readonly outcomes: Map<string, CheckOutcome[]>;
    stop(): Promise<void>;
  }

  function startWorker(capture: CapturePage, pool: Pool = "plain"): Worker {
    const outcomes = new Map<string, CheckOutcome[]>();
    const schedule = new Schedule(
      { ...world.parts, now: Date.now, capture },
      {
        holder: `work:${stops.length}`,
        concurrency: 4,
        leaseMs: 30_000,
        source: new QueueClaims({ store, queue, pool, now: Date.now, freeAt: () => 0 }),
        onChecked: ({ pageId }, outcome) => outcomes.set(pageId, [...(outcomes.get(pageId) ?? []), outcome]),
      },
    );
    schedule.start();
    stops.push(() => schedule.stop());
    return { outcomes, stop: () => schedule.stop() };
  }

  test("checks every due page once, no page and no host twice at a time, and settles the queue", async () => {
    const pages: PageId[] = [];
    for (let each = 0; each < 12; each++) pages.push(await followed(`https://h${each % 4}.example/${each}`));
    const visiting = new Map<string, number>();
    let most = 0;
    const capture: CapturePage = async (order) => {
      const { host } = new URL(order.source.url);
      visiting.set(host, (visiting.get(host) ?? 0) + 1);
      most = Math.max(most, visiting.get(host)!);
      // a visit takes a while, so that two of them at a time would be seen
      await sleep(5);
      const captured = await world.web.capture(order);
      visiting.set(host, visiting.get(host)! - 1);
      return captured;
    };
    const workers = [startWorker(capture), startWorker(capture)];
    fleet.dispatcher.start();
    const checked = () => workers.flatMap(({ outcomes }) => [...outcomes].flatMap(([id, all]) => all.map(() => id)));
    await expect.poll(() => new Set(checked()).size, PATIENCE).toBe(pages.length);
    expect(checked()).toHaveLength(pages.length);
    expect(most).toBe(1);
    await expect.poll(async () => (await store.queue.depth()) === 0, PATIENCE).toBe(true);
    await fleet.dispatcher.stop();
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  test("a plain worker hands a page that must be rendered to one with a browser", async () => {
    const id = await followed("https://rendered.example/");
    await putIn(id);
    const plain = startWorker(async () => {
      throw new NeedsBrowser("must be rendered");
    });
    const browser = startWorker(world.web.capture, "browser");
    await expect.poll(() => browser.outcomes.get(id)?.length, PATIENCE).toBe(1);
    await Promise.all([plain.stop(), browser.stop()]);
  });

  test("somebody who waits gets a check at once, done by a worker", async () => {
    const url = "https://asked.example/";
    world.web.set(url, "<p>Hello</p>");
    const person = await world.addPerson();
    const page = await store.pages.ensure(PageSource.parse({ url }), person.id, Date.now());
    const worker = startWorker(world.web.capture);
    await captureNow(page.id, { ...world.parts, checkElsewhere: fleet.checkElsewhere });
    expect((await store.pages.findForCheck(page.id))?.latestCaptureId).not.toBeNull();
    expect(worker.outcomes.get(page.id)).toEqual([{ kind: "checked", page: "page", changes: 0, isLayoutLost: false }]);
    await worker.stop();
  });

  test("whoever opens a page gets it raw first, and a browser worker is not asked before that is wanted", async () => {
    const url = "https://opened.example/";
    const words = "<p>Enough words to be read before any script has run.</p>".repeat(6);
    world.web.set(url, `<title>Chart</title>${words}<canvas></canvas><script src=a.js></script>`);
    const source = PageSource.parse({ url });
    const person = await world.addPerson();
    const workers = [startWorker(world.web.capture), startWorker(world.web.capture, "browser")];
    const request = { personId: person.id, source, onStage: () => undefined };
    const parts = { ...world.parts, checkElsewhere: fleet.checkElsewhere };
    const raw = await openPage(request, parts);
    expect(raw).toMatchObject({ capture: { fetcher: "http" }, page: { fetcher: { reason: "made-by-scripts" } } });
    expect(workers[1]!.outcomes.size).toBe(0);
    const rendered = await openPage(request, parts);
    expect(rendered).toMatchObject({ capture: { fetcher: "browser" } });
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  test("whoever waits goes first, also where the page is in the queue already", async () => {
    const pages: PageId[] = [];
    for (let each = 0; each < 5; each++) pages.push(await followed(`https://priority${each}.example/`));
    for (const id of pages) await putIn(id);
    const last = pages.at(-1)!;
    await queue.bringForward((await store.queue.ask(last, Date.now()))!);
    const [first] = await queue.take("plain", 1);
    expect(first).toMatchObject({ pageId: last, isAsked: true });
    const rest = await queue.take("plain", 10);
    expect(rest.map(({ pageId }) => pageId).sort()).toEqual(pages.slice(0, -1).sort());
    await queue.complete([first!, ...rest]);
  });

  test("people take turns, whether they wait or their pages are merely due", async () => {
    const [mallory, ada] = [await world.addPerson(), await world.addPerson()];
    const takeAll = async (): Promise<readonly CheckJob[]> => {
      const jobs: CheckJob[] = [];
      for (let [job] = await queue.take("plain", 1); job; [job] = await queue.take("plain", 1)) jobs.push(job);
      await queue.complete(jobs);
      return jobs;
    };
    const pages: Page[] = [];
    for (let each = 0; each < 4; each++) {
      const id = await followed(`https://turn${each}.example/`);
      pages.push((await store.queue.ask(id, Date.now()))!);
    }
    const [own, ...many] = pages.map((page) => ({ page, isAsked: false }));
    await queue.send(many.map((order, at) => ({ ...order, place: at + 1 })));
    await queue.send([{ ...own!, place: 1 }]);
    expect((await takeAll()).map(({ pageId }) => pageId).indexOf(own!.page.id)).toBe(1);
    for (const [at, { page }] of many.entries()) await queue.bringForward(page, { holder: mallory.id, place: at + 1 });
    await queue.bringForward(own!.page, { holder: ada.id, place: 1 });
    const asked = await takeAll();
    expect(asked.map(({ holder }) => holder)).toEqual([mallory.id, ada.id, mallory.id, mallory.id]);
  });

  test("a page that is always rendered waits for the workers with a browser, and for nobody else", async () => {
    const person = await world.addPerson();
    const source = PageSource.parse({ url: "https://always-rendered.example/", fetcher: "browser" });
    const { id } = await store.pages.ensure(source, person.id, Date.now());
    await putIn(id);
    expect(await queue.take("plain", 10)).toEqual([]);
    const jobs = await queue.take("browser", 10);
    expect(jobs).toMatchObject([{ pageId: id, pool: "browser" }]);
    expect(await queue.counts()).toMatchObject({ plain: { waiting: 0 }, browser: { active: 1 } });
    await queue.complete(jobs);
  });

  test("what a worker could not finish when it had to stop is done by another", async () => {
    const id = await followed("https://slow.example/");
    await putIn(id);
    const started = Promise.withResolvers<void>();
    const never = Promise.withResolvers<never>();
    const capture = () => {
      started.resolve();
      return never.promise;
    };
    const parts = { ...world.parts, now: Date.now, capture };
    const source = new QueueClaims({ store, queue, pool: "plain", now: Date.now, freeAt: () => 0 });
    const slow = new Schedule(parts, { holder: "work:slow", concurrency: 4, leaseMs: 30_000, source });
    slow.start();
    await started.promise;
    await slow.stop(1);
    const quick = startWorker(world.web.capture);
    await expect.poll(() => quick.outcomes.get(id)?.length, PATIENCE).toBe(1);
    await quick.stop();
  });

  test("a check that failed is tried again later, and ends as a dead letter when that did not help", async () => {
    const id = await followed("https://broken.example/");
    const page = (await store.pages.findForCheck(id))!;
    const request = { limit: 5, leaseMs: 30_000, holder: "work:bad" };
    const failOnce = async (sender: CheckQueue): Promise<void> => {
      await store.queue.ask(id, Date.now());
      await sender.send([{ page, isAsked: false }]);
      const source = new QueueClaims({ store, queue: sender, pool: "plain", now: Date.now, freeAt: () => 0 });
      const [claim] = await source.claim({ ...request, now: Date.now() });
      expect(claim?.pageId).toBe(id);
      await source.fail(claim!, new Error("out of luck"));
      expect(await source.claim({ ...request, now: Date.now() })).toEqual([]);
    };
    const impatient = await CheckQueue.of({ url: database.url, onError: () => undefined, retries: 0 });
    await impatient.start();
    await failOnce(impatient);
    await impatient.stop();
    const [letter] = await queue.deadLetters(10);
    expect(letter).toMatchObject({ pageId: id, error: "out of luck", attempts: 1 });
    expect((await store.pages.findForCheck(id))?.dueAt).toBeGreaterThan(Date.now());
    expect(await queue.removeDeadLetter(letter!.id)).toEqual(letter);
    expect(await queue.removeDeadLetter(letter!.id)).toBeNull();
    await failOnce(queue);
    expect(await queue.deadLetters(10)).toEqual([]);
  });
});
