/** What every store promises about history, bodies, retention and the doctor. */
import { AuditEntryId, newId, type Observation, type Person } from "@tessera/model";
import { describe, expect, test } from "vitest";
import { type Body, packBody } from "../contract/body.ts";
import type { Store } from "../contract/store.ts";
import { aChange, aQuestion } from "./checks.ts";
import {
  aBlock,
  aCheck,
  addPerson,
  aFollow,
  aSource,
  claimNow,
  DAY,
  type Followed,
  followSomething,
  MINUTE,
  NOON,
  unique,
} from "./samples.ts";

export function describeHistory(open: () => Promise<Store>): void {
  /** Checks that each read differently, a minute apart or as told. */
  const live = async (
    store: Store,
    followed: Followed,
    { count, stepMs = MINUTE }: { readonly count: number; readonly stepMs?: number },
  ) => {
    for (let look = 1; look <= count; look++) {
      const now = NOON + look * stepMs;
      const claim = await claimNow(store, followed.page, now);
      const { check } = aChange(followed, `${unique("text")} look ${look}`, now);
      expect(await store.checks.record(claim, check)).toBe(true);
    }
  };

  const sweepAll = async (store: Store, now: number) => {
    for (let round = 0; round < 50; round++) if (!(await store.upkeep.sweep(now)).isPartial) return;
  };

  const looksOf = async (store: Store, person: Person, followed: Followed) => {
    const { items } = await store.observations.of(person.id, followed.view.follow.id, { limit: 100 });
    return items.map((one) => one.excerpt.split(" ").at(-1));
  };

  describe("history", () => {
    test("is told latest first, in slices, between instants", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      await live(store, followed, { count: 5 });
      const { id } = followed.view.follow;
      expect(await looksOf(store, ada, followed)).toEqual(["5", "4", "3", "2", "1", "first"]);
      const first = await store.observations.of(ada.id, id, { limit: 4 });
      const rest = await store.observations.of(ada.id, id, { limit: 4, after: first.next ?? "" });
      expect([first.items.length, rest.items.length, rest.next]).toEqual([4, 2, null]);
      const range = { limit: 9, from: NOON + 2 * MINUTE, until: NOON + 3 * MINUTE };
      expect((await store.observations.of(ada.id, id, range)).items).toHaveLength(2);
    });

    test("has the order of recording, where the clock stands still and where it was set back", async () => {
      const store = await open();
      const ada = await addPerson(store);
      for (const stepMs of [0, -MINUTE]) {
        const followed = await followSomething(store, ada);
        await live(store, followed, { count: 4, stepMs });
        expect(await looksOf(store, ada, followed)).toEqual(["4", "3", "2", "1", "first"]);
        const { latest } = (await store.follows.find(ada.id, followed.view.follow.id)) ?? {};
        expect(latest?.excerpt).toMatch(/look 4$/);
        expect(latest?.lastAt).toBeGreaterThanOrEqual(latest?.at ?? Number.NaN);
      }
    });

    test("gives an observation that goes on the picture that it had not, and keeps it", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { page, view, capture } = await followSomething(store, ada);
      const observationId = view.latest!.id;
      const pictured = async (body: Body) => {
        const pictures = [{ observationId, picture: body.hash }];
        const pagePicture = { captureId: capture.id, picture: body.hash };
        const check = aCheck(page, { unchanged: [observationId], bodies: [body], pictures, pagePicture });
        expect(await store.checks.record(await claimNow(store, page), check)).toBe(true);
        const found = await store.checks.observation(observationId);
        return [found?.picture, (await store.checks.capture(capture.id))?.picture];
      };
      const [first, second] = [packBody(unique("picture")), packBody(unique("picture"))];
      expect(await pictured(first)).toEqual([first.hash, first.hash]);
      expect(await pictured(second)).toEqual([first.hash, first.hash]);
      expect((await store.upkeep.examine({ now: 0, repair: false })).findings).toEqual([]);
    });

    test("answers what the block was at any instant, and what it was before", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      await live(store, followed, { count: 3 });
      const { id } = followed.view.follow;
      const at = async (instant: number) => (await store.observations.at(ada.id, [id], instant)).get(id)?.excerpt;
      expect(await at(NOON - 1)).toBeUndefined();
      expect(await at(NOON)).toBe("first");
      expect(await at(NOON + 2 * MINUTE + 1)).toMatch(/look 2$/);
      const { items } = await store.observations.of(ada.id, id, { limit: 9 });
      expect(await store.observations.before(ada.id, id, items[0]!.id)).toEqual(items[1]);
      expect(await store.observations.before(ada.id, id, items[3]!.id)).toBeNull();
    });

    test("leaves out quiet changes where only real ones are wanted, and gives numbers oldest first, with the times in which there were none", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const { id } = followed.view.follow;
      for (const [look, change] of (["quiet", "changed", "verdict"] as const).entries()) {
        const { check, record } = aChange(followed, unique("n"), NOON + (look + 1) * MINUTE);
        const isLost = change === "verdict";
        const numbers = isLost ? [] : [{ value: look, text: String(look), currency: null, unit: null, at: 0 }];
        const verdict = isLost ? { kind: "unsure" as const, confidence: 0.4, candidates: [] } : record.verdict;
        const looks = check.looks.map((one) => ({
          ...one,
          observation: { kind: "new" as const, record: { ...record, change, numbers, verdict } },
        }));
        await store.checks.record(await claimNow(store, followed.page, check.now), { ...check, looks });
      }
      expect((await store.observations.of(ada.id, id, { limit: 9, changesOnly: true })).items).toHaveLength(3);
      const numbers = await store.observations.numbers(ada.id, id, { limit: 9 });
      expect(numbers.map((one) => [one.verdict, one.numbers[0]?.value])).toEqual([
        ["found", 0],
        ["found", 1],
        ["unsure", undefined],
      ]);
    });
  });

  describe("bodies", () => {
    test("come out as they went in, once for equal contents, and null where there is none", async () => {
      const store = await open();
      const body = packBody(unique("käse "));
      await store.bodies.put(body, NOON);
      await store.bodies.put(body, NOON);
      expect(await store.bodies.readText(body.hash)).toMatch(/^käse /);
      expect(await store.bodies.read(packBody(unique("other")).hash)).toBeNull();
    });

    test("live while something refers to them and are swept when nothing does", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const orphan = packBody(unique("orphan"));
      await store.bodies.put(orphan, NOON);
      await sweepAll(store, NOON + MINUTE);
      expect(await store.bodies.read(orphan.hash)).not.toBeNull();
      await sweepAll(store, NOON + 2 * DAY);
      expect(await store.bodies.read(orphan.hash)).toBeNull();
      expect(await store.bodies.read(followed.content.hash)).not.toBeNull();
      await store.follows.remove(ada.id, followed.view.follow.id, NOON);
      await sweepAll(store, NOON + 30 * DAY);
      await sweepAll(store, NOON + 30 * DAY);
      expect(await store.bodies.read(followed.content.hash)).toBeNull();
      expect(await store.bodies.read(followed.capture.html)).toBeNull();
      expect(await store.pages.findForCheck(followed.page.id)).toBeNull();
    });
  });

  describe("retention", () => {
    test("`last` keeps the newest and their captures, and the capture that was pointed at", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada, { follow: { retention: { kind: "last", count: 3 } } });
      await live(store, followed, { count: 20 });
      await sweepAll(store, NOON + 2 * DAY);
      expect(await looksOf(store, ada, followed)).toEqual(["20", "19", "18"]);
      // nothing points at what is gone
      const { follow } = (await store.follows.find(ada.id, followed.view.follow.id))!;
      expect([follow.seenObservationId, follow.toldObservationId]).toEqual([null, null]);
      const captures = await store.captures.of(ada.id, followed.page.id, { limit: 100 });
      expect(captures.items.length).toBeLessThan(12);
      expect(await store.captures.find(ada.id, followed.capture.id)).not.toBeNull();
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    });

    test("what a repair card shows stays as long as it does, and for a day after the page has changed", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const { id } = followed.view.follow;
      const question = (now: number, latest: Observation | null) => aQuestion(followed, latest, now);
      const ask = async (asked: ReturnType<typeof aQuestion>) => {
        await store.checks.record(await claimNow(store, followed.page, asked.check.now), asked.check);
        return (await store.follows.find(ada.id, id))?.latest ?? null;
      };
      const isThere = async ({ capture }: ReturnType<typeof aQuestion>) =>
        (await store.captures.find(ada.id, capture.id)) !== null && (await store.bodies.read(capture.html)) !== null;
      const shown = question(NOON + MINUTE, null);
      let latest = await ask(shown);
      // the page stands still for a week, and then changes many times while a person thinks
      const week = NOON + 7 * DAY;
      await sweepAll(store, week);
      expect(await isThere(shown)).toBe(true);
      for (let change = 1; change <= 12; change++) latest = await ask(question(week + change * 1_000, latest));
      await sweepAll(store, week + MINUTE);
      expect(await isThere(shown)).toBe(true);
      expect(latest?.captureId).not.toBe(shown.capture.id);
      await sweepAll(store, week + 2 * DAY);
      await sweepAll(store, week + 4 * DAY);
      expect(await isThere(shown)).toBe(false);
      // the one that the card shows now is there whatever its age
      expect(await store.captures.find(ada.id, latest!.captureId!)).not.toBeNull();
    });

    test("`all` keeps all, whatever another follower of the block would keep", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada, { follow: { retention: { kind: "all" } } });
      const block = aBlock(followed.page, followed.capture, { pick: followed.view.block.pick });
      const follow = aFollow(ada, followed.page, { retention: { kind: "last", count: 1 } });
      const { isShared } = await store.follows.start({ follow, block, observation: null, dueAt: NOON });
      expect(isShared).toBe(true);
      await live(store, followed, { count: 6 });
      await sweepAll(store, NOON + 400 * DAY);
      expect(await looksOf(store, ada, followed)).toHaveLength(7);
    });

    test("`thin` keeps one a day of what is old", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const retention = { kind: "thin" as const, steps: [{ olderThanMs: DAY, oneEachMs: DAY }], dropAfterMs: null };
      const followed = await followSomething(store, ada, { follow: { retention } });
      await live(store, followed, { count: 24, stepMs: DAY / 8 });
      await sweepAll(store, NOON + 10 * DAY);
      const kept = await looksOf(store, ada, followed);
      expect(kept.length).toBeLessThanOrEqual(5);
      expect(kept[0]).toBe("24");
    });
  });

  describe("the doctor", () => {
    test("finds nothing wrong with a store in use", async () => {
      const store = await open();
      const ada = await addPerson(store);
      await live(store, await followSomething(store, ada), { count: 5 });
      await sweepAll(store, NOON);
      const { findings, checked } = await store.upkeep.examine({ now: NOON, repair: false });
      expect(findings).toEqual([]);
      expect(checked.observations).toBe(6);
    });

    test("finds a claim that nobody gave back, and frees the page", async () => {
      const store = await open();
      const { page } = await followSomething(store, await addPerson(store));
      await claimNow(store, page);
      const later = NOON + DAY;
      const { findings } = await store.upkeep.examine({ now: later, repair: true });
      expect(findings).toMatchObject([{ kind: "stuck-claim", id: page.id }]);
      expect((await store.upkeep.examine({ now: later, repair: false })).findings).toEqual([]);
    });

    test("finds a followed page that would never be checked again, and makes it due", async () => {
      const store = await open();
      const { page } = await followSomething(store, await addPerson(store));
      await store.checks.record(await claimNow(store, page), aCheck(page, { dueAt: null }));
      const { findings } = await store.upkeep.examine({ now: NOON, repair: true });
      expect(findings).toMatchObject([{ table: "pages", id: page.id, isRepairable: true }]);
      expect((await store.pages.findForCheck(page.id))?.dueAt).toBe(NOON);
    });
  });

  describe("all at once", () => {
    test("either everything is written or nothing", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const before = (await store.upkeep.facts()).counts;
      const torn = store.atOnce(async (records) => {
        await records.pages.ensure(aSource(), ada.id, NOON);
        await records.audit.add({
          id: newId(AuditEntryId, NOON),
          at: NOON,
          personId: ada.id,
          action: "imported",
          address: "",
          detail: {},
        });
        throw new RangeError("stop");
      });
      await expect(torn).rejects.toThrow(RangeError);
      expect((await store.upkeep.facts()).counts).toEqual(before);
    });
  });
}
