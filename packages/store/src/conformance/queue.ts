/** The queue of a fleet: a page waits once, is claimed with its host, and a job that comes twice is checked once. */
import { newId, type Page, PageId } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { aCheck, addPerson, aSource, followSomething, HOLDER, MINUTE, NOON, unique } from "./samples.ts";

const SOON = NOON + MINUTE;
const ENQUEUE = { now: SOON, limit: 10_000, staleMs: 10 * MINUTE };
const CLAIM = { ...HOLDER, now: SOON };

export function describeQueue(open: () => Promise<Store>): void {
  describe("the queue", () => {
    async function queued(store: Store, url?: string) {
      const { page } = await followSomething(store, await addPerson(store), { source: aSource(url) });
      await store.queue.enqueue(ENQUEUE);
      return page;
    }

    test("takes a due page once, until it is recorded or has waited for too long", async () => {
      const store = await open();
      const { page } = await followSomething(store, await addPerson(store));
      const ids = async (now: number) =>
        (await store.queue.enqueue({ ...ENQUEUE, now })).map((each) => each.page.id as string);
      expect(await store.queue.depth()).toBe(0);
      expect(await ids(SOON)).toEqual([page.id]);
      expect(await store.queue.depth()).toBe(1);
      expect(await ids(SOON)).toEqual([]);
      expect(await ids(SOON + ENQUEUE.staleMs)).toEqual([page.id]);
      const { claims } = await store.queue.claim([page.id], CLAIM);
      expect(await store.checks.record(claims[0]!, aCheck(page, { dueAt: NOON }))).toBe(true);
      expect(await ids(SOON)).toEqual([]);
      await store.queue.leave([{ visit: claims[0]!, freeAt: SOON }]);
      expect(await ids(SOON)).toEqual([page.id]);
    });

    test("takes one due page of a host, and the next when that was visited and may be again", async () => {
      const store = await open();
      const host = `https://${unique("host")}.example`;
      const ada = await addPerson(store);
      const pages: Page[] = [];
      for (const path of ["a", "b", "c"])
        pages.push((await followSomething(store, ada, { source: aSource(`${host}/${path}`) })).page);
      const ids = async (now: number) => (await store.queue.enqueue({ ...ENQUEUE, now })).map(({ page }) => page.id);
      const [first, ...rest] = await ids(SOON);
      expect(rest).toEqual([]);
      expect(await ids(SOON)).toEqual([]);
      const { claims } = await store.queue.claim([first!], CLAIM);
      await store.checks.record(claims[0]!, aCheck(pages.find((page) => page.id === first)!));
      await store.queue.leave([{ visit: claims[0]!, freeAt: SOON + 1_000 }]);
      expect(await ids(SOON + 999)).toEqual([]);
      const [second, ...others] = await ids(SOON + 1_000);
      expect(others).toEqual([]);
      expect(second).not.toBe(first);
    });

    test("a promise to a page in the queue holds nobody back who comes first", async () => {
      const store = await open();
      const host = `https://${unique("host")}.example`;
      const waiting = await queued(store, `${host}/waiting`);
      const asked = await store.pages.ensure(aSource(`${host}/asked`), (await addPerson(store)).id, NOON);
      await store.queue.ask(asked.id, SOON);
      expect((await store.queue.claim([asked.id], CLAIM)).claims).toHaveLength(1);
      expect((await store.queue.claim([waiting.id], CLAIM)).busy).toEqual([waiting.id]);
    });

    test("gives a page to one worker, with a claim that records", async () => {
      const store = await open();
      const page = await queued(store);
      const [one, two] = await Promise.all([
        store.queue.claim([page.id], CLAIM),
        store.queue.claim([page.id], { ...CLAIM, holder: "work:other" }),
      ]);
      expect(one.claims.length + two.claims.length).toBe(1);
      expect([...one.busy, ...two.busy]).toEqual([page.id]);
      const [claim] = [...one.claims, ...two.claims];
      expect(claim).toMatchObject({ pageId: page.id, host: page.host, isAsked: false, dueAt: NOON });
      expect(await store.checks.record(claim!, aCheck(page))).toBe(true);
      expect(await store.queue.claim([page.id], CLAIM)).toEqual({ claims: [], busy: [], done: [page.id] });
    });

    test("lets one page of a host out at a time, and the next when the host may be visited again", async () => {
      const store = await open();
      const host = `https://${unique("host")}.example`;
      const pages = [await queued(store, `${host}/a`), await queued(store, `${host}/b`)];
      for (const page of pages) await store.queue.ask(page.id, SOON);
      const ids = pages.map((page) => page.id);
      const first = await store.queue.claim(ids, CLAIM);
      expect([first.claims.length, first.busy.length]).toEqual([1, 1]);
      const [claim] = first.claims;
      const left = ids.filter((id) => id !== claim!.pageId);
      expect((await store.queue.claim(left, CLAIM)).busy).toEqual(left);
      await store.checks.record(claim!, aCheck(pages[0]!));
      await store.queue.leave([{ visit: claim!, freeAt: SOON + 999.5 }]);
      expect((await store.queue.claim(left, { ...CLAIM, now: SOON + 999 })).busy).toEqual(left);
      expect((await store.queue.claim(left, { ...CLAIM, now: SOON + 1_000 })).claims).toHaveLength(1);
    });

    test("a host that a redirect leads to is visited by one at a time as well", async () => {
      const store = await open();
      const page = await queued(store);
      const { claims } = await store.queue.claim([page.id], CLAIM);
      expect(await store.queue.visit(page.host, CLAIM)).toBeNull();
      await store.queue.leave([{ visit: claims[0]!, freeAt: SOON + 1_000 }]);
      expect(await store.queue.visit(page.host, { ...CLAIM, now: SOON + 999 })).toBeNull();
      const visit = await store.queue.visit(page.host, { ...CLAIM, now: SOON + 1_000 });
      expect(visit).toMatchObject({ host: page.host });
      expect(await store.queue.visit(page.host, { ...CLAIM, now: SOON + 1_000 })).toBeNull();
      await store.queue.leave([{ visit: visit!, freeAt: SOON + 2_000 }]);
      expect(await store.queue.visit(page.host, { ...CLAIM, now: SOON + 2_000 })).not.toBeNull();
    });

    test("claims end with their time unless they are renewed, for page and host alike", async () => {
      const store = await open();
      const page = await queued(store);
      const { claims } = await store.queue.claim([page.id], CLAIM);
      await store.queue.renew(claims, SOON + 2 * MINUTE);
      expect((await store.queue.claim([page.id], { ...CLAIM, now: SOON + MINUTE })).busy).toEqual([page.id]);
      const later = await store.queue.claim([page.id], { ...CLAIM, now: SOON + 2 * MINUTE });
      expect(later.claims).toHaveLength(1);
      expect(await store.checks.record(claims[0]!, aCheck(page))).toBe(false);
    });

    test("a claim that is given back waits on, one that is postponed does not", async () => {
      const store = await open();
      const page = await queued(store);
      const { claims } = await store.queue.claim([page.id], CLAIM);
      await store.checks.release(claims);
      await store.queue.leave([{ visit: claims[0]!, freeAt: SOON }]);
      const again = await store.queue.claim([page.id], CLAIM);
      expect(again.claims).toHaveLength(1);
      await store.checks.release(again.claims, SOON + MINUTE);
      expect((await store.queue.claim([page.id], CLAIM)).done).toEqual([page.id]);
    });

    test("takes a page that somebody asks for, due or not, and none that does not exist", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const page = await store.pages.ensure(aSource(), ada.id, NOON);
      expect(await store.queue.ask(page.id, SOON)).toMatchObject({ id: page.id });
      expect((await store.queue.claim([page.id], CLAIM)).claims).toHaveLength(1);
      const unknown = newId(PageId, NOON);
      expect(await store.queue.ask(unknown, SOON)).toBeNull();
      expect((await store.queue.claim([unknown], CLAIM)).done).toEqual([unknown]);
    });
  });
}
