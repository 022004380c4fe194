/** Sheets and the tiles on them. */
import { mainNumber } from "@tessera/engine";
import {
  type FollowId,
  followsOf,
  freePlace,
  isPictured,
  newId,
  type Observation,
  type PersonId,
  type Sheet,
  SheetId,
  type Tile,
  TileId,
  type TilePlace,
} from "@tessera/model";
import type { sheetApi } from "@tessera/model/api";
import type { NumberAt, Store } from "@tessera/store";
import { savingsOf } from "../../history/sheet-savings.ts";
import { newFeedKey } from "../../people/tokens.ts";
import { takeRate } from "../caps.ts";
import { changedAnswer, defined, found, observationReply, sheetReply, sheetWithTilesReply } from "../replies.ts";
import type { Handlers } from "../route.ts";
import { joinFollows, separateTile, tileHistory } from "./joined-tiles.ts";

export const sheetHandlers: Handlers<typeof sheetApi> = {
  "GET /sheets": async ({ who, query, baseUrl }, { store }) => ({
    body: (await store.sheets.list(who.person.id, { follow: query.follow })).map((sheet) => sheetReply(sheet, baseUrl)),
  }),
  "POST /sheets": async ({ who, body, baseUrl, now }, { store }) => {
    const others = await store.sheets.list(who.person.id);
    const sheet: Sheet = {
      id: newId(SheetId, now),
      personId: who.person.id,
      title: body.title,
      position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
      style: body.style,
      feedKey: newFeedKey(),
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      version: 1,
    };
    await store.sheets.add(sheet);
    return { body: sheetReply(sheet, baseUrl), etag: "1" };
  },
  "GET /sheets/:id": async ({ who, params, baseUrl }, { store }) => ({
    body: sheetWithTilesReply(found(await store.sheets.find(who.person.id, params.id)), baseUrl),
  }),
  "PATCH /sheets/:id": async ({ who, params, body, ifVersion, baseUrl, now }, { store }) => {
    const changed = await store.sheets.change(who.person.id, params.id, defined(body), { now, ifVersion });
    return changedAnswer(changed, (sheet) => sheetReply(sheet, baseUrl));
  },
  "DELETE /sheets/:id": async ({ who, params, now }, { store }) => {
    found(await store.sheets.remove(who.person.id, params.id, now));
    return {};
  },
  "POST /sheets/:id/restore": async ({ who, params, now }, { store }) => {
    found(await store.sheets.restore(who.person.id, params.id, now));
    return {};
  },
  "POST /sheets/:id/feed-key": async ({ who, params, baseUrl, now }, { store }) => {
    const changed = await store.sheets.change(who.person.id, params.id, { feedKey: newFeedKey() }, { now });
    return changedAnswer(changed, (sheet) => sheetReply(sheet, baseUrl));
  },
  "GET /sheets/:id/at": async ({ who, params, query }, { store }) => {
    const { tiles } = found(await store.sheets.find(who.person.id, params.id));
    const follows = [...new Set(tiles.flatMap(({ views }) => views.map(({ follow }) => follow.id)))];
    const then = await store.observations.at(who.person.id, follows, query.instant);
    const lastShown = async (follow: FollowId, observation: Observation) =>
      observation.content === null ? store.observations.before(who.person.id, follow, observation.id) : observation;
    const body = [...then].map(async ([followId, observation]) => {
      const shown = await lastShown(followId, observation);
      return { followId, observation: observationReply(observation), shown: shown && observationReply(shown) };
    });
    return { body: await Promise.all(body) };
  },
  "GET /sheets/:id/savings": async ({ who, params }, { store }) => ({
    body: found(await savingsOf(store, who.person.id, params.id)),
  }),
  "POST /sheets/:id/refresh": async ({ who, params, now }, services) => {
    const { store } = services;
    const { tiles } = found(await store.sheets.find(who.person.id, params.id));
    await takeRate("checksPerMinute", who, services);
    const overdue = tiles
      .flatMap(({ views }) => views.map(({ page }) => page))
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now);
    const pages = new Set(overdue.map(({ id }) => id));
    for (const page of pages) await store.pages.bringForward(page, now);
    return { body: { pages: pages.size } };
  },
  "POST /sheets/:id/tiles": async ({ who, params, body, now }, { store }) => {
    const tile = await addTile(store, { person: who.person.id, sheet: params.id, ...body, now });
    return { body: tile, etag: "1" };
  },
  "POST /sheets/:id/joined": async ({ who, params, body, now }, { store }) => {
    const tile = await joinFollows(store, { person: who.person.id, sheet: params.id, ...body, now });
    return { body: tile, etag: "1" };
  },
  "POST /tiles/:id/separate": async ({ who, params, now }, { store }) => ({
    body: [...(await separateTile(store, { person: who.person.id, tile: params.id, now }))],
  }),
  "GET /tiles/:id/history": async ({ who, params, query }, { store }) => ({
    body: await tileHistory(store, { person: who.person.id, tile: params.id, ...query }),
  }),
  "PUT /sheets/:id/places": async ({ who, params, body }, { store }) => {
    found((await store.sheets.list(who.person.id)).find(({ id }) => id === params.id));
    return { body: { moved: await store.tiles.move(who.person.id, params.id, body.places) } };
  },
  "PATCH /tiles/:id": async ({ who, params, body, ifVersion, now }, { store }) => {
    const changed = await store.tiles.change(who.person.id, params.id, defined(body), { now, ifVersion });
    if (changed.kind === "changed") await bringPicture(store, who.person.id, { tile: changed.record, now });
    return changedAnswer(changed, (tile) => tile);
  },
  "GET /tiles/:id/numbers": async ({ who, params }, { store }) => {
    const tile = found(await store.tiles.find(who.person.id, params.id));
    const series = [];
    for (const followId of followsOf(tile)) {
      const numbers = await store.observations.numbers(who.person.id, followId, { limit: MAX_POINTS });
      series.push({ followId, points: pointsOf(numbers) });
    }
    return { body: series };
  },
  "DELETE /tiles/:id": async ({ who, params, now }, { store }) => {
    found(await store.tiles.remove(who.person.id, params.id, now));
    return {};
  },
};

/** Of the line beside a number. */
const MAX_POINTS = 60;

/** The main number of each observation; between two that were found it may have been anything. */
function pointsOf(numbers: readonly NumberAt[]): { at: number; value: number }[] {
  return numbers.flatMap(({ at, numbers: found }) => {
    const main = mainNumber(found);
    return main ? [{ at, value: main.value }] : [];
  });
}

export interface NewTile extends Pick<Tile, "followId" | "style"> {
  /** One follow unless told. */
  readonly content?: Tile["content"];
  readonly person: PersonId;
  readonly sheet: SheetId;
  /** Where there is room unless told. */
  readonly place?: TilePlace | undefined;
  readonly now: number;
}

export async function addTile(store: Store, { person, sheet, now, place, ...rest }: NewTile): Promise<Tile> {
  const free = place ?? freePlace(await placesOn(store, person, sheet));
  const content = rest.content ?? { kind: "follow" };
  const tile: Tile = { id: newId(TileId, now), sheetId: sheet, ...rest, content, place: free, version: 1 };
  // a tile is known by the first of what it shows
  found(followsOf(tile)[0] === tile.followId);
  found(await store.tiles.add(person, tile));
  await bringPicture(store, person, { tile, now });
  return tile;
}

/** A tile that is to be a picture has none until its page is rendered again: that is done at once. */
async function bringPicture(
  store: Store,
  person: PersonId,
  { tile: { followId, style }, now }: { readonly tile: Tile; readonly now: number },
): Promise<void> {
  if (!isPictured(style)) return;
  const view = await store.follows.find(person, followId);
  if (view?.latestFound?.picture !== null || view.page.fetcher.fetcher !== "browser") return;
  await store.pages.bringForward(view.page.id, now);
}

async function placesOn(store: Store, person: PersonId, sheet: SheetId): Promise<readonly TilePlace[]> {
  return found(await store.sheets.find(person, sheet)).tiles.map(({ tile }) => tile.place);
}
