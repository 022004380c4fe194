/** What every store promises about tiles that show several follows, and about one block on many pages. */
import {
  type Board,
  type FollowId,
  newId,
  PageSource,
  type PendingFollow,
  PendingFollowId,
  type Person,
  type Template,
  TemplateId,
  type TemplatePage,
  type Tile,
  TileId,
} from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { MAX_TEMPLATES } from "../contract/template-records.ts";
import { addPerson, aPendingFollow, aSheet, aTile, DAY, followSomething, HOLDER, NOON } from "./samples.ts";

export function describeBoards(open: () => Promise<Store>): void {
  describe("boards", () => {
    test("show their rows in order, and are found by each of them", async () => {
      const { store, ada, sheet, views, tile } = await withBoard(open);
      const ids = views.map(({ follow }) => follow.id);
      const shown = (await store.sheets.find(ada.id, sheet.id))!.tiles[0]!;
      expect(shown.tile).toEqual(tile);
      expect(shown.views.map(({ follow }) => follow.id)).toEqual(ids);
      expect(await store.sheets.list(ada.id, { follow: ids[2] })).toMatchObject([{ id: sheet.id }]);
      const listed = async (filter: object) =>
        (await store.follows.list(ada.id, { limit: 9, ...filter })).items.map(({ follow }) => follow.id).sort();
      expect(await listed({ sheet: sheet.id })).toEqual([...ids].sort());
      expect(await listed({ sheet: "none" })).toEqual([]);
      const news = await store.follows.news(ada.id, 9);
      expect(news.items.map(({ sheetId }) => sheetId)).toEqual(news.items.map(() => sheet.id));
    });

    test("lose a row with its follow, for a while or for good, and are known by the next one", async () => {
      const { store, ada, sheet, views, tile } = await withBoard(open);
      const [first, second, third] = views.map(({ follow }) => follow.id);
      const shown = async () => (await store.sheets.find(ada.id, sheet.id))?.tiles[0];
      await store.follows.remove(ada.id, first!, NOON);
      expect((await shown())?.view?.follow.id).toBe(second);
      expect((await shown())?.views).toHaveLength(2);
      await store.follows.restore(ada.id, first!, NOON);
      expect((await shown())?.views.map(({ follow }) => follow.id)).toEqual([first, second, third]);
      await store.settings.change({ undoMs: 0 });
      await store.follows.remove(ada.id, first!, NOON);
      await store.upkeep.sweep(NOON + DAY);
      expect(await store.tiles.find(ada.id, tile.id)).toMatchObject({
        followId: second,
        content: { followIds: [second, third] },
      });
      for (const id of [second!, third!]) await store.follows.remove(ada.id, id, NOON);
      await store.upkeep.sweep(NOON + DAY);
      expect(await store.tiles.find(ada.id, tile.id)).toBeNull();
    });

    test("take and give rows, never those of others, and stay boards", async () => {
      const { store, ada, views, tile } = await withBoard(open);
      const bob = await addPerson(store);
      const { view: foreign } = await followSomething(store, bob);
      const { view: fourth } = await followSomething(store, ada);
      const row = (followId: FollowId) => ({ followId, now: NOON });
      expect(await store.tiles.addRow(ada.id, tile.id, row(foreign.follow.id))).toBe(false);
      expect(await store.tiles.addRow(bob.id, tile.id, row(foreign.follow.id))).toBe(false);
      expect(await store.tiles.addRow(ada.id, tile.id, row(views[0]!.follow.id))).toBe(false);
      const below = [foreign.follow.id, views[0]!.follow.id];
      expect(await store.tiles.addRow(ada.id, tile.id, { ...row(fourth.follow.id), below })).toBe(true);
      const [first, ...others] = views.map(({ follow }) => follow.id);
      const followIds = [first, fourth.follow.id, ...others];
      expect(await store.tiles.find(ada.id, tile.id)).toMatchObject({ content: { followIds } });
      const content: Board = { kind: "board", title: "Other", followIds: [fourth.follow.id, views[1]!.follow.id] };
      const changed = await store.tiles.change(ada.id, tile.id, { content }, { now: NOON });
      expect(changed).toMatchObject({ kind: "changed", record: { content, followId: fourth.follow.id } });
      for (const wrong of [{ kind: "follow" } as const, { ...content, followIds: [foreign.follow.id] }]) {
        expect(await store.tiles.change(ada.id, tile.id, { content: wrong }, { now: NOON })).toEqual({
          kind: "missing",
        });
      }
      expect(await store.tiles.find(ada.id, tile.id)).toMatchObject({ content });
    });
  });

  describe("one block on many pages", () => {
    test("is written down address by address, with what waits of it, and goes with it", async () => {
      const { store, ada, views } = await withBoard(open);
      const template = aTemplate(ada, views[0]!.follow.id);
      const pages = [aPage("https://shop.example/1"), aPage("https://shop.example/2")];
      await store.templates.add({ template, pages }, [aWish(ada, template), aWish(ada, template)]);
      expect(await store.templates.find(ada.id, template.id)).toEqual({ template, pages });
      const bob = await addPerson(store);
      expect(await store.templates.find(bob.id, template.id)).toBeNull();
      expect(await store.templates.remove(bob.id, template.id)).toBe(false);
      const followed = { ...pages[1]!, state: "followed" as const, similarity: 0.9, followId: views[1]!.follow.id };
      expect(await store.templates.settle(template.id, [followed, aPage("https://else.example/")], NOON)).toEqual(
        template,
      );
      expect(await store.templates.list(ada.id)).toEqual([{ template, pages: [pages[0], followed] }]);
      expect(await store.wishes.claim({ ...HOLDER, now: NOON, limit: 9 })).toHaveLength(2);
      expect(await store.templates.remove(ada.id, template.id)).toBe(true);
      expect((await store.wishes.list(ada.id, { limit: 9 })).items).toEqual([]);
      expect(await store.templates.settle(template.id, [followed], NOON)).toBeNull();
    });

    test("is forgotten when there are many newer ones, unless something of it waits", async () => {
      const { store, ada, views } = await withBoard(open);
      const all = Array.from({ length: MAX_TEMPLATES + 3 }, (_, at) => ({
        ...aTemplate(ada, views[0]!.follow.id),
        id: newId(TemplateId, NOON + at),
      }));
      for (const [at, template] of all.entries()) {
        await store.templates.add({ template, pages: [] }, at === 0 ? [aWish(ada, template)] : []);
      }
      const kept = (await store.templates.list(ada.id)).map(({ template }) => template.id);
      expect(kept).toEqual(
        [...all.slice(3), all[0]!]
          .map(({ id }) => id)
          .sort()
          .reverse(),
      );
    });
  });
}

async function withBoard(open: () => Promise<Store>) {
  const store = await open();
  const ada = await addPerson(store);
  const views = [];
  for (let row = 0; row < 3; row++) views.push((await followSomething(store, ada)).view);
  const sheet = aSheet(ada);
  await store.sheets.add(sheet);
  const followIds = views.map(({ follow }) => follow.id);
  const content: Board = { kind: "board", title: "Prices", followIds };
  const tile: Tile = { ...aTile(sheet, views[0]!.follow), id: newId(TileId, NOON), content };
  expect(await store.tiles.add(ada.id, tile)).toBe(true);
  return { store, ada, views, sheet, tile };
}

function aTemplate(person: Person, followId: Template["followId"]): Template {
  const target = { kind: "each", sheetId: null } as const;
  return { id: newId(TemplateId, NOON), personId: person.id, followId, target, createdAt: NOON };
}

function aPage(url: string): TemplatePage {
  const { url: read } = PageSource.parse({ url });
  return { url: read, state: "waiting", similarity: null, followId: null, failure: null, error: null };
}

function aWish(person: Person, { id: templateId, followId }: Template): PendingFollow {
  return {
    ...aPendingFollow(person),
    id: newId(PendingFollowId, NOON),
    wish: { kind: "like", followId, templateId, insists: false },
  };
}
