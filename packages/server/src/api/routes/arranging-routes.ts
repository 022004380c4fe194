/** Where things lie: sheets in their order, tiles on each screen and on other sheets, the picture behind them. */
import {
  type FollowId,
  followsOf,
  isWhole,
  newId,
  orderOn,
  type PersonId,
  placedBelow,
  type Screen,
  type SheetId,
  type Tile,
  TileId,
} from "@tessera/model";
import type { sheetApi } from "@tessera/model/api";
import { packBody, type Store } from "@tessera/store";
import { plainJpeg } from "../../people/plain-jpeg.ts";
import { ApiError } from "../api-error.ts";
import { reachSheet } from "../reach.ts";
import { changedAnswer, found, sheetReply } from "../replies.ts";
import type { Handlers } from "../route.ts";
import { tileForOthers } from "../shared-sheets.ts";
import { brought, noteEdit, reachedParts } from "./shared-edits.ts";

type ArrangingApi = Pick<
  typeof sheetApi,
  | "PUT /sheets/order"
  | "PUT /sheets/:id/places"
  | "DELETE /sheets/:id/places/:screen"
  | "POST /sheets/:id/arrivals"
  | "POST /sheets/:id/removals"
  | "POST /sheets/:id/returns"
  | "PUT /sheets/:id/picture"
  | "GET /sheets/:id/picture"
  | "DELETE /sheets/:id/picture"
>;

export const arrangingHandlers: Handlers<ArrangingApi> = {
  "PUT /sheets/order": async ({ who, body, baseUrl, now }, { store }) => {
    await store.sheets.order(who.person.id, body.ids, now);
    return { body: (await store.sheets.list(who.person.id)).map((sheet) => sheetReply(sheet, baseUrl)) };
  },
  "PUT /sheets/:id/places": async ({ who, params: { id }, body, origin, now }, services) => {
    const { store } = services;
    const reach = await reachSheet(who, id, "edit", services);
    found(reach.shared || (await store.sheets.list(who.person.id)).find((sheet) => sheet.id === id));
    const moved = await store.tiles.move(reach.owner, id, body.places, body.screen);
    if (moved > 0) await noteEdit({ who, reach, sheet: id, now }, { did: "moved", origin }, services);
    return { body: { moved } };
  },
  "DELETE /sheets/:id/places/:screen": async ({ who, params: { id, screen }, origin, now }, services) => {
    const reach = await reachSheet(who, id, "edit", services);
    found(await services.store.tiles.forgetScreen(reach.owner, id, screen));
    await noteEdit({ who, reach, sheet: id, now }, { did: "moved", origin }, services);
    return {};
  },
  "POST /sheets/:id/arrivals": async ({ who, params, body, now }, services) => {
    const { owner: person } = await reachSheet(who, params.id, "owner", services);
    return { body: [...(await arrive(services.store, { person, sheet: params.id, ...body, now }))] };
  },
  "POST /sheets/:id/removals": async ({ who, params: { id }, body, origin, now }, services) => {
    const { store } = services;
    const reach = await reachSheet(who, id, "edit", services);
    const there = new Set(found(await store.sheets.find(reach.owner, id)).tiles.map(({ tile }) => tile.id));
    const parts = new Map<TileId, readonly FollowId[]>();
    for (const each of body.ids) {
      if (there.has(each)) parts.set(each, (await reachedParts(each, reach, services)).shown);
    }
    const removed = await store.tiles.removeAll(reach.owner, id, [...parts.keys()], now);
    if (reach.shared) await store.shares.noteTakenOff(id, removed.flatMap(followsOf), now);
    if (removed.length > 0) await noteEdit({ who, reach, sheet: id, now }, { did: "removed", origin }, services);
    const taken = removed.map((tile) => {
      const told = tileForOthers(tile, parts.get(tile.id) ?? []);
      if (followsOf(told).length < followsOf(tile).length) services.takenTiles.remember(tile, told, now);
      return told;
    });
    return { body: taken };
  },
  "POST /sheets/:id/returns": async ({ who, params: { id }, body, origin, now }, services) => {
    const reach = await reachSheet(who, id, "edit", services);
    const edit = { who, reach, sheet: id, now };
    const { undoMs } = await services.store.settings.read();
    const back: { readonly tile: Tile; readonly told: Tile }[] = [];
    for (const each of body.tiles) {
      const seen = await brought(each, edit, services);
      found(isWhole(seen));
      const isNow = { id: newId(TileId, now), sheetId: id, version: 1 };
      const whole = reach.shared && services.takenTiles.takeBack(id, each, now - undoMs);
      back.push({ tile: { ...(whole ?? seen), ...isNow }, told: { ...seen, ...isNow } });
    }
    const tiles = back.map(({ tile }) => tile);
    found(await services.store.tiles.exchange(reach.owner, id, { without: [], tiles, now }));
    await noteEdit(edit, { did: "added", origin }, services);
    return { body: back.map(({ told }) => told) };
  },
  "PUT /sheets/:id/picture": async ({ who, params, body, baseUrl, now }, services) => {
    const { owner } = await reachSheet(who, params.id, "owner", services);
    found((await services.store.sheets.list(owner)).find(({ id }) => id === params.id));
    const picture = Buffer.isBuffer(body) ? plainJpeg(body) : null;
    if (!picture)
      throw new ApiError("unsupported", { reason: "picture", detail: "The picture has to be a whole JPEG." });
    const changed = await services.store.sheets.setPicture(owner, params.id, packBody(picture), now);
    return changedAnswer(changed, (sheet) => sheetReply(sheet, baseUrl));
  },
  "GET /sheets/:id/picture": async ({ who, params }, services) => {
    const { owner } = await reachSheet(who, params.id, "view", services);
    const { sheet } = found(await services.store.sheets.find(owner, params.id));
    const bytes = found(sheet.picture && (await services.store.bodies.read(sheet.picture)));
    return { raw: Buffer.from(bytes), etag: sheet.picture ?? "" };
  },
  "DELETE /sheets/:id/picture": async ({ who, params, baseUrl, now }, services) => {
    const { owner } = await reachSheet(who, params.id, "owner", services);
    const changed = await services.store.sheets.setPicture(owner, params.id, null, now);
    changedAnswer(changed, (sheet) => sheetReply(sheet, baseUrl));
    return {};
  },
};

interface Arrival {
  readonly person: PersonId;
  readonly sheet: SheetId;
  readonly how: "move" | "copy";
  readonly screen: Screen;
  readonly tiles: readonly (Pick<Tile, "id"> & { [Field in "place" | "screens"]?: Tile[Field] | undefined })[];
  readonly now: number;
}

/** Those that nobody has told where to lie come below the others, in the order in which they lay. */
async function arrive(store: Store, { person, sheet, how, screen, tiles, now }: Arrival): Promise<readonly Tile[]> {
  const { tiles: there } = found(await store.sheets.find(person, sheet));
  const wanted = new Map(tiles.map((each) => [each.id, each]));
  const coming: Tile[] = [];
  for (const id of wanted.keys()) coming.push(found(await store.tiles.find(person, id)));
  const staying = there.flatMap(({ tile }) => (how === "move" && wanted.has(tile.id) ? [] : [tile.place]));
  const told = [...wanted.values()].flatMap(({ place }) => place ?? []);
  const untold = orderOn(coming, screen).filter(({ id }) => !wanted.get(id)?.place);
  const inOrder = untold.map((tile, y) => ({ ...tile, place: { ...tile.place, x: 0, y } }));
  const below = new Map(placedBelow([...staying, ...told], inOrder).map(({ id, place }) => [id, place]));
  const arrived = coming.map(({ screens: _, ...tile }): Tile => {
    const { place = below.get(tile.id) ?? tile.place, screens } = wanted.get(tile.id) ?? {};
    return { ...tile, ...(screens ? { screens } : {}), place, sheetId: sheet };
  });
  if (how === "move") {
    found(await store.tiles.transfer(person, sheet, { tiles: arrived, now }));
    return arrived.map((tile) => ({ ...tile, version: tile.version + 1 }));
  }
  const copies = arrived.map((tile) => ({ ...tile, id: newId(TileId, now), version: 1 }));
  found(await store.tiles.exchange(person, sheet, { without: [], tiles: copies, now }));
  return copies;
}
