/** What every store promises about pages that wait for a person's own browser, and about pairing one. */
import { PageSource, type Person } from "@tessera/model";
import { describe, expect, test } from "vitest";
import { packBody } from "../contract/body.ts";
import type { Store } from "../contract/store.ts";
import { join } from "./follows.ts";
import { aToken } from "./people.ts";
import { aCapture, aCheck, addPerson, followSomething, MINUTE, NOON } from "./samples.ts";

const REQUEST = { now: NOON + MINUTE, limit: 10, leaseMs: MINUTE, holder: "browser:one" };

/** Something that a person follows in their own browser. */
async function followedInBrowser(store: Store, person: Person) {
  const { view, page, capture } = await followSomething(store, person);
  const there = await store.follows.fetchBy(person.id, page.id, { patch: { fetcher: "own-browser" }, now: NOON });
  return { view, capture, page, there: there! };
}

export function describeOwnBrowsers(open: () => Promise<Store>): void {
  describe("pages for a person's own browser", () => {
    test("the same address is another page for each person, and private to each", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const source = PageSource.parse({ url: "https://mail.example/", fetcher: "own-browser" });
      const [hers, his] = [
        await store.pages.ensure(source, ada.id, NOON),
        await store.pages.ensure(source, bob.id, NOON),
      ];
      expect([hers.privateTo, his.privateTo]).toEqual([ada.id, bob.id]);
      expect(hers.id).not.toBe(his.id);
      expect(await store.pages.find(bob.id, hers.id)).toBeNull();
    });

    test("they are due for the browsers of their person and for nobody else", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const { page, there } = await followedInBrowser(store, ada);
      const servers = await store.checks.claim(REQUEST);
      expect(servers.map(({ pageId }) => pageId)).toEqual([page.id]);
      expect(await store.checks.nextDueAt()).toBeNull();
      expect((await store.checks.backlog(NOON + MINUTE)).due).toBe(0);
      expect(await store.queue.enqueue({ now: NOON + MINUTE, limit: 10, staleMs: MINUTE })).toEqual([]);
      expect(await store.checks.claim({ ...REQUEST, browserOf: bob.id })).toEqual([]);
      expect(await store.checks.nextDueAt(ada.id)).toBe(NOON);
      const claims = await store.checks.claim({ ...REQUEST, browserOf: ada.id });
      expect(claims.map(({ pageId }) => pageId)).toEqual([there.id]);
    });

    test("a claim is found by its token until it runs out, and only for its person", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const { there } = await followedInBrowser(store, ada);
      const [claim] = await store.checks.claim({ ...REQUEST, browserOf: ada.id });
      const held = { token: claim!.token, now: REQUEST.now };
      expect(await store.checks.claimOf(ada.id, there.id, held)).toEqual(claim);
      expect(await store.checks.claimOf(bob.id, there.id, held)).toBeNull();
      expect(await store.checks.claimOf(ada.id, there.id, { ...held, token: "another" })).toBeNull();
      expect(await store.checks.claimOf(ada.id, there.id, { ...held, now: claim!.until })).toBeNull();
      expect(await store.checks.record(claim!, aCheck(there))).toBe(true);
      expect(await store.checks.claimOf(ada.id, there.id, held)).toBeNull();
    });

    test("a follow that comes back to the server keeps its block to itself, and its history", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      const there = await store.follows.fetchBy(ada.id, followed.page.id, {
        patch: { fetcher: "own-browser" },
        now: NOON,
      });
      const back = await store.follows.fetchBy(ada.id, there!.id, { patch: { fetcher: "auto" }, now: NOON });
      expect(back).toMatchObject({ id: followed.page.id, privateTo: null });
      const hers = await store.follows.find(ada.id, followed.view.follow.id);
      expect(hers).toMatchObject({ block: { id: followed.view.block.id }, latest: followed.view.latest });
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
      const { view, isShared } = await join(store, bob, followed);
      expect([isShared, view.block.id === hers?.block.id]).toEqual([false, false]);
    });

    test("pictures that come with a capture are counted, and go with it", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { there } = await followedInBrowser(store, ada);
      const [claim] = await store.checks.claim({ ...REQUEST, browserOf: ada.id });
      const [html, images] = [packBody(Buffer.from("<p>mine</p>")), packBody(Buffer.from("pictures"))];
      const capture = { ...aCapture(there, html.hash), fetcher: "own-browser" as const, images: images.hash };
      await store.checks.record(claim!, { ...aCheck(there), capture, bodies: [html, images] });
      expect((await store.captures.find(ada.id, capture.id))?.images).toBe(images.hash);
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
      await store.people.remove(ada.id);
      for (let round = 0; round < 5; round++) await store.upkeep.sweep(NOON + 9 * 24 * 60 * MINUTE);
      expect(await store.bodies.read(images.hash)).toBeNull();
    });
  });

  describe("news", () => {
    test("are what changed since it was seen, what asks and what is blocked, of one person", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const { view } = await followSomething(store, ada);
      await followSomething(store, bob);
      expect(await store.follows.news(ada.id, 9)).toEqual({ changed: 0, questions: 0, items: [] });
      const other = await followSomething(store, ada);
      await store.follows.markSeen(ada.id, other.view.follow.id, view.latest!.id);
      const news = await store.follows.news(ada.id, 9);
      expect(news).toMatchObject({ changed: 1, questions: 0 });
      expect(news.items.map((item) => item.view.follow.id)).toEqual([other.view.follow.id]);
    });
  });

  describe("pairing", () => {
    test("a code is good once, until it is over, and the newest of a person is the only one", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const pairing = { personId: ada.id, codeHash: "first", createdAt: NOON, expiresAt: NOON + MINUTE };
      await store.pairings.open(pairing);
      await store.pairings.open({ ...pairing, codeHash: "second" });
      expect(await store.pairings.take("first", NOON)).toBeNull();
      expect(await store.pairings.take("second", NOON)).toMatchObject({ personId: ada.id });
      expect(await store.pairings.take("second", NOON)).toBeNull();
      await store.pairings.open({ ...pairing, codeHash: "late" });
      expect(await store.pairings.take("late", NOON + MINUTE)).toBeNull();
    });

    test("only its person renames a browser, and none that was unpaired", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const token = aToken(ada.id);
      await store.tokens.add(token);
      expect(await store.tokens.rename(bob.id, token.id, "taken")).toBeNull();
      expect(await store.tokens.rename(ada.id, token.id, "laptop")).toMatchObject({ name: "laptop" });
      await store.tokens.revoke(ada.id, token.id, NOON);
      expect(await store.tokens.rename(ada.id, token.id, "late")).toBeNull();
    });
  });
}
