/** Sheets and the tiles on them. */
import {
  FollowId,
  freePlace,
  Instant,
  newId,
  type Observation,
  type PersonId,
  Sheet,
  SheetId,
  SheetStyle,
  TileId,
  TilePlace,
  TileStyle,
} from "@tessera/model";
import type { Store } from "@tessera/store";
import { z } from "zod";
import { savingsOf } from "../../history/sheet-savings.ts";
import { newFeedKey } from "../../people/tokens.ts";
import { takeRate } from "../caps.ts";
import { type Route, route } from "../route.ts";
import { ObservationReply, observationReply } from "../views/follow.ts";
import { SheetReply, SheetWithTilesReply, sheetReply, sheetWithTilesReply, TileReply } from "../views/sheet.ts";
import { byId, changedAnswer, found } from "../views/slice.ts";
import { defined } from "./me-routes.ts";

const tag = "sheets";
const reading = { kind: "person", scope: "read" } as const;
const writing = { kind: "person", scope: "write" } as const;

const sheetRoutesOnly: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/sheets",
    summary: "My sheets in their order",
    tag,
    access: reading,
    query: z.object({ follow: FollowId.optional().describe("Only those with a tile of this follow") }),
    reply: z.array(SheetReply),
    handle: async ({ who, query, baseUrl }, { store }) => ({
      body: (await store.sheets.list(who.person.id, { tileRenderer: query.follow })).map((sheet) =>
        sheetReply(sheet, baseUrl),
      ),
    }),
  }),
  route({
    method: "POST",
    path: "/api/v1/sheets",
    summary: "A new sheet",
    tag,
    access: writing,
    body: z.strictObject({ title: Sheet.shape.title, style: SheetStyle.prefault({}) }),
    reply: SheetReply,
    status: 201,
    handle: async ({ who, body, baseUrl, now }, { store }) => {
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
  }),
  route({
    method: "GET",
    path: "/api/v1/sheets/:id",
    summary: "A sheet with all that it shows",
    tag,
    access: reading,
    params: byId(SheetId),
    reply: SheetWithTilesReply,
    handle: async ({ who, params, baseUrl }, { store }) => ({
      body: sheetWithTilesReply(found(await store.sheets.find(who.person.id, params.id)), baseUrl),
    }),
  }),
  route({
    method: "PATCH",
    path: "/api/v1/sheets/:id",
    summary: "Change a sheet's title, place or style",
    tag,
    access: writing,
    params: byId(SheetId),
    body: z.strictObject({
      title: Sheet.shape.title.optional(),
      position: Sheet.shape.position.optional(),
      style: SheetStyle.optional(),
    }),
    reply: SheetReply,
    handle: async ({ who, params, body, ifVersion, baseUrl, now }, { store }) => {
      const changed = await store.sheets.change(who.person.id, params.id, defined(body), { now, ifVersion });
      return changedAnswer(changed, (sheet) => sheetReply(sheet, baseUrl));
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/sheets/:id",
    summary: "Remove a sheet; can be undone for a while",
    tag,
    access: writing,
    params: byId(SheetId),
    handle: async ({ who, params, now }, { store }) => {
      found(await store.sheets.remove(who.person.id, params.id, now));
      return {};
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/sheets/:id/restore",
    summary: "Undo the removal of a sheet",
    tag,
    access: writing,
    params: byId(SheetId),
    handle: async ({ who, params, now }, { store }) => {
      found(await store.sheets.restore(who.person.id, params.id, now));
      return {};
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/sheets/:id/feed-key",
    summary: "Give the sheet's feeds a new secret address",
    tag,
    access: writing,
    params: byId(SheetId),
    reply: SheetReply,
    handle: async ({ who, params, baseUrl, now }, { store }) => {
      const changed = await store.sheets.change(who.person.id, params.id, { feedKey: newFeedKey() }, { now });
      return changedAnswer(changed, (sheet) => sheetReply(sheet, baseUrl));
    },
  }),
];

const sheetTimeRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/sheets/:id/at",
    summary: "What everything on the sheet was at an instant",
    tag,
    access: reading,
    params: byId(SheetId),
    query: z.object({ instant: z.coerce.number().pipe(Instant) }),
    reply: z.array(
      z.object({
        followId: FollowId,
        observation: ObservationReply,
        shown: ObservationReply.nullable().describe("The last one with content up to then"),
      }),
    ),
    handle: async ({ who, params, query }, { store }) => {
      const { tiles } = found(await store.sheets.find(who.person.id, params.id));
      const follows = tiles.map(({ tile }) => tile.followId);
      const then = await store.observations.at(who.person.id, follows, query.instant);
      const lastShown = async (follow: FollowId, observation: Observation) =>
        observation.content === null ? store.observations.before(who.person.id, follow, observation.id) : observation;
      const body = [...then].map(async ([followId, observation]) => {
        const shown = await lastShown(followId, observation);
        return { followId, observation: observationReply(observation), shown: shown && observationReply(shown) };
      });
      return { body: await Promise.all(body) };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/sheets/:id/savings",
    summary: "How much less the sheet loads than the pages that its blocks come from",
    tag,
    access: reading,
    params: byId(SheetId),
    reply: z.object({
      pages: z.int(),
      totalBytes: z.int().describe("Markup of the whole pages"),
      shownBytes: z.int().describe("Markup of the blocks on the sheet, nested ones once"),
      avoidedShare: z.number().min(0).max(1),
    }),
    handle: async ({ who, params }, { store }) => ({ body: found(await savingsOf(store, who.person.id, params.id)) }),
  }),
  route({
    method: "POST",
    path: "/api/v1/sheets/:id/refresh",
    summary: "Check at once what is older than its interval",
    tag,
    access: { kind: "person", scope: "check" },
    params: byId(SheetId),
    reply: z.object({ pages: z.int().describe("How many pages are checked now") }),
    handle: async ({ who, params, now }, services) => {
      const { store } = services;
      const { tiles } = found(await store.sheets.find(who.person.id, params.id));
      await takeRate("checksPerMinute", who, services);
      const overdue = tiles.map(({ view }) => view.page).filter(({ dueAt }) => dueAt !== null && dueAt <= now);
      const pages = new Set(overdue.map(({ id }) => id));
      for (const page of pages) await store.pages.bringForward(page, now);
      return { body: { pages: pages.size } };
    },
  }),
];

const tileRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/v1/sheets/:id/tiles",
    summary: "Put a follow on the sheet",
    tag,
    access: writing,
    params: byId(SheetId),
    body: z.strictObject({
      followId: FollowId,
      place: TilePlace.optional().describe("Where there is room unless told"),
      style: TileStyle.prefault({}),
    }),
    reply: TileReply,
    status: 201,
    handle: async ({ who, params, body, now }, { store }) => {
      const place = body.place ?? freePlace(await placesOn(store, who.person.id, params.id));
      const tile = { id: newId(TileId, now), sheetId: params.id, ...body, place, version: 1 };
      found(await store.tiles.add(who.person.id, tile));
      return { body: tile, etag: "1" };
    },
  }),
  route({
    method: "PUT",
    path: "/api/v1/sheets/:id/places",
    summary: "Move tiles, all at once as a drag does",
    tag,
    access: writing,
    params: byId(SheetId),
    body: z.strictObject({ places: z.array(z.strictObject({ id: TileId, place: TilePlace })).max(1_000) }),
    reply: z.object({ moved: z.int() }),
    handle: async ({ who, params, body }, { store }) => {
      found((await store.sheets.list(who.person.id)).find(({ id }) => id === params.id));
      return { body: { moved: await store.tiles.move(who.person.id, params.id, body.places) } };
    },
  }),
  route({
    method: "PATCH",
    path: "/api/v1/tiles/:id",
    summary: "Change the look of a tile",
    tag,
    access: writing,
    params: byId(TileId),
    body: z.strictObject({ style: TileStyle }),
    reply: TileReply,
    handle: async ({ who, params, body, ifVersion, now }, { store }) => {
      const changed = await store.tiles.restyle(who.person.id, params.id, body.style, { now, ifVersion });
      return changedAnswer(changed, (tile) => tile);
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/tiles/:id",
    summary: "Take a tile off its sheet; the follow stays",
    tag,
    access: writing,
    params: byId(TileId),
    handle: async ({ who, params, now }, { store }) => {
      found(await store.tiles.remove(who.person.id, params.id, now));
      return {};
    },
  }),
];

async function placesOn(store: Store, person: PersonId, sheet: SheetId): Promise<readonly TilePlace[]> {
  return found(await store.sheets.find(person, sheet)).tiles.map(({ tile }) => tile.place);
}

export const sheetRoutes: readonly Route[] = [...sheetRoutesOnly, ...sheetTimeRoutes, ...tileRoutes];
