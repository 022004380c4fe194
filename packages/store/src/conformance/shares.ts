/** What every store promises about sheets that people share, and about links and frames. */
import { GadgetId, GadgetOptions, type LiveEvent, newId, type Person, type Share, SheetId } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { addPerson, aSheet, aTile, DAY, followSomething, MINUTE, NOON } from "./samples.ts";

const SINCE = NOON + MINUTE;

/** A sheet of Ada's with one tile, shared with Bob. */
async function sharedSheet(store: Store, role: Share["role"] = "view") {
  const [ada, bob] = [await addPerson(store), await addPerson(store, { displayName: "Bob" })];
  const { view } = await followSomething(store, ada);
  const sheet = aSheet(ada);
  const tile = aTile(sheet, view.follow);
  await store.sheets.add(sheet);
  await store.tiles.add(ada.id, tile);
  const share: Share = { sheetId: sheet.id, personId: bob.id, role, createdAt: SINCE };
  expect(await store.shares.put(ada.id, share)).toBe("put");
  return { ada, bob, view, sheet, tile, share };
}

const named = ({ id, name, displayName }: Person) => ({ id, name, displayName });

/** All that Bob is told of it. */
async function seenBy(store: Store, { bob, sheet, tile, view }: Awaited<ReturnType<typeof sharedSheet>>) {
  return [
    (await store.shares.with(bob.id)).length,
    await store.shares.find(bob.id, sheet.id),
    await store.shares.findByTile(bob.id, tile.id),
    await store.shares.findFollow(bob.id, view.follow.id),
  ];
}
const NOTHING = [0, null, null, null];

export function describeShares(open: () => Promise<Store>): void {
  describe("shares", () => {
    test("let one person see a sheet and what is on it, and nobody else", async () => {
      const store = await open();
      const made = await sharedSheet(store);
      const { ada, bob, view, sheet, tile, share } = made;
      const shared = { share, sheet, owner: named(ada) };
      expect(await store.shares.with(bob.id)).toEqual([shared]);
      expect(await store.shares.find(bob.id, sheet.id)).toEqual(shared);
      expect(await store.shares.findByTile(bob.id, tile.id)).toEqual(shared);
      expect(await store.shares.findFollow(bob.id, view.follow.id)).toEqual({ owner: ada.id, since: SINCE });
      expect(await store.shares.of(ada.id)).toEqual([{ share, title: sheet.title, person: named(bob) }]);
      const carl = await addPerson(store);
      for (const other of [ada, carl]) expect(await seenBy(store, { ...made, bob: other })).toEqual(NOTHING);
      expect(await store.shares.of(bob.id)).toEqual([]);
      // the records themselves stay their owner's
      expect(await store.sheets.find(bob.id, sheet.id)).toBeNull();
      expect(await store.follows.find(bob.id, view.follow.id)).toBeNull();
      const { view: elsewhere } = await followSomething(store, ada);
      expect(await store.shares.findFollow(bob.id, elsewhere.follow.id)).toBeNull();
    });

    test("can be changed, which leaves since when, and are listed by sheet", async () => {
      const store = await open();
      const { ada, bob, sheet, share } = await sharedSheet(store);
      const later = { ...share, role: "edit", createdAt: SINCE + DAY } as const;
      expect(await store.shares.put(ada.id, later)).toBe("put");
      expect((await store.shares.find(bob.id, sheet.id))?.share).toEqual({ ...share, role: "edit" });
      const second = aSheet(ada, { position: 1 });
      await store.sheets.add(second);
      await store.shares.put(ada.id, { ...share, sheetId: second.id, createdAt: SINCE - MINUTE });
      expect((await store.shares.of(ada.id)).map((each) => each.share.sheetId)).toEqual([sheet.id, second.id]);
      expect((await store.shares.of(ada.id, second.id)).map((each) => each.share.sheetId)).toEqual([second.id]);
      expect((await store.shares.with(bob.id)).map((each) => each.sheet.id)).toEqual([second.id, sheet.id]);
    });

    test("are given by the owner alone, to people who are here", async () => {
      const store = await open();
      const { ada, bob, share } = await sharedSheet(store);
      const carl = await addPerson(store);
      const shut = await addPerson(store, { disabledAt: NOON });
      expect(await store.shares.put(bob.id, { ...share, personId: carl.id })).toBe("missing");
      expect(await store.shares.put(ada.id, { ...share, personId: shut.id })).toBe("missing");
      expect(await store.shares.put(ada.id, { ...share, personId: ada.id })).toBe("missing");
      expect(await store.shares.put(ada.id, { ...share, sheetId: newId(SheetId, NOON) })).toBe("missing");
      expect(await store.shares.of(ada.id)).toHaveLength(1);
    });

    test("end by the owner or by whoever leaves, and by nobody else", async () => {
      const store = await open();
      const made = await sharedSheet(store);
      const { ada, bob, share } = made;
      const carl = await addPerson(store);
      expect(await store.shares.end(carl.id, share, NOON)).toBe(false);
      expect(await store.shares.end(ada.id, share, NOON)).toBe(true);
      expect(await seenBy(store, made)).toEqual(NOTHING);
      expect(await store.shares.end(ada.id, share, NOON)).toBe(false);
      await store.shares.put(ada.id, share);
      expect(await store.shares.end(bob.id, share, NOON)).toBe(true);
      expect(await seenBy(store, made)).toEqual(NOTHING);
    });

    test("show nothing while the sheet or the follow is removed, or the owner is shut out, and end with either", async () => {
      const store = await open();
      const made = await sharedSheet(store);
      const { ada, bob, view, sheet } = made;
      const before = await seenBy(store, made);
      await store.sheets.remove(ada.id, sheet.id, NOON);
      expect(await seenBy(store, made)).toEqual(NOTHING);
      expect(await store.shares.of(ada.id)).toEqual([]);
      await store.sheets.restore(ada.id, sheet.id, NOON);
      await store.people.change(ada.id, { disabledAt: NOON }, { now: NOON });
      expect(await seenBy(store, made)).toEqual(NOTHING);
      await store.people.change(ada.id, { disabledAt: null }, { now: NOON });
      await store.follows.remove(ada.id, view.follow.id, NOON);
      expect(await store.shares.findFollow(bob.id, view.follow.id)).toBeNull();
      await store.follows.restore(ada.id, view.follow.id, NOON);
      expect((await seenBy(store, made)).at(-1)).toEqual(before.at(-1));
      await store.people.remove(bob.id);
      expect(await store.shares.of(ada.id)).toEqual([]);
      const again = await sharedSheet(store);
      await store.people.remove(again.ada.id);
      expect(await seenBy(store, again)).toEqual(NOTHING);
    });

    test("keep what each person has seen apart", async () => {
      const store = await open();
      const { ada, bob, view } = await sharedSheet(store);
      const { follow, latest } = view;
      expect(await store.shares.seenBy(bob.id, [follow.id])).toEqual(new Map());
      await store.shares.markSeen(bob.id, follow.id, latest!.id);
      await store.shares.markSeen(bob.id, follow.id, latest!.id);
      expect(await store.shares.seenBy(bob.id, [follow.id])).toEqual(new Map([[follow.id, latest!.id]]));
      expect(await store.shares.seenBy(ada.id, [follow.id])).toEqual(new Map());
      expect((await store.follows.find(ada.id, follow.id))?.follow).toEqual(follow);
    });

    test("know what was taken off a sheet until that can no longer be undone", async () => {
      const store = await open();
      const { view, sheet } = await sharedSheet(store);
      const ids = [view.follow.id];
      await store.shares.noteTakenOff(sheet.id, ids, NOON);
      await store.shares.noteTakenOff(sheet.id, ids, NOON + 1);
      expect(await store.shares.takenOff(sheet.id, NOON)).toEqual(ids);
      expect(await store.shares.takenOff(sheet.id, NOON + 2)).toEqual([]);
      await store.upkeep.sweep(NOON + 400 * DAY);
      expect(await store.shares.takenOff(sheet.id, 0)).toEqual([]);
    });

    test("tell those who see it, and whom they concern", async () => {
      const store = await open();
      const heard: LiveEvent[] = [];
      const stop = store.listen((event) => heard.push(event));
      const { ada, bob, view, sheet, share } = await sharedSheet(store);
      const his = { personId: bob.id, sheetId: sheet.id };
      expect(await store.shares.audienceOf({ sheet: sheet.id })).toEqual([his]);
      expect(await store.shares.audienceOf({ follow: view.follow.id })).toEqual([his]);
      const { view: elsewhere } = await followSomething(store, ada);
      expect(await store.shares.audienceOf({ follow: elsewhere.follow.id })).toEqual([]);
      await store.shares.end(bob.id, share, NOON);
      expect(await store.shares.audienceOf({ sheet: sheet.id })).toEqual([]);
      const told = () => heard.filter(({ kind }) => kind === "shares-changed").map(({ personId }) => personId);
      await expect.poll(told, { timeout: 30_000 }).toEqual([bob.id, bob.id, ada.id]);
      stop();
    });

    test("by address keep whether they are a frame or a link, and what a wall shows", async () => {
      const store = await open();
      const { ada, sheet } = await sharedSheet(store);
      const wall = { sheetIds: [sheet.id], seconds: 20, isLarge: true };
      for (const facts of [
        { face: "frame", wall: null },
        { face: "link", wall },
      ] as const) {
        const gadget = {
          ...{ id: newId(GadgetId, NOON), personId: ada.id, followId: null, sheetId: sheet.id, ...facts },
          ...{ options: GadgetOptions.parse({}), createdAt: NOON, expiresAt: null, lastShownAt: null },
        };
        expect(await store.gadgets.add(gadget)).toBe(true);
        expect(await store.gadgets.find(gadget.id)).toEqual(gadget);
      }
    });
  });
}
