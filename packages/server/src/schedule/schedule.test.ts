import { afterEach, beforeEach, expect, test } from "vitest";
import type { CaptureOrder, CapturePage } from "../check/capture.ts";
import { type CheckWorld, MINUTE, openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import type { TraceWorkers } from "../workers/trace-workers.ts";
import { Schedule } from "./schedule.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
  world.web.set(URL_OF_PAGE, "<body><p>one</p>");
});
afterEach(async () => {
  await world.store.close();
});

const BODY = { kind: "css" as const, selector: "p" };

test("what is due is checked without being asked, and again when its time comes", async () => {
  const ada = await world.addPerson();
  const view = await world.follow(ada, BODY);
  let now = world.now() + 1;
  const schedule = new Schedule({ ...world.parts, now: () => now }, { holder: "serve:test" });
  schedule.start();
  schedule.start();
  const looks = async () => (await world.store.follows.find(ada.id, view.follow.id))?.latest?.looks;
  await expect.poll(looks).toBe(2);
  now += 11 * MINUTE;
  schedule.wake();
  await expect.poll(looks).toBe(3);
  await schedule.stop();
  await schedule.stop();
  expect(schedule.underWay).toBe(0);
});

test("a check that throws is postponed, and does not stop the others", async () => {
  const ada = await world.addPerson();
  const view = await world.follow(ada, BODY);
  const failures: unknown[] = [];
  const broken = { ...world.parts, capture: () => Promise.reject(new Error("broken")) };
  const schedule = new Schedule(broken, { holder: "serve:test", onFailure: (_, failure) => failures.push(failure) });
  schedule.start();
  await expect.poll(() => failures).toHaveLength(1);
  await expect
    .poll(async () => (await world.store.pages.findForCheck(view.page.id))?.dueAt)
    .toBe(world.now() + 5 * MINUTE);
  await schedule.stop();
});

test("boxes that do not fit the tree of their page are reported, and its blocks traced without them", async () => {
  const ada = await world.addPerson();
  const { page, follow } = await world.follow(ada, BODY);
  world.web.set(URL_OF_PAGE, "<body><p>two</p>");
  const { workers } = world.parts;
  const layout = new Uint8Array(16);
  const misfit: TraceWorkers = {
    ...workers,
    tracePage: (job) => workers.tracePage({ ...job, layout }),
    forPerson: () => misfit,
    onBehalfOf: () => misfit,
  };
  const failures: unknown[] = [];
  const onFailure = (_: unknown, failure: unknown) => failures.push(failure);
  const schedule = new Schedule({ ...world.parts, workers: misfit }, { holder: "serve:test", onFailure });
  schedule.start();
  await expect.poll(() => failures).toMatchObject([{ message: expect.stringContaining(page.id) }]);
  await schedule.stop();
  const after = await world.store.follows.find(ada.id, follow.id);
  expect(after?.latest).toMatchObject({ excerpt: "two", verdict: { kind: "found" } });
});

test("stopping waits for what is under way and gives back what takes too long", async () => {
  const ada = await world.addPerson();
  const view = await world.follow(ada, BODY);
  let isAsked = false;
  const capture = () => {
    isAsked = true;
    return new Promise<never>(() => undefined);
  };
  const schedule = new Schedule({ ...world.parts, capture }, { holder: "serve:test" });
  schedule.start();
  await expect.poll(() => isAsked).toBe(true);
  await schedule.stop(20);
  const request = { now: world.now(), leaseMs: MINUTE, holder: "serve:other" };
  expect(await world.store.checks.claimPage(view.page.id, request)).not.toBeNull();
});

test("claims left behind by a process that died are taken up at the next start", async () => {
  const ada = await world.addPerson();
  const view = await world.follow(ada, BODY);
  const request = { now: world.now(), limit: 9, leaseMs: 60 * MINUTE, holder: "serve:dead" };
  expect(await world.store.checks.claim(request)).toHaveLength(1);
  await world.store.checks.releaseHeldBy("serve:");
  const schedule = new Schedule(world.parts, { holder: "serve:test" });
  schedule.start();
  await expect.poll(async () => (await world.store.follows.find(ada.id, view.follow.id))?.latest?.looks).toBe(2);
  await schedule.stop();
});

test("slow pages of one person leave others a place, and each check is in somebody's turn", async () => {
  const [mallory, ada] = [await world.addPerson(), await world.addPerson()];
  for (let at = 0; at < 9; at++) {
    const url = `https://slow${at}.example/`;
    world.web.set(url, "<body><p>slow</p>");
    await world.follow(mallory, BODY, {}, { url });
  }
  const view = await world.follow(ada, BODY);
  const slow = Promise.withResolvers<void>();
  const orders: CaptureOrder[] = [];
  const capture: CapturePage = async (order) => {
    orders.push(order);
    if (order.holder === mallory.id) await slow.promise;
    return world.parts.capture(order);
  };
  const now = world.now() + MINUTE;
  const schedule = new Schedule({ ...world.parts, capture, now: () => now }, { holder: "serve:test", concurrency: 4 });
  schedule.start();
  const looks = async () => (await world.store.follows.find(ada.id, view.follow.id))?.latest?.looks;
  await expect.poll(looks).toBe(2);
  expect(orders.filter(({ holder }) => holder === mallory.id)).toHaveLength(3);
  expect(orders.every(({ inBackground }) => inBackground)).toBe(true);
  slow.resolve();
  await schedule.stop();
});
