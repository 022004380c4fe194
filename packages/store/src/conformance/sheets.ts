/** What every store promises about sheets, channels, deliveries and the instance. */
import {
  AuditEntryId,
  CataloguePageId,
  newId,
  PageSource,
  type Person,
  type PersonId,
  type PrivateHost,
  SheetId,
  TileId,
} from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import {
  aChannel,
  aCheck,
  aDelivery,
  addPerson,
  aSheet,
  aSource,
  aTile,
  claimNow,
  DAY,
  followSomething,
  HOLDER,
  MINUTE,
  NOON,
  unique,
} from "./samples.ts";

export function describeSheets(open: () => Promise<Store>): void {
  describe("sheets", () => {
    test("show their tiles with what each follow was last", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { view } = await followSomething(store, ada);
      const sheet = aSheet(ada);
      const tile = aTile(sheet, view.follow);
      await store.sheets.add(sheet);
      expect(await store.tiles.add(ada.id, tile)).toBe(true);
      expect(await store.sheets.find(ada.id, sheet.id)).toEqual({ sheet, tiles: [{ tile, view, views: [view] }] });
      expect(await store.sheets.findByFeedKey(sheet.feedKey)).toEqual({
        sheet,
        tiles: [{ tile, view, views: [view] }],
      });
      const empty = aSheet(ada, { position: 1 });
      await store.sheets.add(empty);
      expect(await store.sheets.list(ada.id)).toEqual([sheet, empty]);
      expect(await store.sheets.list(ada.id, { follow: view.follow.id })).toEqual([sheet]);
      await store.people.change(ada.id, { disabledAt: NOON }, { now: NOON });
      expect(await store.sheets.findByFeedKey(sheet.feedKey)).toBeNull();
      await store.people.change(ada.id, { disabledAt: null }, { now: NOON });
      await store.follows.remove(ada.id, view.follow.id, NOON);
      expect((await store.sheets.find(ada.id, sheet.id))?.tiles).toEqual([]);
      await store.follows.restore(ada.id, view.follow.id, NOON);
      expect((await store.sheets.find(ada.id, sheet.id))?.tiles).toHaveLength(1);
    });

    test("show several follows as one tile, in their order, and what is left of them", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const [{ view: one }, { view: two }, { view: three }] = [
        await followSomething(store, ada),
        await followSomething(store, ada),
        await followSomething(store, ada),
      ];
      const sheet = aSheet(ada);
      const joined = aTile(sheet, two.follow, one.follow);
      await store.sheets.add(sheet);
      expect(await store.tiles.add(ada.id, joined)).toBe(true);
      const shown = async () => (await store.sheets.find(ada.id, sheet.id))?.tiles;
      expect(await shown()).toEqual([{ tile: joined, view: two, views: [two, one] }]);
      expect(await store.tiles.find(ada.id, joined.id)).toEqual(joined);
      for (const { follow } of [one, two]) {
        expect(await store.sheets.list(ada.id, { follow: follow.id })).toEqual([sheet]);
      }
      const listed = async (sheet: SheetId | "none") =>
        (await store.follows.list(ada.id, { sheet, limit: 10 })).items.map(({ follow }) => follow.id).sort();
      expect(await listed(sheet.id)).toEqual([one.follow.id, two.follow.id].sort());
      expect(await listed("none")).toEqual([three.follow.id]);
      // the first goes: the other leads, and the tile knows both while that can be undone
      await store.follows.remove(ada.id, two.follow.id, NOON);
      expect(await shown()).toMatchObject([{ tile: joined, view: { follow: { id: one.follow.id } } }]);
      await store.follows.restore(ada.id, two.follow.id, NOON);
      expect((await shown())?.[0]?.views).toHaveLength(2);
      await store.follows.remove(ada.id, two.follow.id, NOON);
      await store.upkeep.sweep(NOON + 400 * DAY);
      const left = { ...joined, followId: one.follow.id, content: { kind: "follow" } };
      expect(await shown()).toMatchObject([{ tile: left }]);
      await store.follows.remove(ada.id, one.follow.id, NOON);
      await store.upkeep.sweep(NOON + 400 * DAY);
      expect(await store.tiles.find(ada.id, joined.id)).toBeNull();
    });

    test("exchange tiles at once or not at all", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const [{ view: one }, { view: two }] = [await followSomething(store, ada), await followSomething(store, ada)];
      const { view: his } = await followSomething(store, bob);
      const [sheet, other] = [aSheet(ada), aSheet(ada, { position: 1 })];
      await store.sheets.add(sheet);
      await store.sheets.add(other);
      const [a, b] = [aTile(sheet, one.follow), aTile(sheet, two.follow)];
      await store.tiles.add(ada.id, a);
      await store.tiles.add(ada.id, b);
      const joined = aTile(sheet, one.follow, two.follow);
      const without = [a.id, b.id];
      const shown = async () => (await store.sheets.find(ada.id, sheet.id))?.tiles.map(({ tile }) => tile.id).sort();
      const refused = [
        store.tiles.exchange(bob.id, sheet.id, { without, tiles: [joined], now: NOON }),
        store.tiles.exchange(ada.id, other.id, { without, tiles: [], now: NOON }),
        store.tiles.exchange(ada.id, sheet.id, { without, tiles: [aTile(other, one.follow)], now: NOON }),
        store.tiles.exchange(ada.id, sheet.id, { without, tiles: [aTile(sheet, one.follow, his.follow)], now: NOON }),
        store.tiles.exchange(ada.id, sheet.id, {
          without: [a.id, newId(TileId, NOON)],
          tiles: [joined],
          now: NOON,
        }),
      ];
      expect(await Promise.all(refused)).toEqual([false, false, false, false, false]);
      expect(await shown()).toEqual([...without].sort());
      expect(await store.tiles.exchange(ada.id, sheet.id, { without, tiles: [joined], now: NOON })).toBe(true);
      expect(await shown()).toEqual([joined.id]);
      expect(await store.tiles.exchange(ada.id, sheet.id, { without: [joined.id], tiles: [a, b], now: NOON })).toBe(
        true,
      );
      expect(await shown()).toEqual([...without].sort());
    });

    test("lose several tiles at once, those that are there", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const { view } = await followSomething(store, ada);
      const [sheet, other] = [aSheet(ada), aSheet(ada, { position: 1 })];
      await store.sheets.add(sheet);
      await store.sheets.add(other);
      const [a, b, left] = [aTile(sheet, view.follow), aTile(sheet, view.follow), aTile(sheet, view.follow)];
      const elsewhere = aTile(other, view.follow);
      for (const tile of [a, b, left, elsewhere]) await store.tiles.add(ada.id, tile);
      const ids = [a.id, elsewhere.id, newId(TileId, NOON), b.id];
      expect(await store.tiles.removeAll(bob.id, sheet.id, ids, NOON)).toEqual([]);
      const removed = await store.tiles.removeAll(ada.id, sheet.id, ids, NOON);
      expect(new Set(removed)).toEqual(new Set([a, b]));
      expect(await store.tiles.removeAll(ada.id, sheet.id, ids, NOON)).toEqual([]);
      const shown = async (id: SheetId) => (await store.sheets.find(ada.id, id))?.tiles.map(({ tile }) => tile);
      expect([await shown(sheet.id), await shown(other.id)]).toEqual([[left], [elsewhere]]);
    });

    test("say which blocks somebody has on a sheet as a picture", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const [one, other] = [await followSomething(store, ada), await followSomething(store, ada)];
      const blocks = [one.view.block.id, other.view.block.id];
      const sheet = aSheet(ada);
      await store.sheets.add(sheet);
      for (const { view } of [one, other]) await store.tiles.add(ada.id, aTile(sheet, view.follow));
      expect([...(await store.checks.shownAsPictures(blocks))]).toEqual([]);
      const tile = aTile(sheet, one.view.follow);
      await store.tiles.add(ada.id, { ...tile, style: { ...tile.style, way: "picture" } });
      expect([...(await store.checks.shownAsPictures(blocks))]).toEqual([one.view.block.id]);
      expect([...(await store.checks.shownAsPictures([blocks[1]!]))]).toEqual([]);
      const needed = aTile(sheet, other.view.follow);
      await store.tiles.add(ada.id, { ...needed, style: { ...needed.style, needsPicture: true } });
      expect(await store.checks.shownAsPictures(blocks)).toEqual(new Set(blocks));
      const part = { ...needed.style, needsPicture: true, parts: { [other.view.follow.id]: "text" as const } };
      expect(await store.tiles.change(ada.id, needed.id, { style: part }, { now: NOON })).toMatchObject({
        kind: "changed",
      });
      expect([...(await store.checks.shownAsPictures(blocks))]).toEqual([one.view.block.id]);
      await store.sheets.remove(ada.id, sheet.id, NOON);
      expect([...(await store.checks.shownAsPictures(blocks))]).toEqual([]);
    });

    test("are nobody else's, nor are the tiles on them", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const { view } = await followSomething(store, ada);
      const [sheet, other] = [aSheet(ada), aSheet(bob)];
      const tile = aTile(sheet, view.follow);
      await store.sheets.add(sheet);
      await store.sheets.add(other);
      await store.tiles.add(ada.id, tile);
      expect(await store.sheets.find(bob.id, sheet.id)).toBeNull();
      expect(await store.sheets.list(bob.id, { follow: view.follow.id })).toEqual([]);
      expect(await store.sheets.change(bob.id, sheet.id, { title: "x" }, { now: NOON })).toEqual({ kind: "missing" });
      expect(await store.sheets.remove(bob.id, sheet.id, NOON)).toBe(false);
      expect(await store.tiles.find(bob.id, tile.id)).toBeNull();
      expect(await store.tiles.remove(bob.id, tile.id, NOON)).toBe(false);
      expect(await store.tiles.move(bob.id, sheet.id, [{ id: tile.id, place: tile.place }])).toBe(0);
      expect(await store.tiles.move(bob.id, other.id, [{ id: tile.id, place: tile.place }])).toBe(0);
      expect(await store.tiles.change(bob.id, tile.id, { style: tile.style }, { now: NOON })).toEqual({
        kind: "missing",
      });
      expect(await store.tiles.add(bob.id, aTile(other, view.follow))).toBe(false);
      expect(await store.tiles.add(bob.id, aTile(sheet, view.follow))).toBe(false);
    });

    test("keep places and styles, tell the owner's pages, and can be deleted and restored", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { view } = await followSomething(store, ada);
      const sheet = aSheet(ada);
      const tile = aTile(sheet, view.follow);
      await store.sheets.add(sheet);
      await store.tiles.add(ada.id, tile);
      const heard: string[] = [];
      const stop = store.listen((event) => event.personId === ada.id && heard.push(`${event.kind} ${event.at}`));
      const place = { x: 3, y: 4, width: 5, height: 6 };
      const unknown = newId(TileId, NOON);
      expect(
        await store.tiles.move(ada.id, sheet.id, [
          { id: tile.id, place },
          { id: unknown, place },
        ]),
      ).toBe(1);
      const style = { ...tile.style, title: "My news", background: "#aabbcc" };
      expect(await store.tiles.change(ada.id, tile.id, { style }, { now: NOON, ifVersion: 1 })).toMatchObject({
        kind: "conflict",
      });
      await store.tiles.change(ada.id, tile.id, { style }, { now: NOON + 5, ifVersion: 2 });
      expect(await store.tiles.find(ada.id, tile.id)).toEqual({ ...tile, place, style, version: 3 });
      await Promise.all([
        store.tiles.change(ada.id, tile.id, { style: { way: "page" } }, { now: NOON + 5 }),
        store.tiles.change(ada.id, tile.id, { style: { needsPicture: true } }, { now: NOON + 5 }),
        store.tiles.change(ada.id, tile.id, { style: { height: "auto" } }, { now: NOON + 5 }),
      ]);
      const restyled = { ...style, way: "page", needsPicture: true, height: "auto" };
      expect(await store.tiles.find(ada.id, tile.id)).toEqual({ ...tile, place, style: restyled, version: 6 });
      // what happened before may be heard late, and equal events of one moment once, where they cross processes
      await expect.poll(() => heard, { timeout: 30_000 }).toContain(`sheet-changed ${NOON + 5}`);
      stop();
      expect(await store.sheets.remove(ada.id, sheet.id, NOON)).toBe(true);
      expect(await store.sheets.list(ada.id)).toEqual([]);
      expect(await store.sheets.restore(ada.id, sheet.id, NOON)).toBe(true);
      expect(await store.sheets.list(ada.id)).toHaveLength(1);
      expect(await store.sheets.find(ada.id, newId(SheetId, NOON))).toBeNull();
    });

    test("what is on none of them that is there is listed by itself", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const { view } = await followSomething(store, ada);
      const { view: other } = await followSomething(store, ada);
      await followSomething(store, bob);
      const sheet = aSheet(ada);
      await store.sheets.add(sheet);
      const tile = aTile(sheet, view.follow);
      await store.tiles.add(ada.id, tile);
      const loose = async () =>
        (await store.follows.list(ada.id, { limit: 9, sheet: "none" })).items.map(({ follow }) => follow.id);
      const both = [view.follow.id, other.follow.id].sort();
      expect(await loose()).toEqual([other.follow.id]);
      await store.sheets.remove(ada.id, sheet.id, NOON);
      expect((await loose()).sort()).toEqual(both);
      await store.sheets.restore(ada.id, sheet.id, NOON);
      expect(await loose()).toEqual([other.follow.id]);
      expect(await store.tiles.remove(ada.id, tile.id, NOON)).toBe(true);
      expect((await loose()).sort()).toEqual(both);
      await store.follows.remove(ada.id, other.follow.id, NOON);
      expect(await loose()).toEqual([view.follow.id]);
    });
  });

  describe("deliveries", () => {
    const EVERYBODY = { people: 1_000, perPerson: 1_000, except: [] };

    test("are claimed once, settled by who claimed them, and tried again when they must be", async () => {
      const store = await open();
      const channel = aChannel(await addPerson(store));
      await store.channels.add(channel);
      const delivery = aDelivery(channel);
      await store.deliveries.add([delivery]);
      const claim = (now: number) => store.deliveries.claim({ ...HOLDER, ...EVERYBODY, now });
      const [first] = await claim(NOON);
      expect(first).toMatchObject({ delivery, channel });
      expect(await claim(NOON)).toEqual([]);
      const [second] = await claim(NOON + MINUTE);
      expect(await store.deliveries.settle(first!, { kind: "sent", at: NOON })).toBe(false);
      const again = { kind: "again" as const, dueAt: NOON + DAY, error: "503" };
      expect(await store.deliveries.settle(second!, again)).toBe(true);
      const [third] = await claim(NOON + DAY);
      expect(third?.delivery).toMatchObject({ attempts: 1, lastError: "503" });
      await store.deliveries.settle(third!, { kind: "dead", error: "410" });
      const dead = await store.deliveries.list(channel.personId, "dead", { limit: 9 });
      expect(dead.items).toMatchObject([{ id: delivery.id, attempts: 2, lastError: "410", dueAt: null }]);
      expect(await store.deliveries.revive(channel.personId, delivery.id, NOON + DAY)).toBe(true);
      const [fourth] = await claim(NOON + DAY);
      await store.deliveries.settle(fourth!, { kind: "held", dueAt: NOON + 2 * DAY });
      expect(await claim(NOON + DAY)).toEqual([]);
      const [fifth] = await claim(NOON + 2 * DAY);
      expect(fifth?.delivery.attempts).toBe(0);
      await store.deliveries.settle(fifth!, { kind: "sent", at: NOON + 2 * DAY });
      expect((await store.deliveries.list(channel.personId, "sent", { limit: 9 })).items).toHaveLength(1);
    });

    test("are claimed by people in turn, however much one of them has to be told", async () => {
      const store = await open();
      const [ada, bob, eve] = [await addPerson(store), await addPerson(store), await addPerson(store)];
      const addDue = async (person: Person, dueAt: number, count: number) => {
        const channel = aChannel(person);
        await store.channels.add(channel);
        await store.deliveries.add(Array.from({ length: count }, () => aDelivery(channel, { dueAt })));
      };
      await addDue(ada, 1, 7);
      await addDue(bob, 2, 1);
      await addDue(eve, 3, 2);
      const claim = async (except: readonly PersonId[], people = 2) => {
        const claimed = await store.deliveries.claim({ ...HOLDER, now: NOON, people, perPerson: 3, except });
        return claimed.map(({ delivery }) => delivery.personId);
      };
      expect(await store.deliveries.nextDueAt([])).toBe(1);
      expect(await store.deliveries.nextDueAt([ada.id, bob.id])).toBe(3);
      expect(await claim([])).toEqual([ada.id, ada.id, ada.id, bob.id]);
      expect(await claim([ada.id], 1)).toEqual([eve.id, eve.id]);
      expect(await claim([], 1)).toEqual([ada.id, ada.id, ada.id]);
    });

    test("of a paused channel wait, and nobody sees or revives another's", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const channel = aChannel(ada);
      await store.channels.add(channel);
      await store.channels.change(ada.id, channel.id, { pausedAt: NOON }, { now: NOON });
      const delivery = aDelivery(channel, { state: "dead", dueAt: null });
      await store.deliveries.add([delivery, aDelivery(channel)]);
      expect(await store.deliveries.claim({ ...HOLDER, ...EVERYBODY, now: NOON })).toEqual([]);
      expect((await store.deliveries.list(bob.id, "dead", { limit: 9 })).items).toEqual([]);
      expect(await store.deliveries.revive(bob.id, delivery.id, NOON)).toBe(false);
      expect(await store.channels.find(bob.id, channel.id)).toBeNull();
      expect(await store.channels.remove(bob.id, channel.id)).toBe(false);
      expect(await store.channels.remove(ada.id, channel.id)).toBe(true);
      expect((await store.deliveries.list(ada.id, "waiting", { limit: 9 })).items).toEqual([]);
    });
  });

  describe("the instance", () => {
    test("has settings with defaults and keeps what was changed", async () => {
      const store = await open();
      const before = await store.settings.read();
      expect(before.undoMs).toBeGreaterThan(0);
      const privateHosts: PrivateHost[] = [{ host: "nas.local", port: 8080, for: "owner", use: "pages" }];
      const changed = await store.settings.change({ privateHosts });
      expect(changed).toEqual({ ...before, privateHosts });
      expect(await store.settings.read()).toEqual(changed);
    });

    test("reads private hosts of before they said for whom and what for: the owner's, for both", async () => {
      const store = await open();
      await store.settings.change({ privateHosts: ["nas.local:81", "not a host"] as never });
      const both = { host: "nas.local", port: 81, for: "owner" };
      expect((await store.settings.read()).privateHosts).toEqual([
        { ...both, use: "pages" },
        { ...both, use: "channels" },
      ]);
    });

    test("makes a secret once, however many ask at the same time", async () => {
      const store = await open();
      const name = unique("key");
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, at) => store.settings.secret(name, () => `${at}`)),
      );
      expect(new Set(answers).size).toBe(1);
    });

    test("offers public pages to everyone, once, and keeps them on the schedule", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store, { role: "owner" }), await addPerson(store)];
      const page = await store.pages.ensure(aSource(), ada.id, NOON);
      const entry = {
        id: newId(CataloguePageId, NOON),
        pageId: page.id,
        offeredBy: ada.id,
        title: "Herald",
        about: "",
        schedule: { kind: "every" as const, intervalMs: DAY },
        training: null,
        createdAt: NOON,
        version: 1,
      };
      expect(await store.pages.find(bob.id, page.id)).toBeNull();
      expect(await store.catalogue.offer(entry, NOON)).toBe(true);
      expect(await store.catalogue.offer({ ...entry, id: newId(CataloguePageId, NOON) }, NOON)).toBe(false);
      expect(await store.pages.find(bob.id, page.id)).not.toBeNull();
      const claim = await claimNow(store, page);
      expect((await store.checks.load(claim))?.catalogue).toEqual(entry);
      await store.checks.record(claim, aCheck(page, { training: { k: 1 } }));
      expect((await store.catalogue.find(entry.id))?.entry.training).toEqual({ k: 1 });
      expect((await store.catalogue.list()).map((one) => one.entry.id)).toEqual([entry.id]);
      expect(await store.catalogue.withdraw(entry.id)).toBe(true);
      expect(await store.catalogue.list()).toEqual([]);
      const secret = await store.pages.ensure(
        PageSource.parse({ url: page.source.url, keepCookies: true }),
        ada.id,
        NOON,
      );
      expect(await store.catalogue.offer({ ...entry, pageId: secret.id }, NOON)).toBe(false);
    });

    test("remembers what happened to accounts, latest first", async () => {
      const store = await open();
      const ada = await addPerson(store);
      for (const action of ["login", "logout"] as const) {
        const at = action === "login" ? NOON : NOON + 1;
        await store.audit.add({
          id: newId(AuditEntryId, at),
          at,
          personId: ada.id,
          action,
          address: "127.0.0.1",
          detail: {},
        });
      }
      const { items } = await store.audit.list({ limit: 9, person: ada.id });
      expect(items.map((entry) => entry.action)).toEqual(["logout", "login"]);
    });
  });
}
