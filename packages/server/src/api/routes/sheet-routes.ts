/** Sheets and the tiles on them. */
import { mainNumber } from "@tessera/engine";
import {
  bottomOf,
  followsOf,
  isPictured,
  isWhole,
  NEW_TILES,
  newId,
  type PersonId,
  roomFor,
  type Sheet,
  SheetId,
  SheetStyle,
  sizeOfParts,
  type Tile,
  TileId,
  type TilePlace,
  type TileSize,
} from "@tessera/model";
import type { SheetReply, sheetApi } from "@tessera/model/api";
import type { NumberAt, Store } from "@tessera/store";
import { firstSize } from "../../follow/first-size.ts";
import { savingsOf } from "../../history/sheet-savings.ts";
import { newFeedKey } from "../../people/tokens.ts";
import { takeRate } from "../caps.ts";
import { reachAll, reachBefore, reachNumbers, reachSheet, reachTile, shownOf } from "../reach.ts";
import { changedAnswer, defined, found, observationReply, sheetReply } from "../replies.ts";
import type { Handlers } from "../route.ts";
import { sheetFor, tileForOthers } from "../shared-sheets.ts";
import { warningsOf } from "../tile-warnings.ts";
import { arrangingHandlers } from "./arranging-routes.ts";
import { joinFollows, separateTile, tileHistory } from "./joined-tiles.ts";
import { brought, broughtContent, broughtFollows, broughtStyle, noteEdit, reachedParts } from "./shared-edits.ts";

export const sheetHandlers: Handlers<typeof sheetApi> = {
  ...arrangingHandlers,
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
      // the picture that a default may speak of is another sheet's
      style: body.style ?? withoutPicture(who.person.sheetStyle ?? SheetStyle.parse({})),
      feedKey: newFeedKey(),
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      version: 1,
    };
    await store.sheets.add(sheet);
    return { body: sheetReply(sheet, baseUrl), etag: "1" };
  },
  "GET /sheets/:id": async ({ who, params, baseUrl }, services) => {
    const reach = await reachSheet(who, params.id, "view", services);
    const view = found(await services.store.sheets.find(reach.owner, params.id));
    return { body: await sheetFor(view, reach, { who, baseUrl }, services) };
  },
  "PATCH /sheets/:id": async ({ who, params: { id }, body, ifVersion, origin, baseUrl, now }, services) => {
    // its place is among the sheets of its owner
    const reach = await reachSheet(who, id, body.position === undefined ? "edit" : "owner", services);
    const { role, shared } = reach;
    const changed = await services.store.sheets.change(reach.owner, id, defined(body), { now, ifVersion });
    const did = body.title === undefined ? "restyled" : "renamed";
    if (changed.kind === "changed") await noteEdit({ who, reach, sheet: id, now }, { did, origin }, services);
    const told = (sheet: Sheet): SheetReply =>
      shared ? { ...sheetReply(sheet, baseUrl), feeds: null, role, owner: shared.by } : sheetReply(sheet, baseUrl);
    return changedAnswer(changed, told);
  },
  "DELETE /sheets/:id": async ({ who, params, now }, services) => {
    const { owner } = await reachSheet(who, params.id, "owner", services);
    found(await services.store.sheets.remove(owner, params.id, now));
    return {};
  },
  "POST /sheets/:id/restore": async ({ who, params, now }, services) => {
    const { owner } = await reachSheet(who, params.id, "owner", services);
    found(await services.store.sheets.restore(owner, params.id, now));
    return {};
  },
  "POST /sheets/:id/feed-key": async ({ who, params, baseUrl, now }, services) => {
    const { owner } = await reachSheet(who, params.id, "owner", services);
    const changed = await services.store.sheets.change(owner, params.id, { feedKey: newFeedKey() }, { now });
    return changedAnswer(changed, (sheet) => sheetReply(sheet, baseUrl));
  },
  "GET /sheets/:id/at": async ({ who, params, query }, services) => {
    const { store } = services;
    const reach = await reachSheet(who, params.id, "view", services);
    const { tiles } = found(await store.sheets.find(reach.owner, params.id));
    const ids = [...new Set(tiles.flatMap(({ views }) => views.map(({ follow }) => follow.id)))];
    const then = await store.observations.at(reach.owner, ids, query.instant);
    const body = (await reachAll(who, { ids: [...then.keys()], reach }, services)).map(async (one) => {
      const { followId } = one;
      const [observation] = await shownOf([then.get(followId)!], one, services);
      if (!observation) return [];
      const shown = observation.content === null ? await reachBefore(one, observation.id, services) : observation;
      return [{ followId, observation: observationReply(observation), shown: shown && observationReply(shown) }];
    });
    return { body: (await Promise.all(body)).flat() };
  },
  "GET /sheets/:id/savings": async ({ who, params }, services) => {
    const { owner } = await reachSheet(who, params.id, "owner", services);
    return { body: found(await savingsOf(services.store, owner, params.id)) };
  },
  "POST /sheets/:id/refresh": async ({ who, params, now }, services) => {
    const { store } = services;
    const { owner } = await reachSheet(who, params.id, "owner", services);
    const { tiles } = found(await store.sheets.find(owner, params.id));
    await takeRate("checksPerMinute", who, services);
    const overdue = tiles
      .flatMap(({ views }) => views.map(({ page }) => page))
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now);
    const pages = new Set(overdue.map(({ id }) => id));
    for (const page of pages) await store.pages.bringForward(page, now);
    return { body: { pages: pages.size } };
  },
  "POST /sheets/:id/tiles": async ({ who, params, body, origin, now }, services) => {
    const reach = await reachSheet(who, params.id, "edit", services);
    const edit = { who, reach, sheet: params.id, now };
    const shown = await brought(body, edit, services);
    const tile = await addTile(services.store, { person: reach.owner, sheet: params.id, ...shown, now });
    await noteEdit(edit, { did: "added", origin }, services);
    return { body: { ...tile, warnings: await warningsOf(services, reach.owner, tile) }, etag: "1" };
  },
  "POST /sheets/:id/joined": async ({ who, params, body, origin, now }, services) => {
    const reach = await reachSheet(who, params.id, "edit", services);
    const edit = { who, reach, sheet: params.id, now };
    const followIds = await broughtFollows(body.followIds, edit, services);
    const tile = await joinFollows(services.store, { person: reach.owner, sheet: params.id, ...body, followIds, now });
    await noteEdit(edit, { did: "joined", origin }, services);
    return { body: { ...tile, warnings: await warningsOf(services, reach.owner, tile) }, etag: "1" };
  },
  "POST /tiles/:id/separate": async ({ who, params, origin, now }, services) => {
    const reach = await reachTile(who, params.id, "edit", services);
    const { tile, shown } = await reachedParts(params.id, reach, services);
    const apart = await separateTile(services.store, { person: reach.owner, tile: params.id, now });
    await noteEdit({ who, reach, sheet: tile.sheetId, now }, { did: "separated", origin }, services);
    return {
      body: apart.map((each) =>
        tileForOthers(
          each,
          followsOf(each).filter((id) => shown.includes(id)),
        ),
      ),
    };
  },
  "GET /tiles/:id/history": async ({ who, params, query }, services) => ({
    body: await tileHistory({ who, tile: params.id, ...query }, services),
  }),
  "PATCH /tiles/:id": async ({ who, params: { id }, body, ifVersion, origin, now }, services) => {
    const { store } = services;
    const reach = await reachTile(who, id, "edit", services);
    const parts = await reachedParts(id, reach, services);
    const { tile, shown } = parts;
    const edit = { who, reach, sheet: tile.sheetId, now };
    const content = body.content && (await broughtContent(body.content, parts, edit, services));
    const patch = defined({ style: body.style && broughtStyle(body.style, parts), content });
    const changed = await store.tiles.change(reach.owner, id, patch, { now, ifVersion });
    if (changed.kind === "changed") {
      await bringPicture(store, reach.owner, { tile: changed.record, now });
      await noteEdit(edit, { did: "changed", origin }, services);
    }
    const unseen = new Set(followsOf(tile).filter((each) => !shown.includes(each)));
    const seen = changed.kind === "changed" ? followsOf(changed.record).filter((each) => !unseen.has(each)) : [];
    const warnings = changed.kind === "changed" ? await warningsOf(services, reach.owner, changed.record, seen) : [];
    return changedAnswer(changed, (next) => ({
      ...tileForOthers(
        next,
        followsOf(next).filter((each) => !unseen.has(each)),
      ),
      warnings,
    }));
  },
  "GET /tiles/:id/numbers": async ({ who, params }, services) => {
    const reach = await reachTile(who, params.id, "view", services);
    const tile = found(await services.store.tiles.find(reach.owner, params.id));
    const series = [];
    for (const reached of await reachAll(who, { ids: followsOf(tile), reach }, services)) {
      const numbers = await reachNumbers(reached, { limit: MAX_POINTS }, services);
      series.push({ followId: reached.followId, points: pointsOf(numbers) });
    }
    return { body: series };
  },
  "DELETE /tiles/:id": async ({ who, params, origin, now }, services) => {
    const { store } = services;
    const reach = await reachTile(who, params.id, "edit", services);
    const { tile } = await reachedParts(params.id, reach, services);
    found(await store.tiles.remove(reach.owner, params.id, now));
    if (reach.shared) await store.shares.noteTakenOff(tile.sheetId, followsOf(tile), now);
    await noteEdit({ who, reach, sheet: tile.sheetId, now }, { did: "removed", origin }, services);
    return {};
  },
};

function withoutPicture(style: SheetStyle): SheetStyle {
  return style.background?.kind === "picture" ? { ...style, background: null } : style;
}

/** Of the line beside a number. */
export const MAX_POINTS = 60;

/** The main number of each observation; between two that were found it may have been anything. */
export function pointsOf(numbers: readonly NumberAt[]): { at: number; value: number }[] {
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
  const content = rest.content ?? { kind: "follow" };
  const shown = { content, followId: rest.followId };
  const free = place ?? (await placeFor(shown, await tilesOn(store, person, sheet), { store, person }));
  const tile: Tile = { id: newId(TileId, now), sheetId: sheet, ...rest, content, place: free, version: 1 };
  found(isWhole(tile));
  found(await store.tiles.add(person, tile));
  await bringPicture(store, person, { tile, now });
  return tile;
}

/** A heading comes below everything, as wide as the sheet; anything else where there is room. */
async function placeFor(shown: Shown, tiles: readonly Tile[], known: Known): Promise<TilePlace> {
  if (shown.content.kind !== "heading") return roomFor(tiles, await sizeOf(shown, known));
  return { x: 0, y: Math.max(0, ...tiles.map(({ place }) => bottomOf(place))), ...NEW_TILES.heading };
}

type Shown = Pick<Tile, "content" | "followId">;
interface Known {
  readonly store: Store;
  readonly person: PersonId;
}

/** A block is as large as on its page, where that is known. */
async function sizeOf({ content, followId }: Shown, { store, person }: Known): Promise<TileSize> {
  if (content.kind === "joined") return sizeOfParts(content.followIds.length);
  if (content.kind !== "follow" || followId === null) return NEW_TILES[content.kind];
  return firstSize(await store.follows.find(person, followId));
}

/** A block that is to be a picture has none until its page is rendered again: that is done at once. */
async function bringPicture(
  store: Store,
  person: PersonId,
  { tile, now }: { readonly tile: Tile; readonly now: number },
): Promise<void> {
  for (const followId of followsOf(tile)) {
    if (!isPictured(tile.style, followId)) continue;
    const view = await store.follows.find(person, followId);
    if (view?.latestFound?.picture !== null || view.page.fetcher.fetcher !== "browser") continue;
    await store.pages.bringForward(view.page.id, now);
  }
}

async function tilesOn(store: Store, person: PersonId, sheet: SheetId): Promise<readonly Tile[]> {
  return found(await store.sheets.find(person, sheet)).tiles.map(({ tile }) => tile);
}
