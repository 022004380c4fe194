/** What every store promises about a follow that goes on on another page, and about its undo. */
import { CaptureId, newId, type Person } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { FollowMove } from "../contract/follow-records.ts";
import type { Store } from "../contract/store.ts";
import { join } from "./follows.ts";
import { addPerson, anObservation, claimNow, DAY, type Followed, followSomething, MINUTE, NOON } from "./samples.ts";

const PATH = "html[1]/body[1]/main[1]";

/** The block of the first as it was found on the page of the second. */
function aMove({ view }: Followed, there: Followed, now = NOON + MINUTE): FollowMove {
  const { page, capture } = there;
  const verdict = { kind: "found" as const, path: PATH, confidence: 1, margin: 1, candidates: [] };
  return {
    pageId: page.id,
    captureId: capture.id,
    pick: { ...view.block.pick, path: PATH },
    memory: { tracer: "fused", version: 9, learned: "there" },
    observation: { ...anObservation(view.block, capture), at: now, lastAt: now, verdict, change: "verdict" },
    lessons: view.block.lessons,
    now,
  };
}

async function twoPages(
  store: Store,
): Promise<{ readonly ada: Person; readonly here: Followed; readonly there: Followed }> {
  const ada = await addPerson(store);
  return { ada, here: await followSomething(store, ada), there: await followSomething(store, ada) };
}

export function describeMoves(open: () => Promise<Store>): void {
  describe("moves", () => {
    test("a follow goes on on another page with its history, and is looked for there", async () => {
      const store = await open();
      const { ada, here, there } = await twoPages(store);
      const moved = await store.follows.move(ada.id, here.view.follow.id, aMove(here, there));
      expect(moved).toMatchObject({ page: { id: there.page.id }, block: { path: PATH, verdict: "found" } });
      const { items } = await store.observations.of(ada.id, here.view.follow.id, { limit: 10 });
      expect(items.map(({ captureId }) => captureId)).toEqual([there.capture.id, here.capture.id]);
      expect(moved?.follow).toMatchObject({ seenObservationId: items[0]?.id, toldObservationId: items[0]?.id });
      expect((await store.checks.load(await claimNow(store, there.page)))?.blocks).toHaveLength(2);
      expect((await store.checks.load(await claimNow(store, here.page)))?.blocks).toHaveLength(0);
      expect(await store.checks.block(moved!.block.id)).toMatchObject({ memory: { learned: "there" } });
    });

    test("undone it is what it was, and what it was there is gone", async () => {
      const store = await open();
      const { ada, here, there } = await twoPages(store);
      const moved = await store.follows.move(ada.id, here.view.follow.id, aMove(here, there));
      const back = await store.follows.moveBack(ada.id, here.view.follow.id, NOON + 2 * MINUTE);
      expect(back).toMatchObject({ page: { id: here.page.id }, block: here.view.block, latest: here.view.latest });
      expect(await store.checks.block(moved!.block.id)).toBeNull();
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
      expect(await store.follows.moveBack(ada.id, here.view.follow.id, NOON)).toBeNull();
    });

    test("those who share the block stay where they are", async () => {
      const store = await open();
      const { ada, here, there } = await twoPages(store);
      const bob = await addPerson(store);
      const joined = await join(store, bob, here);
      await store.follows.move(ada.id, here.view.follow.id, aMove(here, there));
      expect(await store.follows.find(bob.id, joined.view.follow.id)).toMatchObject({ page: { id: here.page.id } });
      const back = await store.follows.moveBack(ada.id, here.view.follow.id, NOON + 2 * MINUTE);
      expect(back?.block.id).toBe(joined.view.block.id);
    });

    test("nobody moves another's follow, one that was taught meanwhile, or to where it is", async () => {
      const store = await open();
      const { ada, here, there } = await twoPages(store);
      const bob = await addPerson(store);
      const { id } = here.view.follow;
      expect(await store.follows.move(bob.id, id, aMove(here, there))).toBeNull();
      expect(await store.follows.move(ada.id, id, { ...aMove(here, there), lessons: 7 })).toBeNull();
      expect(await store.follows.move(ada.id, id, aMove(here, here))).toBeNull();
      await store.follows.move(ada.id, id, aMove(here, there));
      expect(await store.follows.moveBack(bob.id, id, NOON)).toBeNull();
    });

    test("after the time for undo the old block goes, and the captures that the history shows stay", async () => {
      const store = await open();
      const { ada, here, there } = await twoPages(store);
      await store.follows.move(ada.id, here.view.follow.id, aMove(here, there));
      const { undoMs } = await store.settings.read();
      for (let round = 0; round < 3; round++) await store.upkeep.sweep(NOON + undoMs - DAY);
      expect(await store.checks.block(here.view.block.id)).not.toBeNull();
      for (let round = 0; round < 3; round++) await store.upkeep.sweep(NOON + undoMs + 9 * DAY);
      expect(await store.checks.block(here.view.block.id)).toBeNull();
      expect(await store.checks.capture(here.capture.id)).not.toBeNull();
      expect(await store.follows.moveBack(ada.id, here.view.follow.id, NOON)).toBeNull();
      await store.follows.remove(ada.id, here.view.follow.id, NOON);
      for (let round = 0; round < 4; round++) await store.upkeep.sweep(NOON + 3 * undoMs + 9 * DAY);
      expect(await store.checks.capture(here.capture.id)).toBeNull();
      expect(await store.checks.capture(newId(CaptureId, NOON))).toBeNull();
    });
  });
}
