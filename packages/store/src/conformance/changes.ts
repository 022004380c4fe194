/** What every store promises about everything that changed, and what of it was seen. */
import type { Person } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { ChangeFilter } from "../contract/change-records.ts";
import type { Store } from "../contract/store.ts";
import { aChange } from "./checks.ts";
import {
  aChannel,
  aDelivery,
  addPerson,
  aFollow,
  aSheet,
  aTile,
  claimNow,
  DAY,
  type Followed,
  followSomething,
  MINUTE,
  NOON,
  unique,
} from "./samples.ts";

export function describeChanges(open: () => Promise<Store>): void {
  const change = async (store: Store, followed: Followed, minute: number): Promise<void> => {
    const now = NOON + minute * MINUTE;
    const claim = await claimNow(store, followed.page, now);
    expect(await store.checks.record(claim, aChange(followed, `${unique("text")} ${minute}`, now).check)).toBe(true);
  };

  /** Titles with the minute, latest first. */
  const listed = async (store: Store, { id }: Person, filter: Partial<ChangeFilter> = {}) => {
    const { items } = await store.changes.list(id, { limit: 100, ...filter });
    return items.map(({ follow, observation, isSeen }) => {
      return `${follow.title} ${(observation.at - NOON) / MINUTE}${isSeen ? " seen" : ""}`;
    });
  };

  const world = async () => {
    const store = await open();
    const ada = await addPerson(store);
    const lamp = await followSomething(store, ada, { follow: { title: "Lamp" } });
    const jobs = await followSomething(store, ada, { follow: { title: "Jobs" } });
    await change(store, lamp, 1);
    await change(store, jobs, 2);
    await change(store, lamp, 3);
    return { store, ada, lamp, jobs };
  };

  describe("changes", () => {
    test("are told over all follows, latest first, in slices and between instants", async () => {
      const { store, ada } = await world();
      expect(await listed(store, ada)).toEqual(["Lamp 3", "Jobs 2", "Lamp 1"]);
      expect(await listed(store, ada, { from: NOON + 2 * MINUTE })).toEqual(["Lamp 3", "Jobs 2"]);
      expect(await listed(store, ada, { until: NOON + 2 * MINUTE })).toEqual(["Lamp 1"]);
      const first = await store.changes.list(ada.id, { limit: 2 });
      expect(await listed(store, ada, { after: first.next ?? "" })).toEqual(["Lamp 1"]);
      expect((await store.changes.list(ada.id, { limit: 3 })).next).toBeNull();
      expect(await listed(store, ada, { after: "nonsense" })).toHaveLength(3);
      const [latest] = first.items;
      expect(latest).toMatchObject({ page: { id: latest?.follow.pageId }, sheet: null });
    });

    test("of another's follows are nobody's, and of a shared block each has what came since they follow it", async () => {
      const { store, ada, lamp } = await world();
      const bob = await addPerson(store);
      expect(await listed(store, bob)).toEqual([]);
      const { path, intent, extent, cuts, ignored } = lamp.view.block.pick;
      const { isShared } = await store.follows.start({
        follow: aFollow(bob, lamp.page, { title: "Ours", createdAt: NOON + 2 * MINUTE }),
        block: {
          ...lamp.view.block,
          pick: { path, intent, extent, cuts, ignored },
          memory: { tracer: "direct-path", version: 1, path },
          dynamics: null,
        },
        observation: null,
        dueAt: NOON,
      });
      expect(isShared).toBe(true);
      expect((await listed(store, bob)).map((each) => each.replace(" seen", ""))).toEqual(["Ours 3"]);
      expect((await store.changes.markSeen(bob.id, { until: NOON + 9 * MINUTE })).length).toBeLessThanOrEqual(1);
      expect(await store.changes.countUnseen(ada.id, 100)).toBe(3);
      expect((await store.changes.sheetsOf(bob.id, [lamp.view.follow.id])).size).toBe(0);
    });

    test("are seen one by one, each with those before it, and seeing an earlier one makes none unseen", async () => {
      const { store, ada, lamp } = await world();
      const { id } = lamp.view.follow;
      const [latest, earlier] = (await store.observations.of(ada.id, id, { limit: 2 })).items;
      expect(await store.changes.countUnseen(ada.id, 100)).toBe(3);
      expect(await store.changes.countUnseen(ada.id, 2)).toBe(2);
      await store.follows.markSeen(ada.id, id, earlier!.id);
      expect(await listed(store, ada)).toEqual(["Lamp 3", "Jobs 2", "Lamp 1 seen"]);
      await store.follows.markSeen(ada.id, id, latest!.id);
      expect(await store.follows.markSeen(ada.id, id, earlier!.id)).toBe(true);
      expect(await listed(store, ada, { isUnseen: true })).toEqual(["Jobs 2"]);
      expect(await store.changes.countUnseen(ada.id, 100)).toBe(1);
    });

    test("are seen all at once up to an instant, on one sheet or everywhere; what came since is not", async () => {
      const { store, ada, lamp, jobs } = await world();
      const [home, work] = [aSheet(ada, { title: "Home" }), aSheet(ada, { title: "Work", position: 1 })];
      for (const sheet of [home, work]) await store.sheets.add(sheet);
      await store.tiles.add(ada.id, aTile(home, lamp.view.follow));
      await store.tiles.add(ada.id, aTile(work, lamp.view.follow));
      expect(await listed(store, ada, { sheet: home.id })).toEqual(["Lamp 3", "Lamp 1"]);
      expect(await listed(store, ada, { sheet: "none" })).toEqual(["Jobs 2"]);
      expect([...(await store.changes.sheetsOf(ada.id, [lamp.view.follow.id, jobs.view.follow.id])).values()]).toEqual([
        { id: home.id, title: "Home" },
      ]);
      expect(await store.changes.markSeen(ada.id, { until: NOON + MINUTE, sheet: home.id })).toHaveLength(1);
      expect(await listed(store, ada, { isUnseen: true })).toEqual(["Lamp 3", "Jobs 2"]);
      expect(await store.changes.markSeen(ada.id, { until: NOON + 2 * MINUTE, sheet: "none" })).toHaveLength(1);
      expect(await listed(store, ada, { isUnseen: true })).toEqual(["Lamp 3"]);
      expect(await store.changes.markSeen(ada.id, { until: NOON + 3 * MINUTE })).toHaveLength(1);
      expect(await store.changes.countUnseen(ada.id, 100)).toBe(0);
      expect(await store.changes.markSeen(ada.id, { until: NOON + 3 * MINUTE })).toHaveLength(0);
      await change(store, jobs, 4);
      expect(await listed(store, ada, { isUnseen: true })).toEqual(["Jobs 4"]);
    });

    test("are seen in a span of time without those of follows that changed before it", async () => {
      const { store, ada } = await world();
      const span = { since: NOON + 3 * MINUTE, until: NOON + 3 * MINUTE };
      expect(await store.changes.markSeen(ada.id, { ...span, since: NOON + 4 * MINUTE })).toHaveLength(0);
      expect(await store.changes.markSeen(ada.id, span)).toHaveLength(1);
      expect(await listed(store, ada)).toEqual(["Lamp 3 seen", "Jobs 2", "Lamp 1 seen"]);
      expect(await store.changes.markSeen(ada.id, { ...span, since: NOON + 2 * MINUTE })).toHaveLength(1);
      expect(await store.changes.countUnseen(ada.id, 100)).toBe(0);
    });

    test("that were seen all at once are unseen again as they were, with what came since", async () => {
      const { store, ada, lamp, jobs } = await world();
      const { id } = lamp.view.follow;
      const earlier = (await store.observations.of(ada.id, id, { limit: 2 })).items[1]!;
      await store.follows.markSeen(ada.id, id, earlier.id);
      const before = await listed(store, ada);
      expect(before).toEqual(["Lamp 3", "Jobs 2", "Lamp 1 seen"]);
      const first = await store.changes.markSeen(ada.id, { until: NOON + 9 * MINUTE });
      expect(first.map(({ followId }) => followId).sort()).toEqual([id, jobs.view.follow.id].sort());
      expect(await store.changes.countUnseen(ada.id, 100)).toBe(0);
      await change(store, jobs, 10);
      expect(await store.changes.markUnseen(ada.id, first)).toBe(2);
      expect(await listed(store, ada)).toEqual(["Jobs 10", ...before]);
      expect(await listed(store, ada, { isUnseen: true })).toEqual(["Jobs 10", "Lamp 3", "Jobs 2"]);
      // what is unseen stays so, and nothing becomes seen by it
      expect(await store.changes.markUnseen(ada.id, first)).toBe(0);
      expect(await store.changes.countUnseen(ada.id, 100)).toBe(3);
    });

    test("are unseen again from the very first one on, and by nobody else's wish", async () => {
      const { store, ada, lamp, jobs } = await world();
      const bob = await addPerson(store);
      const first = await store.changes.markSeen(ada.id, { until: NOON + 9 * MINUTE });
      expect(await store.changes.markUnseen(bob.id, first)).toBe(0);
      const [of, other] = [lamp, jobs].map(({ view }) => first.find(({ followId }) => followId === view.follow.id)!);
      // an observation of another block says nothing about this one
      const mixed = { followId: of!.followId, observationId: other!.observationId };
      expect(await store.changes.markUnseen(ada.id, [mixed])).toBe(0);
      expect(await store.changes.countUnseen(ada.id, 100)).toBe(0);
      expect(await store.changes.markUnseen(ada.id, [of!])).toBe(1);
      expect(await listed(store, ada, { isUnseen: true })).toEqual(["Lamp 3", "Lamp 1"]);
    });

    test("of many follows are the same as of few", async () => {
      const { store, ada } = await world();
      const few = await listed(store, ada);
      const { page, view } = await followSomething(store, ada, { follow: { title: "Many" } });
      // as many as are asked in the order of time; none of them has changed
      for (let at = 0; at < 505; at++) {
        const follow = aFollow(ada, page, { title: `Many ${at}` });
        const block = {
          ...view.block,
          memory: { tracer: "direct-path" as const, version: 1, path: view.block.path },
          dynamics: null,
        };
        await store.follows.start({ follow, block, observation: null, dueAt: NOON });
      }
      expect(await listed(store, ada)).toEqual(few);
      expect(await listed(store, ada, { after: (await store.changes.list(ada.id, { limit: 1 })).next ?? "" })).toEqual(
        few.slice(1),
      );
    });

    test("that were seen stay seen when the observation that was seen last is thinned out", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const lamp = await followSomething(store, ada, { follow: { title: "Lamp" } });
      const { id, retention } = lamp.view.follow;
      expect(retention.kind).toBe("thin");
      for (const hour of [1, 2, 3, 4, 5, 6]) await change(store, lamp, hour * 60);
      await store.changes.markSeen(ada.id, { until: NOON + DAY });
      const [last, fifth] = (await store.observations.of(ada.id, id, { limit: 2 })).items;
      for (const one of [last!, fifth!]) await store.shares.markSeen(bob.id, id, one.id);
      expect(await store.shares.seenBy(bob.id, [id])).toEqual(new Map([[id, last!.id]]));
      await change(store, lamp, 6 * 60 + 10);
      const unseen = async () => [await store.changes.countUnseen(ada.id, 100), await listed(store, ada)];
      for (let round = 0; round < 3; round++) await store.upkeep.sweep(NOON + 8 * DAY);
      expect(await store.observations.find(ada.id, id, last!.id)).toBeNull();
      const seen = [300, 240, 180, 120, 60].map((minute) => `Lamp ${minute} seen`);
      expect(await unseen()).toEqual([1, ["Lamp 370", ...seen]]);
      expect((await store.follows.find(ada.id, id))?.follow.seenObservationId).toBe(fifth!.id);
      expect(await store.shares.seenBy(bob.id, [id])).toEqual(new Map([[id, fifth!.id]]));
    });

    test("of what is deleted are left out", async () => {
      const { store, ada, lamp } = await world();
      await store.follows.remove(ada.id, lamp.view.follow.id, NOON + 5 * MINUTE);
      expect(await listed(store, ada)).toEqual(["Jobs 2"]);
    });
  });

  test("a digest that is planned for a channel takes the place of the one before, and of nothing else", async () => {
    const store = await open();
    const ada = await addPerson(store);
    const followed = await followSomething(store, ada);
    const channel = aChannel(ada);
    await store.channels.add(channel);
    const about = aDelivery(channel, { followId: followed.view.follow.id, observationId: followed.view.latest!.id });
    await store.deliveries.add([about]);
    await store.deliveries.plan(channel.id, aDelivery(channel, { dueAt: NOON + MINUTE }));
    const next = aDelivery(channel, { dueAt: NOON + 2 * MINUTE });
    await store.deliveries.plan(channel.id, next);
    const waiting = async () =>
      (await store.deliveries.list(ada.id, "waiting", { limit: 9 })).items.map(({ id }) => id);
    expect((await waiting()).sort()).toEqual([about.id, next.id].sort());
    await store.deliveries.plan(channel.id, null);
    expect(await waiting()).toEqual([about.id]);
  });

  test("the parts that messages of a channel are made of are kept", async () => {
    const store = await open();
    const ada = await addPerson(store);
    const channel = { ...aChannel(ada), form: { parts: ["title" as const, "link" as const], maxLength: 200 } };
    await store.channels.add(channel);
    expect((await store.channels.find(ada.id, channel.id))?.form).toEqual(channel.form);
    await store.channels.change(ada.id, channel.id, { form: null }, { now: NOON });
    expect((await store.channels.find(ada.id, channel.id))?.form).toBeNull();
  });
}
