/** What every store promises about tiles that show what a person wrote, and no follow. */
import { type FeedContent, newId, type OwnContent, type Sheet, type Tile, TileId } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { addPerson, aSheet, aTile, DAY, followSomething, NOON } from "./samples.ts";

const NOTE: OwnContent = { kind: "note", title: "To do", text: "- [ ] buy \u0000 milk \u{1f95b}\n\n\ud800" };
const LINKS: OwnContent = {
  kind: "links",
  title: "Links",
  groups: [
    { heading: null, links: [] },
    { heading: "News", links: [{ title: "Herald", url: "https://herald.example/" }] },
  ],
  opens: "tab",
};
const SEARCH: OwnContent = {
  kind: "search",
  title: null,
  engines: [{ name: "One", template: "https://one.example/?q=%s", prefix: "o" }],
  opens: "here",
};

export function describeOwnTiles(open: () => Promise<Store>): void {
  describe("tiles of what a person wrote", () => {
    test("are stored as they were written, changed by version, and seen by nobody else", async () => {
      const { store, ada, sheet } = await withSheet(open);
      const bob = await addPerson(store);
      for (const content of [NOTE, LINKS, SEARCH]) {
        const tile = ownTile(sheet, content);
        expect(await store.tiles.add(ada.id, tile)).toBe(true);
        expect(await store.tiles.find(ada.id, tile.id)).toEqual(tile);
        expect(await store.tiles.find(bob.id, tile.id)).toBeNull();
        const later: OwnContent = { ...content, title: "Other" };
        const by = (ifVersion: number) => ({ now: NOON, ifVersion });
        expect(await store.tiles.change(bob.id, tile.id, { content: later }, by(1))).toEqual({ kind: "missing" });
        const changed = await store.tiles.change(ada.id, tile.id, { content: later }, by(1));
        expect(changed).toMatchObject({ kind: "changed", record: { content: later, followId: null, version: 2 } });
        expect(await store.tiles.change(ada.id, tile.id, { content }, by(1))).toMatchObject({ kind: "conflict" });
        const other = content.kind === "note" ? LINKS : NOTE;
        expect(await store.tiles.change(ada.id, tile.id, { content: other }, { now: NOON })).toEqual({
          kind: "missing",
        });
      }
      const shown = (await store.sheets.find(ada.id, sheet.id))!.tiles;
      expect(shown.map(({ tile, view, views }) => [tile.content.kind, view, views])).toEqual([
        ["note", null, []],
        ["links", null, []],
        ["search", null, []],
      ]);
    });

    test("are listed over all sheets of one person that are there, without search boxes, the latest first", async () => {
      const { store, ada, sheet } = await withSheet(open);
      const other = aSheet(ada, { title: "Work", position: 1 });
      await store.sheets.add(other);
      const heading: OwnContent = { kind: "heading", title: "Below", isClosed: false };
      const note = { ...ownTile(sheet, NOTE), id: newId(TileId, NOON) };
      const links = { ...ownTile(other, LINKS), id: newId(TileId, NOON + 1) };
      const below = { ...ownTile(other, heading), id: newId(TileId, NOON + 2) };
      for (const tile of [links, below, note, ownTile(sheet, SEARCH)]) await store.tiles.add(ada.id, tile);
      const listed = async (limit: number, { id } = ada) =>
        (await store.tiles.written(id, limit)).map(({ tile, sheet: { title } }) => [title, tile]);
      expect(await listed(9)).toEqual([
        ["Work", below],
        ["Work", links],
        [sheet.title, note],
      ]);
      expect(await listed(1)).toEqual([["Work", below]]);
      expect(await listed(9, await addPerson(store))).toEqual([]);
      await store.sheets.remove(ada.id, other.id, NOON);
      expect(await listed(9)).toEqual([[sheet.title, note]]);
    });

    test("are listed with boards, feeds and what else has a title", async () => {
      const { store, ada, sheet } = await withSheet(open);
      const views = [await followSomething(store, ada), await followSomething(store, ada)].map(({ view }) => view);
      const followIds = views.map(({ follow }) => follow.id);
      const tile = (content: Tile["content"], title: string | null): Tile => {
        const tile = ownTile(sheet, NOTE);
        return { ...tile, followId: followIds[0]!, content, style: { ...tile.style, title } };
      };
      const feed = { kind: "feed", title: "News", shows: "titles", limit: 20, followIds } as const;
      const shown = [
        tile({ kind: "board", title: "Numbers", followIds }, null),
        tile({ ...feed, followIds: [...followIds] }, null),
        tile({ kind: "joined", followIds }, 'The "two"'),
        tile({ kind: "follow" }, "One"),
      ];
      const unnamed = [tile({ kind: "joined", followIds }, null), tile({ kind: "follow" }, null)];
      for (const each of [...shown, ...unnamed]) expect(await store.tiles.add(ada.id, each)).toBe(true);
      const listed = (await store.tiles.written(ada.id, 9)).map(({ tile: { id } }) => id);
      expect(listed.toSorted()).toEqual(shown.map(({ id }) => id).toSorted());
    });

    test("stay when follows are swept, and can be taken off", async () => {
      const { store, ada, sheet } = await withSheet(open);
      const { view } = await followSomething(store, ada);
      const [note, block] = [ownTile(sheet, NOTE), aTile(sheet, view.follow)];
      const content: FeedContent = {
        kind: "feed",
        title: null,
        shows: "titles",
        limit: 20,
        followIds: [view.follow.id],
      };
      const feed: Tile = { ...aTile(sheet, view.follow), content };
      for (const tile of [note, block, feed]) await store.tiles.add(ada.id, tile);
      expect((await store.tiles.find(ada.id, feed.id))?.content).toEqual(content);
      await store.settings.change({ undoMs: 0 });
      await store.follows.remove(ada.id, view.follow.id, NOON);
      const left = async () => (await store.sheets.find(ada.id, sheet.id))!.tiles.map(({ tile }) => tile.id);
      expect(await left()).toEqual([note.id]);
      await store.upkeep.sweep(NOON + DAY);
      expect(await left()).toEqual([note.id]);
      expect(await store.tiles.find(ada.id, feed.id)).toBeNull();
      expect(await store.tiles.remove(ada.id, note.id, NOON)).toBe(true);
      expect(await left()).toEqual([]);
    });
  });
}

async function withSheet(open: () => Promise<Store>) {
  const store = await open();
  const ada = await addPerson(store);
  const sheet = aSheet(ada);
  await store.sheets.add(sheet);
  return { store, ada, sheet };
}

let rows = 0;
/** Below those before it. */
function ownTile(sheet: Sheet, content: OwnContent): Tile {
  const place = { x: 0, y: rows++, width: 4, height: 1 };
  return { ...aTile(sheet, { id: "" as never }), id: newId(TileId, NOON), followId: null, content, place };
}
