/** What every store promises about where tiles lie, on each screen and on which sheet, and about how sheets look. */
import { newId, type Person, type Sheet, SheetId, type Tile, TileId, TileStyle } from "@tessera/model";
import { describe, expect, test } from "vitest";
import { packBody } from "../contract/body.ts";
import type { Store } from "../contract/store.ts";
import { addPerson, aSheet, aTile, followSomething, NOON } from "./samples.ts";

interface Arranged {
  readonly store: Store;
  readonly ada: Person;
  readonly sheets: readonly [Sheet, Sheet];
  readonly tiles: readonly [Tile, Tile];
}

async function arranged(open: () => Promise<Store>): Promise<Arranged> {
  const store = await open();
  const ada = await addPerson(store);
  const sheets = [aSheet(ada), aSheet(ada, { position: 1 })] as const;
  for (const sheet of sheets) await store.sheets.add(sheet);
  const { view } = await followSomething(store, ada);
  const tiles = [0, 1].map((at) => ({
    ...aTile(sheets[0], view.follow),
    place: { x: 4 * at, y: 0, width: 4, height: 3 },
  })) as unknown as [Tile, Tile];
  for (const tile of tiles) await store.tiles.add(ada.id, tile);
  return { store, ada, sheets, tiles };
}

/** Of a closed group. */
function aHeading({ id: sheetId }: Sheet, y: number): Tile {
  const content = { kind: "heading" as const, title: "Later", isClosed: true };
  const place = { x: 0, y, width: 12, height: 1 };
  return { id: newId(TileId, NOON), sheetId, followId: null, content, place, style: TileStyle.parse({}), version: 1 };
}

function anOpenHeading(sheet: Sheet, y: number): Tile {
  return { ...aHeading(sheet, y), content: { kind: "heading", title: "Now", isClosed: false } };
}

async function close(store: Store, { id: ada }: Person, headings: readonly Tile[]): Promise<void> {
  for (const { id, content } of headings) await store.tiles.change(ada, id, { content }, { now: NOON });
}

async function areClosed(store: Store, { id: ada }: Person, headings: readonly Tile[]): Promise<readonly boolean[]> {
  const found = await Promise.all(headings.map(({ id }) => store.tiles.find(ada, id)));
  return found.map((each) => each?.content.kind === "heading" && each.content.isClosed);
}

const FULL = { x: 0, y: 5, width: 2, height: 4 };

export function describeArranging(open: () => Promise<Store>): void {
  describe("screens", () => {
    test("have places of their own, and what is moved on one lies on the others where it lay", async () => {
      const { store, ada, sheets, tiles } = await arranged(open);
      const [{ id }, other] = tiles;
      const move = (place: Parameters<Store["tiles"]["move"]>[2][number]["place"], screen?: "phone" | "tablet") =>
        store.tiles.move(ada.id, sheets[0].id, [{ id, place }], screen);
      expect(await move({ ...FULL, isFixed: true }, "phone")).toBe(1);
      expect(await move({ x: 1, y: 1, width: 6, height: 2 }, "tablet")).toBe(1);
      expect(await move({ x: 2, y: 2, width: 2, height: 2 })).toBe(1);
      expect(await store.tiles.find(ada.id, id)).toMatchObject({
        place: { x: 2, y: 2, width: 2, height: 2 },
        screens: { phone: { ...FULL, isFixed: true }, tablet: { x: 1, y: 1, width: 6, height: 2 } },
        version: 4,
      });
      expect(await store.tiles.find(ada.id, other.id)).toStrictEqual(other);
    });

    test("are forgotten one by one", async () => {
      const { store, ada, sheets, tiles } = await arranged(open);
      const places = tiles.map(({ id }) => ({ id, place: FULL }));
      for (const screen of ["phone", "tablet"] as const) {
        await store.tiles.move(ada.id, sheets[0].id, places, screen);
      }
      expect(await store.tiles.forgetScreen(ada.id, sheets[0].id, "phone")).toBe(true);
      expect((await store.tiles.find(ada.id, tiles[1].id))?.screens).toEqual({ tablet: FULL });
      expect(await store.tiles.forgetScreen(ada.id, sheets[0].id, "tablet")).toBe(true);
      expect(await store.tiles.find(ada.id, tiles[1].id)).not.toHaveProperty("screens");
    });

    test("of another person's sheet are left alone", async () => {
      const { store, ada, sheets, tiles } = await arranged(open);
      const bob = await addPerson(store);
      const places = [{ id: tiles[0].id, place: FULL }];
      expect(await store.tiles.move(bob.id, sheets[0].id, places, "phone")).toBe(0);
      expect(await store.tiles.forgetScreen(bob.id, sheets[0].id, "phone")).toBe(false);
      expect(await store.tiles.find(ada.id, tiles[0].id)).toStrictEqual(tiles[0]);
    });
  });

  describe("tiles", () => {
    test("that come to a sheet are seen: the closed group that they come to opens, on whichever screen", async () => {
      const { store, ada, sheets, tiles } = await arranged(open);
      const [sheet, other] = sheets;
      const [above, below] = [aHeading(sheet, 0), aHeading(sheet, 10)];
      const isClosed = () => areClosed(store, ada, [above, below]);
      for (const heading of [above, below]) await store.tiles.add(ada.id, heading);
      const fresh = () => ({ ...tiles[0], id: newId(TileId, NOON), sheetId: sheet.id, place: { ...FULL, y: 12 } });
      await close(store, ada, [above, below]);
      await store.tiles.add(ada.id, fresh());
      expect(await isClosed()).toEqual([true, false]);
      await close(store, ada, [above, below]);
      await store.tiles.exchange(ada.id, sheet.id, { without: [], tiles: [fresh()], now: NOON });
      expect(await isClosed()).toEqual([true, false]);
      await close(store, ada, [above, below]);
      const away = { ...fresh(), sheetId: other.id };
      await store.tiles.add(ada.id, away);
      await store.tiles.transfer(ada.id, sheet.id, { tiles: [away], now: NOON });
      expect(await isClosed()).toEqual([true, false]);
      // on a phone the first group is the last one
      await close(store, ada, [above, below]);
      const places = [below, above].map(({ id }, y) => ({ id, place: { ...FULL, y, height: 1 } }));
      await store.tiles.move(ada.id, sheet.id, places, "phone");
      await close(store, ada, [above, below]);
      await store.tiles.add(ada.id, fresh());
      expect(await isClosed()).toEqual([false, false]);
    });

    test("stay seen when their heading goes: the closed group that takes them in opens, on whichever screen", async () => {
      const goings: readonly ((store: Store, ada: Person, gone: Tile) => Promise<unknown>)[] = [
        (store, ada, { id }) => store.tiles.remove(ada.id, id, NOON),
        (store, ada, { id, sheetId }) => store.tiles.removeAll(ada.id, sheetId, [id], NOON),
        (store, ada, { id, sheetId }) => store.tiles.exchange(ada.id, sheetId, { without: [id], tiles: [], now: NOON }),
        (store, ada, { id, sheetId }) =>
          store.tiles.move(ada.id, sheetId, [{ id, place: { x: 0, y: 90, width: 12, height: 1 } }]),
        async (store, ada, { id, place }) => {
          const [, other] = await store.sheets.list(ada.id);
          return store.tiles.transfer(ada.id, other!.id, { tiles: [{ id, place }], now: NOON });
        },
      ];
      for (const go of goings) {
        const { store, ada, sheets, tiles } = await arranged(open);
        const [sheet] = sheets;
        const [first, above, below] = [aHeading(sheet, 0), aHeading(sheet, 5), anOpenHeading(sheet, 10)];
        for (const heading of [first, above, below]) await store.tiles.add(ada.id, heading);
        await store.tiles.move(ada.id, sheet.id, [{ id: tiles[0].id, place: { ...FULL, y: 12 } }]);
        await close(store, ada, [first, above]);
        expect(await areClosed(store, ada, [first, above])).toEqual([true, true]);
        await go(store, ada, below);
        expect(await areClosed(store, ada, [first, above])).toEqual([true, false]);
      }
      // on a phone another heading is above
      const { store, ada, sheets, tiles } = await arranged(open);
      const [sheet] = sheets;
      const [first, above, below] = [aHeading(sheet, 0), aHeading(sheet, 5), anOpenHeading(sheet, 10)];
      for (const heading of [first, above, below]) await store.tiles.add(ada.id, heading);
      const onPhone = [above, first, below, tiles[0]].map(({ id }, y) => ({ id, place: { ...FULL, y, height: 1 } }));
      await store.tiles.move(ada.id, sheet.id, onPhone, "phone");
      await store.tiles.move(ada.id, sheet.id, [{ id: tiles[0].id, place: { ...FULL, y: 12 } }]);
      await close(store, ada, [first, above]);
      await store.tiles.remove(ada.id, below.id, NOON);
      expect(await areClosed(store, ada, [first, above])).toEqual([false, false]);
    });

    test("stay seen when they are moved into a closed group, or a screen is forgotten on which they were in none", async () => {
      const { store, ada, sheets, tiles } = await arranged(open);
      const [sheet] = sheets;
      const heading = aHeading(sheet, 5);
      await store.tiles.add(ada.id, heading);
      await store.tiles.move(ada.id, sheet.id, [{ id: tiles[0].id, place: { ...FULL, y: 6 } }]);
      expect(await areClosed(store, ada, [heading])).toEqual([false]);
      const onPhone = [tiles[0], heading].map(({ id }, y) => ({ id, place: { ...FULL, y, height: 1 } }));
      await store.tiles.move(ada.id, sheet.id, onPhone, "phone");
      await close(store, ada, [heading]);
      await store.tiles.forgetScreen(ada.id, sheet.id, "phone");
      expect(await areClosed(store, ada, [heading])).toEqual([false]);
    });

    test("of a closed group stay in it when it is moved with all that it holds, or other tiles come and go", async () => {
      const { store, ada, sheets, tiles } = await arranged(open);
      const [sheet] = sheets;
      const heading = aHeading(sheet, 5);
      await store.tiles.add(ada.id, heading);
      await store.tiles.move(ada.id, sheet.id, [{ id: tiles[0].id, place: { ...FULL, y: 6 } }]);
      await close(store, ada, [heading]);
      await store.tiles.move(ada.id, sheet.id, [
        { id: tiles[0].id, place: { ...FULL, y: 16 } },
        { id: heading.id, place: { ...heading.place, y: 15 } },
      ]);
      await store.tiles.remove(ada.id, tiles[1].id, NOON);
      expect(await areClosed(store, ada, [heading])).toEqual([true]);
      // taken back in one go, as it was
      await store.tiles.remove(ada.id, heading.id, NOON);
      const closed = { ...heading.content, isClosed: true } as Tile["content"];
      await store.tiles.add(ada.id, { ...heading, content: closed, place: { ...heading.place, y: 15 } });
      expect(await areClosed(store, ada, [heading])).toEqual([true]);
    });

    test("that come in a closed group stay in it", async () => {
      const { store, ada, sheets, tiles } = await arranged(open);
      const [from, to] = sheets;
      const heading = aHeading(from, 10);
      await store.tiles.add(ada.id, heading);
      const moving = [heading, { id: tiles[0].id, place: { ...FULL, y: 11 } }];
      await store.tiles.transfer(ada.id, to.id, { tiles: moving, now: NOON });
      expect((await store.tiles.find(ada.id, heading.id))?.content).toMatchObject({ isClosed: true });
    });

    test("go to another sheet and come back, all of them or none", async () => {
      const { store, ada, sheets, tiles } = await arranged(open);
      const [from, to] = sheets;
      const moving = tiles.map(({ id }, at) => ({ id, place: { ...FULL, y: 4 * at } }));
      const isThere = { id: newId(TileId, NOON), place: FULL };
      expect(await store.tiles.transfer(ada.id, to.id, { tiles: [...moving, isThere], now: NOON })).toBe(false);
      expect((await store.sheets.find(ada.id, from.id))?.tiles).toHaveLength(2);
      expect(await store.tiles.transfer(ada.id, to.id, { tiles: moving, now: NOON })).toBe(true);
      expect((await store.sheets.find(ada.id, from.id))?.tiles).toEqual([]);
      expect((await store.sheets.find(ada.id, to.id))?.tiles.map(({ tile }) => [tile.id, tile.place.y])).toEqual([
        [tiles[0].id, 0],
        [tiles[1].id, 4],
      ]);
      const back = tiles.map(({ id, place }) => ({ id, place, screens: { phone: FULL } }));
      expect(await store.tiles.transfer(ada.id, from.id, { tiles: back, now: NOON })).toBe(true);
      expect(await store.tiles.find(ada.id, tiles[0].id)).toEqual({
        ...tiles[0],
        screens: { phone: FULL },
        version: 3,
      });
    });

    test("are moved by their person alone, to sheets that are there", async () => {
      const { store, ada, sheets, tiles } = await arranged(open);
      const bob = await addPerson(store);
      const his = aSheet(bob);
      await store.sheets.add(his);
      const one = { tiles: [{ id: tiles[0].id, place: FULL }], now: NOON };
      expect(await store.tiles.transfer(bob.id, his.id, one)).toBe(false);
      expect(await store.tiles.transfer(ada.id, his.id, one)).toBe(false);
      await store.sheets.remove(ada.id, sheets[1].id, NOON);
      expect(await store.tiles.transfer(ada.id, sheets[1].id, one)).toBe(false);
      expect(await store.tiles.find(ada.id, tiles[0].id)).toStrictEqual(tiles[0]);
    });
  });

  describe("sheets", () => {
    test("are in the order that their person says, and those that are not named come after", async () => {
      const { store, ada, sheets } = await arranged(open);
      const third = aSheet(ada, { position: 2 });
      await store.sheets.add(third);
      const [first, second] = sheets;
      const order = async () => (await store.sheets.list(ada.id)).map(({ id }) => id);
      await store.sheets.order(ada.id, [third.id, newId(SheetId, NOON), first.id, third.id], NOON);
      expect(await order()).toEqual([third.id, first.id, second.id]);
      const bob = await addPerson(store);
      await store.sheets.order(bob.id, [second.id], NOON);
      expect(await order()).toEqual([third.id, first.id, second.id]);
    });

    test("have a picture behind them until it is taken away, and nobody else gives them one", async () => {
      const { store, ada, sheets } = await arranged(open);
      const bob = await addPerson(store);
      const picture = packBody(new Uint8Array([255, 216, 255, 217]));
      const [{ id }] = sheets;
      expect((await store.sheets.setPicture(bob.id, id, picture, NOON)).kind).toBe("missing");
      expect((await store.sheets.setPicture(ada.id, id, picture, NOON)).kind).toBe("changed");
      expect((await store.sheets.find(ada.id, id))?.sheet.picture).toBe(picture.hash);
      expect([...((await store.bodies.read(picture.hash)) ?? [])]).toEqual([255, 216, 255, 217]);
      await store.sheets.setPicture(ada.id, id, null, NOON);
      expect((await store.sheets.find(ada.id, id))?.sheet).not.toHaveProperty("picture");
    });
  });

  test("a person's look for new sheets is kept, and taken back", async () => {
    const store = await open();
    const ada = await addPerson(store);
    const sheetStyle = { theme: "dark", density: "cosy", reader: false, accent: null, palette: "mist" } as const;
    await store.people.change(ada.id, { sheetStyle }, { now: NOON });
    expect((await store.people.find(ada.id))?.sheetStyle).toEqual(sheetStyle);
    await store.people.change(ada.id, { sheetStyle: null }, { now: NOON });
    expect(await store.people.find(ada.id)).not.toHaveProperty("sheetStyle");
  });
}
