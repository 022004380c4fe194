/** What every store promises about how much one person may have. */
import { newId, type Person, type Session, SessionId, type Token, TokenId } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { CountedCap } from "../contract/instance-records.ts";
import type { Store } from "../contract/store.ts";
import { CapReached } from "../contract/store-failure.ts";
import { aChannel, addPerson, aPendingFollow, aSheet, aTile, DAY, followSomething, NOON, unique } from "./samples.ts";

const LIMIT = 3;

function aToken(person: Person): Token {
  const secretHash = unique("token");
  const times = { createdAt: NOON, lastUsedAt: null, expiresAt: null, revokedAt: null };
  return { id: newId(TokenId, NOON), personId: person.id, name: "t", secretHash, scopes: ["read"], ...times };
}

function aSession(person: Person, lastSeenAt: number): Session {
  const from = { userAgent: "test", address: "127.0.0.1", secretHash: unique("session") };
  const times = { createdAt: NOON, lastSeenAt, expiresAt: NOON + DAY };
  return { id: newId(SessionId, NOON), personId: person.id, ...from, ...times };
}

/** Adds one more of each; tiles onto a sheet that is made for the purpose. */
const ADD: Readonly<Record<CountedCap, (store: Store, person: Person) => Promise<() => Promise<unknown>>>> = {
  follows: async (store, person) => () => followSomething(store, person),
  wishes: async (store, person) => () => store.wishes.add([aPendingFollow(person)]),
  sheets: async (store, person) => () => store.sheets.add(aSheet(person)),
  channels: async (store, person) => () => store.channels.add(aChannel(person)),
  tokens: async (store, person) => () => store.tokens.add(aToken(person)),
  tiles: async (store, person) => {
    const sheet = aSheet(person);
    await store.sheets.add(sheet);
    const { view } = await followSomething(store, person);
    return () => store.tiles.add(person.id, aTile(sheet, view.follow));
  },
};
const CAPS = Object.keys(ADD) as CountedCap[];

export function describeCaps(open: () => Promise<Store>): void {
  describe("caps", () => {
    /** A store in which nobody has more than a few of anything. */
    async function openCapped(): Promise<Store> {
      const store = await open();
      const caps = { follows: LIMIT, wishes: LIMIT, sheets: LIMIT, tiles: LIMIT, channels: LIMIT, tokens: LIMIT };
      await store.settings.change({ caps: { ...caps, sessions: LIMIT } });
      return store;
    }

    test.each(CAPS)("%s: many at once end at the cap, for one person alone", async (cap) => {
      const store = await openCapped();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const add = await ADD[cap](store, ada);
      const outcomes = await Promise.allSettled(Array.from({ length: LIMIT + 4 }, add));
      const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(refused).toHaveLength(4);
      for (const reason of refused) {
        expect(reason).toBeInstanceOf(CapReached);
        expect(reason).toMatchObject({ cap, limit: LIMIT, message: expect.stringMatching(/3.*owner can change/) });
      }
      await (await ADD[cap](store, bob))();
      await store.settings.change({ caps: { [cap]: LIMIT + 1 } });
      await add();
      await expect(add()).rejects.toBeInstanceOf(CapReached);
    });

    test.each(CAPS)("%s: the owner is not bound", async (cap) => {
      const store = await openCapped();
      const add = await ADD[cap](store, await addPerson(store, { role: "owner" }));
      for (let at = 0; at <= LIMIT; at++) await add();
    });

    test("what was removed makes room, as often as once, and comes back only where there is room", async () => {
      const store = await openCapped();
      const ada = await addPerson(store);
      const sheets = [aSheet(ada), aSheet(ada), aSheet(ada)];
      for (const sheet of sheets) await store.sheets.add(sheet);
      for (const sheet of sheets) await store.sheets.remove(ada.id, sheet.id, NOON);
      for (let at = 0; at < LIMIT; at++) await store.sheets.add(aSheet(ada));
      await expect(store.sheets.restore(ada.id, sheets[0]!.id, NOON)).rejects.toMatchObject({ cap: "sheets" });
      const [one] = await store.sheets.list(ada.id);
      await store.sheets.remove(ada.id, one!.id, NOON);
      await expect(store.sheets.add(aSheet(ada))).rejects.toMatchObject({ cap: "sheets" });
      expect(await store.sheets.restore(ada.id, sheets[0]!.id, NOON)).toBe(true);
      const { view } = await followSomething(store, ada);
      await store.follows.remove(ada.id, view.follow.id, NOON);
      for (let at = 0; at < LIMIT; at++) await followSomething(store, ada);
      await expect(store.follows.restore(ada.id, view.follow.id, NOON)).rejects.toMatchObject({ cap: "follows" });
    });

    test("a whole list that is too long is added by none of its parts", async () => {
      const store = await openCapped();
      const ada = await addPerson(store);
      const wishes = Array.from({ length: LIMIT + 1 }, () => aPendingFollow(ada));
      await expect(store.wishes.add(wishes)).rejects.toMatchObject({ cap: "wishes" });
      expect((await store.wishes.list(ada.id, { limit: 9 })).items).toEqual([]);
      await store.wishes.add(wishes.slice(1));
    });

    test("the room that is left is known, and stays in a transaction", async () => {
      const store = await openCapped();
      const [ada, owner] = [await addPerson(store), await addPerson(store, { role: "owner" })];
      await store.sheets.add(aSheet(ada));
      const all = { follows: LIMIT, wishes: LIMIT, sheets: LIMIT - 1, tiles: LIMIT, channels: LIMIT, tokens: LIMIT };
      expect(await store.caps.room(ada.id)).toEqual(all);
      expect((await store.caps.room(owner.id)).follows).toBe(Number.POSITIVE_INFINITY);
      const { taken, others } = await store.atOnce(async (records) => {
        const { sheets } = await records.caps.room(ada.id);
        const waiting = Promise.allSettled([store.sheets.add(aSheet(ada))]);
        for (let at = 0; at < sheets; at++) await records.sheets.add(aSheet(ada));
        return { taken: sheets, others: () => waiting };
      });
      expect(taken).toBe(LIMIT - 1);
      expect(await others()).toMatchObject([{ status: "rejected", reason: { cap: "sheets" } }]);
    });

    test("whoever logs in once more is let in, and the session that was used longest ago ends", async () => {
      const store = await openCapped();
      const ada = await addPerson(store, { role: "owner" });
      const sessions = [aSession(ada, NOON + 2), aSession(ada, NOON), aSession(ada, NOON + 1), aSession(ada, NOON)];
      for (const session of sessions) await store.sessions.add(session);
      const left = (await store.sessions.of(ada.id)).map(({ id }) => id);
      expect(new Set(left)).toEqual(new Set([sessions[0]!.id, sessions[2]!.id, sessions[3]!.id]));
    });
  });
}
