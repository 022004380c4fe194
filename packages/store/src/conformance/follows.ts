/** What every store promises about follows: shared blocks, private lessons, nothing of anybody else's. */
import { type BlockPick, CataloguePageId, newId, PageSource, type Person } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { aChange } from "./checks.ts";
import {
  aBlock,
  addPerson,
  aFollow,
  anObservation,
  aSource,
  claimNow,
  DAY,
  type Followed,
  followSomething,
  MINUTE,
  NOON,
  unique,
} from "./samples.ts";

/** Another person points at the same element of the same capture. */
export async function join(store: Store, person: Person, { page, capture, view }: Followed) {
  await store.pages.ensure(page.source, person.id, NOON);
  const block = aBlock(page, capture, { pick: view.block.pick });
  const observation = anObservation(block, capture);
  return store.follows.start({ follow: aFollow(person, page), block, observation, dueAt: NOON });
}

export function describeFollows(open: () => Promise<Store>): void {
  describe("follows", () => {
    test("people who point at the same share one block and its history", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      const joined = await join(store, bob, followed);
      expect(joined.isShared).toBe(true);
      expect(joined.view.block.id).toBe(followed.view.block.id);
      expect(joined.view.latest).toEqual(followed.view.latest);
      const work = await store.checks.load(await claimNow(store, followed.page));
      expect(work?.blocks).toHaveLength(1);
      expect(work?.blocks[0]?.follows).toHaveLength(2);
    });

    test("another element, intent or cut is another block, and so is a cut that was something else in its place", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { page, capture, view } = await followSomething(store, ada);
      const { pick } = view.block;
      for (const other of [
        { ...pick, path: "html[1]/body[1]/p[2]" },
        { ...pick, intent: "item" as const },
        { ...pick, tracer: "by-path" as const },
        { ...pick, cuts: [{ path: "b[1]", mark: "b" }] },
        { ...pick, cuts: [{ path: "b[1]", mark: "b", likeness: likeness("Saw") }] },
        { ...pick, cuts: [{ path: "b[1]", mark: "b", likeness: likeness("Axe") }] },
        { ...pick, extent: "alike" as const },
      ]) {
        const block = aBlock(page, capture, { pick: other });
        const started = await store.follows.start({
          follow: aFollow(ada, page),
          block,
          observation: null,
          dueAt: NOON,
        });
        expect(started.isShared).toBe(false);
        expect(started.view.block.pick).toEqual(other);
      }
    });

    test("a block that has moved is joined where it stands now, not where it stood", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      const { check, capture } = aChange(followed, unique("moved"), NOON + MINUTE);
      const path = "html[1]/body[1]/section[1]/p[1]";
      const looks = check.looks.map((look) => ({ ...look, block: { ...look.block, path } }));
      await store.checks.record(await claimNow(store, followed.page, NOON + MINUTE), { ...check, looks });
      const pointAt = async (where: string) => {
        const block = aBlock(followed.page, capture, { pick: { ...followed.view.block.pick, path: where } });
        return store.follows.start({ follow: aFollow(bob, followed.page), block, observation: null, dueAt: NOON });
      };
      expect((await pointAt(path)).isShared).toBe(true);
      expect((await pointAt(followed.view.block.pick.path)).isShared).toBe(false);
    });

    test("nobody finds, changes, deletes or lists what is another's", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const { view, page, capture } = await followSomething(store, ada);
      const { id } = view.follow;
      expect(await store.follows.find(bob.id, id)).toBeNull();
      expect(await store.follows.change(bob.id, id, { title: "x" }, { now: NOON })).toEqual({ kind: "missing" });
      expect(await store.follows.remove(bob.id, id, NOON)).toBe(false);
      expect(await store.follows.markSeen(bob.id, id, view.latest!.id)).toBe(false);
      expect((await store.follows.list(bob.id, { limit: 10 })).items).toEqual([]);
      expect((await store.observations.of(bob.id, id, { limit: 10 })).items).toEqual([]);
      expect(await store.observations.find(bob.id, id, view.latest!.id)).toBeNull();
      expect((await store.observations.at(bob.id, [id], NOON + DAY)).size).toBe(0);
      expect(await store.observations.numbers(bob.id, id, { limit: 10 })).toEqual([]);
      expect(await store.pages.find(bob.id, page.id)).toBeNull();
      expect(await store.captures.find(bob.id, capture.id)).toBeNull();
      expect((await store.captures.of(bob.id, page.id, { limit: 10 })).items).toEqual([]);
      expect(await store.captures.find(ada.id, capture.id)).toEqual(capture);
    });

    test("a change counts the version up and wakes the schedule when it must", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { page, view } = await followSomething(store, ada);
      await store.checks.record(await claimNow(store, page), {
        ...aChange({ page, view } as Followed, unique("x"), NOON).check,
        dueAt: NOON + DAY,
      });
      const renamed = await store.follows.change(ada.id, view.follow.id, { title: "Sport" }, { now: NOON + 1 });
      expect(renamed).toMatchObject({ kind: "changed", record: { title: "Sport", version: 2, updatedAt: NOON + 1 } });
      expect((await store.pages.findForCheck(page.id))?.dueAt).toBe(NOON + DAY);
      const schedule = { kind: "every" as const, intervalMs: MINUTE };
      await store.follows.change(ada.id, view.follow.id, { schedule }, { now: NOON + 2 });
      expect((await store.pages.findForCheck(page.id))?.dueAt).toBe(NOON + 2);
    });

    test("a deleted follow can be brought back until it is swept", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { view } = await followSomething(store, ada);
      const { id } = view.follow;
      expect(await store.follows.remove(ada.id, id, NOON)).toBe(true);
      expect((await store.follows.list(ada.id, { limit: 10 })).items).toEqual([]);
      expect((await store.follows.list(ada.id, { limit: 10, state: "deleted" })).items).toHaveLength(1);
      expect(await store.follows.restore(ada.id, id, NOON + 1)).toBe(true);
      expect(await store.follows.count(ada.id)).toBe(1);
      await store.follows.remove(ada.id, id, NOON);
      for (let round = 0; round < 5; round++) await store.upkeep.sweep(NOON + 30 * DAY);
      expect(await store.follows.restore(ada.id, id, NOON + 30 * DAY)).toBe(false);
      expect(await store.follows.find(ada.id, id)).toBeNull();
    });

    test("lists are sliced, filtered by words and by state, and take signs literally", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const word = unique("Wetter");
      await followSomething(store, ada, { follow: { title: `${word} 100%` } });
      await followSomething(store, ada, { source: aSource(`https://${word}.example/a_b`) });
      const paused = await followSomething(store, ada, { follow: { title: "100 of" } });
      await store.follows.change(ada.id, paused.view.follow.id, { pausedAt: NOON }, { now: NOON });
      const found = async (words: string) => (await store.follows.list(ada.id, { limit: 9, words })).items.length;
      expect(await found(word.toUpperCase())).toBe(2);
      expect(await found("100%")).toBe(1);
      expect(await found("a_b")).toBe(1);
      expect(await found("' or 1=1 --")).toBe(0);
      const first = await store.follows.list(ada.id, { limit: 2 });
      const rest = await store.follows.list(ada.id, { limit: 2, after: first.next ?? "" });
      expect([first.items.length, rest.items.length, rest.next]).toEqual([2, 1, null]);
      expect((await store.follows.list(ada.id, { limit: 9, state: "paused" })).items).toHaveLength(1);
      expect((await store.follows.list(ada.id, { limit: 9, state: "active" })).items).toHaveLength(2);
    });

    test("a feed is found by its secret alone", async () => {
      const store = await open();
      const { view } = await followSomething(store, await addPerson(store));
      expect(await store.follows.findByFeedKey(view.follow.feedKey)).toEqual(view);
      expect(await store.follows.findByFeedKey(unique("guess"))).toBeNull();
      await store.people.change(view.follow.personId, { disabledAt: NOON }, { now: NOON });
      expect(await store.follows.findByFeedKey(view.follow.feedKey)).toBeNull();
      await store.people.change(view.follow.personId, { disabledAt: null }, { now: NOON });
      expect(await store.follows.findByFeedKey(view.follow.feedKey)).toEqual(view);
    });
  });

  describe("pages", () => {
    test("the same source is one page for everybody, another way of fetching is another", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const source = aSource();
      const page = await store.pages.ensure(source, ada.id, NOON);
      expect((await store.pages.ensure(source, bob.id, NOON)).id).toBe(page.id);
      expect((await store.pages.ensure({ ...source, fetcher: "browser" }, ada.id, NOON)).id).not.toBe(page.id);
      expect(page.fetcher).toMatchObject({ fetcher: "http", reason: "first-try" });
    });

    test("a page that logs in or keeps cookies is one person's alone", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const url = aSource().url;
      for (const source of [
        PageSource.parse({ url, keepCookies: true }),
        PageSource.parse({ url, fetcher: "browser", steps: [{ kind: "type", selector: "#password", text: "secret" }] }),
        PageSource.parse({ url: url.replace("https://", "https://ada:secret@") }),
      ]) {
        const page = await store.pages.ensure(source, ada.id, NOON);
        expect(page.privateTo).toBe(ada.id);
        expect((await store.pages.ensure(source, bob.id, NOON)).id).not.toBe(page.id);
        expect(await store.pages.find(bob.id, page.id)).toBeNull();
      }
    });

    test("a page that only its asker may reach is one person's alone", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store, { role: "owner" }), await addPerson(store)];
      const source = aSource();
      const own = await store.pages.ensure(source, ada.id, NOON, { isPrivate: true });
      expect(own.privateTo).toBe(ada.id);
      expect((await store.pages.ensure(source, ada.id, NOON, { isPrivate: true })).id).toBe(own.id);
      const shared = await store.pages.ensure(source, bob.id, NOON);
      expect([shared.id === own.id, shared.privateTo]).toEqual([false, null]);
      expect(await store.pages.find(bob.id, own.id)).toBeNull();
    });

    test("shared pages on a host that becomes the owner's alone become theirs where nobody else follows them", async () => {
      const store = await open();
      const owner = await addPerson(store, { role: "owner" });
      const host = `${unique("nas")}.local`;
      const follow = (path: string, person = owner) =>
        followSomething(store, person, { source: aSource(`https://${host}/${path}`) });
      const owned = await follow("owned");
      const both = await follow("both");
      const member = await addPerson(store);
      await join(store, member, both);
      const theirs = await follow("theirs", member);
      const offered = await follow("offered");
      const entry = { id: newId(CataloguePageId, NOON), pageId: offered.page.id, offeredBy: owner.id, version: 1 };
      const words = { title: "Wiki", about: "", training: null, createdAt: NOON };
      expect(
        await store.catalogue.offer({ ...entry, ...words, schedule: { kind: "every", intervalMs: DAY } }, NOON),
      ).toBe(true);
      const elsewhere = await followSomething(store, owner);
      const isOwners = (url: URL) => url.hostname === host && url.protocol === "https:";
      expect(await store.pages.keepToOwner(isOwners)).toBe(1);
      expect(await store.pages.keepToOwner(isOwners)).toBe(0);
      const privateTo = async ({ page }: Followed) => (await store.pages.findForCheck(page.id))?.privateTo;
      expect(await privateTo(owned)).toBe(owner.id);
      for (const other of [both, theirs, offered, elsewhere]) expect(await privateTo(other)).toBeNull();
      expect((await store.pages.ensure(owned.page.source, owner.id, NOON, { isPrivate: true })).id).toBe(owned.page.id);
      expect((await store.follows.find(owner.id, owned.view.follow.id))?.page.id).toBe(owned.page.id);
    });

    test("cookies are kept from check to check", async () => {
      const store = await open();
      const { page } = await followSomething(store, await addPerson(store));
      expect(await store.checks.cookies(page.id)).toBeNull();
      const { check } = aChange(
        { page, view: (await followSomething(store, await addPerson(store))).view } as Followed,
        "c",
        NOON,
      );
      await store.checks.record(await claimNow(store, page), { ...check, looks: [], cookies: "[1]" });
      expect(await store.checks.cookies(page.id)).toBe("[1]");
    });
  });
}

function likeness(text: string): NonNullable<BlockPick["cuts"][number]["likeness"]> {
  return { text, link: null, picture: null, alike: 1, entry: null, beside: { before: "", after: "" } };
}
