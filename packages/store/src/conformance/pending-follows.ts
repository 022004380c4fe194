/** What every store promises about wishes. */
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { addPerson, aPendingFollow, HOLDER, MINUTE, NOON } from "./samples.ts";

export function describePendingFollows(open: () => Promise<Store>): void {
  describe("wishes", () => {
    test("are claimed once, tried again, stuck, hastened and granted", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const wish = aPendingFollow(ada);
      await store.wishes.add([wish]);
      const claim = (now: number) => store.wishes.claim({ ...HOLDER, now, limit: 1_000 });
      const [first] = await claim(NOON);
      expect(first?.wish).toEqual(wish);
      expect(await claim(NOON)).toEqual([]);
      const again = { kind: "again", dueAt: NOON + MINUTE, error: "timeout" } as const;
      expect(await store.wishes.settle(first!, again)).toBe(true);
      expect(await store.wishes.settle(first!, { kind: "granted" })).toBe(false);
      const [second] = await claim(NOON + MINUTE);
      expect(second?.wish).toMatchObject({ attempts: 1, error: "timeout" });
      await store.wishes.settle(second!, { kind: "stuck", error: "not on the page" });
      expect(await claim(NOON + 9 * MINUTE)).toEqual([]);
      expect((await store.wishes.list(ada.id, { limit: 9 })).items).toMatchObject([{ dueAt: null, attempts: 2 }]);
      expect(await store.wishes.bringForward(ada.id, wish.id, NOON)).toBe(true);
      const [third] = await claim(NOON + 9 * MINUTE);
      expect(await store.wishes.settle(third!, { kind: "granted" })).toBe(true);
      expect((await store.wishes.list(ada.id, { limit: 9 })).items).toEqual([]);
    });

    test("are nobody else's, and go with their person", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const wish = aPendingFollow(ada);
      await store.wishes.add([wish, aPendingFollow(ada, { dueAt: null })]);
      expect((await store.wishes.list(bob.id, { limit: 9 })).items).toEqual([]);
      expect(await store.wishes.bringForward(bob.id, wish.id, NOON)).toBe(false);
      expect(await store.wishes.remove(bob.id, wish.id)).toBe(false);
      const slice = await store.wishes.list(ada.id, { limit: 1 });
      expect(slice.items).toHaveLength(1);
      expect((await store.wishes.list(ada.id, { limit: 9, after: slice.next ?? undefined })).items).toHaveLength(1);
      await store.people.remove(ada.id);
      expect((await store.wishes.list(ada.id, { limit: 9 })).items).toEqual([]);
    });

    test("come all or none", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const wish = aPendingFollow(ada);
      await expect(store.wishes.add([wish, wish])).rejects.toThrow();
      expect((await store.wishes.list(ada.id, { limit: 9 })).items).toEqual([]);
    });
  });
}
