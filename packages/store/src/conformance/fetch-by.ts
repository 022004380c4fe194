/** What every store promises about a page that a person wants fetched otherwise. */
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { join } from "./follows.ts";
import { addPerson, claimNow, followSomething, MINUTE, NOON } from "./samples.ts";

export function describeFetchBy(open: () => Promise<Store>): void {
  describe("fetching a page otherwise", () => {
    test("what is followed goes on with its history, and is due at once", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { view, page, capture } = await followSomething(store, ada);
      const there = await store.follows.fetchBy(ada.id, page.id, { patch: { fetcher: "browser" }, now: NOON + MINUTE });
      expect(there).toMatchObject({
        source: { url: page.source.url, fetcher: "browser" },
        fetcher: { fetcher: "browser", reason: "asked" },
        dueAt: NOON + MINUTE,
      });
      const now = await store.follows.find(ada.id, view.follow.id);
      expect(now).toMatchObject({ page: { id: there?.id }, block: { id: view.block.id }, latest: view.latest });
      expect(await store.captures.find(ada.id, capture.id)).not.toBeNull();
      expect((await store.checks.load(await claimNow(store, there!)))?.blocks).toHaveLength(1);
      expect((await store.checks.load(await claimNow(store, page)))?.blocks).toHaveLength(0);
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    });

    test("back again it is the page that it was", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { view, page } = await followSomething(store, ada);
      const there = await store.follows.fetchBy(ada.id, page.id, { patch: { fetcher: "http" }, now: NOON });
      expect(await store.follows.fetchBy(ada.id, there!.id, { patch: { fetcher: "auto" }, now: NOON })).toMatchObject({
        id: page.id,
      });
      expect((await store.follows.find(ada.id, view.follow.id))?.page.id).toBe(page.id);
    });

    test("others who follow the same block stay where they are", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      const joined = await join(store, bob, followed);
      const there = await store.follows.fetchBy(ada.id, followed.page.id, { patch: { fetcher: "browser" }, now: NOON });
      const [hers, his] = [
        await store.follows.find(ada.id, followed.view.follow.id),
        await store.follows.find(bob.id, joined.view.follow.id),
      ];
      expect([hers?.page.id, his?.page.id]).toEqual([there?.id, followed.page.id]);
      expect(hers?.block.id).not.toBe(his?.block.id);
      expect((await store.observations.of(ada.id, followed.view.follow.id, { limit: 9 })).items).toHaveLength(1);
    });

    test("only who follows something there can say so", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const { page } = await followSomething(store, ada);
      expect(await store.follows.fetchBy(bob.id, page.id, { patch: { fetcher: "browser" }, now: NOON })).toBeNull();
    });
  });
}
