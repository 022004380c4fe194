/** What every store promises to whoever waits beside somebody with very much. */
import type { Page, Person } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import {
  aCheck,
  addPerson,
  aPendingFollow,
  aSource,
  claimNow,
  followSomething,
  HOLDER,
  MINUTE,
  NOON,
  unique,
} from "./samples.ts";

export function describeTurns(open: () => Promise<Store>): void {
  async function follows(
    store: Store,
    person: Person,
    { count, now, host }: { count: number; now: number; host?: string },
  ) {
    const pages: Page[] = [];
    for (let at = 0; at < count; at++) {
      const source = aSource(host && `https://${host}/${unique("page")}`);
      pages.push((await followSomething(store, person, { source, now })).page);
    }
    return pages;
  }

  describe("turns", () => {
    test("one due page of somebody is claimed beside the many of another that have been due for longer", async () => {
      const store = await open();
      const [mallory, ada] = [await addPerson(store), await addPerson(store)];
      await follows(store, mallory, { count: 12, now: NOON - MINUTE });
      const [page] = await follows(store, ada, { count: 1, now: NOON });
      const claims = await store.checks.claim({ ...HOLDER, now: NOON, limit: 2 });
      expect(claims.map(({ turn }) => turn)).toEqual(expect.arrayContaining([mallory.id, ada.id]));
      expect(claims.map(({ pageId }) => pageId)).toContain(page?.id);
    });

    test("who has less under way comes first, and nobody has more than their share", async () => {
      const store = await open();
      const [mallory, ada] = [await addPerson(store), await addPerson(store)];
      await follows(store, mallory, { count: 6, now: NOON - MINUTE });
      const share = { ...HOLDER, now: NOON, limit: 9, perPerson: 3 };
      expect(await store.checks.claim(share)).toHaveLength(3);
      expect(await store.checks.claim(share)).toEqual([]);
      await follows(store, ada, { count: 2, now: NOON });
      const next = await store.checks.claim({ ...HOLDER, now: NOON, limit: 3 });
      expect(next.map(({ turn }) => turn)).toEqual([ada.id, ada.id, mallory.id]);
    });

    test("on one host as well", async () => {
      const store = await open();
      const [mallory, ada] = [await addPerson(store), await addPerson(store)];
      const host = `${unique("shared")}.example`;
      const theirs = await follows(store, mallory, { count: 4, now: NOON - MINUTE, host });
      const [page] = await follows(store, ada, { count: 1, now: NOON, host });
      const all = new Map([...theirs, page!].map((each) => [each.id, each]));
      const turns: (string | null)[] = [];
      for (let round = 0; round < 2; round++) {
        const [claim, ...others] = await store.checks.claim({ ...HOLDER, now: NOON, limit: 9 });
        expect(others).toEqual([]);
        turns.push(claim!.turn);
        await store.checks.record(claim!, aCheck(all.get(claim!.pageId)!, { now: NOON, dueAt: null }));
      }
      expect(new Set(turns)).toEqual(new Set([mallory.id, ada.id]));
    });

    test("a page is in the turn of somebody who follows little, for as long as they follow it", async () => {
      const store = await open();
      const [mallory, ada] = [await addPerson(store), await addPerson(store)];
      const source = aSource();
      const turnOf = async (page: Page): Promise<string | null> => {
        const claim = await claimNow(store, page, NOON);
        await store.checks.release([claim]);
        return claim.turn;
      };
      await follows(store, mallory, { count: 3, now: NOON });
      const { page } = await followSomething(store, mallory, { source, now: NOON });
      expect(await turnOf(page)).toBe(mallory.id);
      const { view } = await followSomething(store, ada, { source, now: NOON });
      expect(await turnOf(page)).toBe(ada.id);
      // following the same does not take it away
      await followSomething(store, mallory, { source, now: NOON });
      expect(await turnOf(page)).toBe(ada.id);
      await store.follows.remove(ada.id, view.follow.id, NOON);
      expect(await turnOf(page)).toBe(mallory.id);
      await store.follows.restore(ada.id, view.follow.id, NOON);
      expect(await turnOf(page)).toBe(ada.id);
    });

    test("imports of one person do not keep those of another waiting", async () => {
      const store = await open();
      const [mallory, ada] = [await addPerson(store), await addPerson(store)];
      const dueAt = NOON - MINUTE;
      await store.wishes.add(Array.from({ length: 150 }, () => aPendingFollow(mallory, { dueAt })));
      await store.wishes.add([aPendingFollow(ada, { dueAt: NOON })]);
      const request = { ...HOLDER, now: NOON, limit: 4, perPerson: 3 };
      const first = await store.wishes.claim(request);
      const people = first.map(({ wish }) => wish.personId);
      expect(people.filter((id) => id === mallory.id)).toHaveLength(3);
      expect(people.filter((id) => id === ada.id)).toHaveLength(1);
      expect(await store.wishes.claim(request)).toEqual([]);
    });

    test("a fleet puts pages into its queue in turns, each with its place", async () => {
      const store = await open();
      const [mallory, ada] = [await addPerson(store), await addPerson(store)];
      await follows(store, mallory, { count: 8, now: NOON - MINUTE });
      const [page] = await follows(store, ada, { count: 1, now: NOON });
      const request = { now: NOON, limit: 4, staleMs: MINUTE };
      const queued = await store.queue.enqueue(request);
      expect(queued.find((each) => each.page.id === page?.id)?.place).toBe(1);
      expect(queued.map(({ place }) => place).sort()).toEqual([1, 1, 2, 3]);
      const more = await store.queue.enqueue(request);
      expect(more.map(({ place }) => place)).toEqual([4, 5, 6, 7]);
    });
  });
}
