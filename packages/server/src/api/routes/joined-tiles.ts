/** Tiles of several follows: how they are joined, separated again, and what they were. */
import {
  bottomOf,
  type FollowId,
  followsOf,
  newId,
  type Observation,
  type PersonId,
  roomFor,
  type SheetId,
  sizeOfParts,
  type Tile,
  TileId,
  type TilePlace,
  type TileStyle,
} from "@tessera/model";
import type { ReplyOf } from "@tessera/model/api";
import type { Store } from "@tessera/store";
import type { Principal } from "../../people/principal.ts";
import { ApiError } from "../api-error.ts";
import { reachAll, reachHistory, reachTile } from "../reach.ts";
import { found, observationReply } from "../replies.ts";
import type { Services } from "../services.ts";

export interface Joining {
  readonly person: PersonId;
  readonly sheet: SheetId;
  readonly followIds: readonly FollowId[];
  readonly place?: TilePlace | undefined;
  readonly style: TileStyle;
  readonly now: number;
}

/** Tiles of the sheet that show nothing but these follows make way for the one that shows all of them. */
export async function joinFollows(
  store: Store,
  { person, sheet, followIds, place, style, now }: Joining,
): Promise<Tile> {
  const wanted = new Set(followIds);
  // what an editor brought may be one block of the owner's
  if (wanted.size !== followIds.length || wanted.size < 2) {
    throw new ApiError("invalid", { reason: "twice-in-tile", detail: "A follow can be in a tile once." });
  }
  const { tiles } = found(await store.sheets.find(person, sheet));
  const replaced = tiles
    .map(({ tile }) => tile)
    .filter(({ content }) => content.kind === "follow" || content.kind === "joined")
    .filter((tile) => followsOf(tile).every((id) => wanted.has(id)));
  const others = tiles.map(({ tile }) => tile).filter((tile) => !replaced.includes(tile));
  const tile: Tile = {
    id: newId(TileId, now),
    sheetId: sheet,
    followId: followIds[0]!,
    content: { kind: "joined", followIds: [...followIds] },
    place: place ?? replaced[0]?.place ?? roomFor(others, sizeOfParts(followIds.length)),
    style,
    version: 1,
  };
  const without = replaced.map(({ id }) => id);
  found((await store.tiles.exchange(person, sheet, { without, tiles: [tile], now })) || null);
  return tile;
}

interface OfTile {
  readonly person: PersonId;
  readonly tile: TileId;
}

/** The first keeps the place, style and title; the others are as usual, and lie where there is room below it. */
export async function separateTile(
  store: Store,
  { person, tile: id, now }: OfTile & { readonly now: number },
): Promise<readonly Tile[]> {
  const tile = found(await store.tiles.find(person, id));
  // there is nothing to separate in any other
  found(tile.content.kind === "joined");
  const { tiles } = found(await store.sheets.find(person, tile.sheetId));
  const taken = tiles.map((other) => other.tile.place);
  const apart = followsOf(tile).map((followId, at): Tile => {
    const place = at === 0 ? tile.place : placeBelow(taken, tile.place);
    if (at > 0) taken.push(place);
    const style = { ...tile.style, title: null };
    return { ...tile, id: newId(TileId, now), followId, content: { kind: "follow" }, place, style, version: 1 };
  });
  found((await store.tiles.exchange(person, tile.sheetId, { without: [id], tiles: apart, now })) || null);
  return apart;
}

/** As large as the tile was, in the first row under it that has room in the same columns. */
function placeBelow(taken: readonly TilePlace[], of: TilePlace): TilePlace {
  const above = taken.filter((other) => other.x < of.x + of.width && of.x < other.x + other.width);
  return { ...of, y: Math.max(...above.map(bottomOf), bottomOf(of)) };
}

interface HistoryOf {
  readonly who: Principal;
  readonly tile: TileId;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly changesOnly: boolean;
}

type Told = Observation & { readonly followId: FollowId };

/** The histories of all that it shows in one order, that of time; a slice ends at the same moment in each of them. */
export async function tileHistory(
  { who, tile: id, ...filter }: HistoryOf,
  services: Services,
): Promise<ReplyOf<"GET /tiles/:id/history">> {
  const reach = await reachTile(who, id, "view", services);
  const tile = found(await services.store.tiles.find(reach.owner, id));
  const slices = await Promise.all(
    (await reachAll(who, { ids: followsOf(tile), reach }, services)).map(async (reached) => {
      const { items, next } = await reachHistory(reached, filter, services);
      return { items: items.map((each): Told => ({ ...each, followId: reached.followId })), next };
    }),
  );
  const all = slices.flatMap(({ items }) => items).sort((one, other) => (isEarlier(one, other) ? 1 : -1));
  const items = all.slice(0, filter.limit);
  const last = items.at(-1);
  const hasMore = all.length > items.length || slices.some(({ next }) => next !== null);
  return {
    items: items.map((told) => ({ ...observationReply(told), followId: told.followId })),
    next: last && hasMore ? `${last.at}.${last.id}` : null,
  };
}

function isEarlier(one: Told, other: Told): boolean {
  return one.at < other.at || (one.at === other.at && one.id < other.id);
}
