/** What every store promises about what was read of a feed. */
import type { FollowId, Person } from "@tessera/model";
import { describe, expect, test } from "vitest";
import { MAX_READ_ITEMS } from "../contract/read-item-records.ts";
import type { Store } from "../contract/store.ts";
import { addPerson, followSomething, MINUTE, NOON } from "./samples.ts";

async function followed(store: Store, person: Person): Promise<FollowId> {
  return (await followSomething(store, person)).view.follow.id;
}

export function describeReadItems(open: () => Promise<Store>): void {
  describe("read items", () => {
    test("are marked, marked again and unmarked, each follow for itself", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const [one, other] = [await followed(store, ada), await followed(store, ada)];
      const mark = (items: string[], isRead = true) =>
        store.readItems.mark(ada.id, one, { items, isRead, by: ada.id, now: NOON });
      expect(await mark(["a", "b"])).toBe(true);
      expect(await mark(["b", "c"])).toBe(true);
      expect(await mark(["a", "never"], false)).toBe(true);
      const read = await store.readItems.of(ada.id, [one, other], { by: ada.id });
      expect([...(read.get(one) ?? [])].sort()).toEqual(["b", "c"]);
      expect(read.get(other)).toEqual(new Set());
    });

    test("are nobody else's, and go with the follow and the person", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const id = await followed(store, ada);
      const marks = { items: ["a"], isRead: true, by: ada.id, now: NOON };
      const of = async (owner: Person) => store.readItems.of(owner.id, [id], { by: owner.id });
      expect(await store.readItems.mark(bob.id, id, marks)).toBe(false);
      expect(await store.readItems.mark(ada.id, id, marks)).toBe(true);
      expect(await of(bob)).toEqual(new Map());
      await store.follows.remove(ada.id, id, NOON);
      expect(await of(ada)).toEqual(new Map());
      expect(await store.readItems.mark(ada.id, id, marks)).toBe(false);
      await store.follows.restore(ada.id, id, NOON);
      expect((await of(ada)).get(id)).toEqual(new Set(["a"]));
      await store.people.remove(ada.id);
      expect(await of(ada)).toEqual(new Map());
    });

    test("belong to whoever reads: what another person reads of a shared feed changes nothing of its owner's", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const id = await followed(store, ada);
      const mark = (by: Person, items: string[], isRead = true) =>
        store.readItems.mark(ada.id, id, { items, isRead, by: by.id, now: NOON });
      const readBy = async (by: Person) =>
        [...((await store.readItems.of(ada.id, [id], { by: by.id })).get(id) ?? ["none"])].sort();
      await mark(ada, ["a"]);
      await mark(bob, ["b", "c"]);
      await mark(bob, ["a", "c"], false);
      expect([await readBy(ada), await readBy(bob)]).toEqual([["a"], ["b"]]);
      await mark(ada, ["a"], false);
      expect([await readBy(ada), await readBy(bob)]).toEqual([[], ["b"]]);
      await store.people.remove(bob.id);
      expect(await readBy(bob)).toEqual([]);
    });

    test("begin with what is there when somebody first looks, once, also where all of it was marked as unread since", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const id = await followed(store, ada);
      const begin = (items: string[]) => store.readItems.begin(ada.id, id, { items, by: bob.id, now: NOON });
      const read = async () => (await store.readItems.of(ada.id, [id], { by: bob.id })).get(id);
      await store.readItems.mark(ada.id, id, { items: ["z"], isRead: true, by: ada.id, now: NOON });
      await begin(["a"]);
      await begin(["a", "b"]);
      expect(await read()).toEqual(new Set(["a"]));
      await store.readItems.mark(ada.id, id, { items: ["a"], isRead: false, by: bob.id, now: NOON });
      await begin(["a"]);
      expect(await read()).toEqual(new Set());
      await store.readItems.begin(bob.id, id, { items: ["x"], by: bob.id, now: NOON });
      expect(await read()).toEqual(new Set());
    });

    test("are as many as any feed has, the latest", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const id = await followed(store, ada);
      const many = Array.from({ length: MAX_READ_ITEMS }, (_, at) => `old ${at}`);
      await store.readItems.mark(ada.id, id, { items: many, isRead: true, by: ada.id, now: NOON });
      await store.readItems.mark(ada.id, id, {
        ...{ items: ["new 1", "new 2"], isRead: true, by: ada.id, now: NOON + MINUTE },
      });
      const read = (await store.readItems.of(ada.id, [id], { by: ada.id })).get(id);
      expect(read?.size).toBe(MAX_READ_ITEMS);
      expect(read?.has("new 1") && read.has("new 2")).toBe(true);
    });
  });
}
