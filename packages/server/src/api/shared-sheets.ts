/** Sheets and follows as those see them with whom they are shared: without what their owner has set, and what is theirs alone. */
import {
  contentWith,
  type FollowId,
  followsOf,
  type ObservationId,
  Settings,
  type Tile,
  TileStyle,
  usualOptions,
} from "@tessera/model";
import type { FollowReply, SheetReply, SheetWithTilesReply } from "@tessera/model/api";
import type { FollowView, SharedSheet, SheetView, TileView } from "@tessera/store";
import type { Principal } from "../people/principal.ts";
import { refusalOf } from "../show/shown-to-others.ts";
import { forOthers, othersParts, type Reach } from "./reach.ts";
import { followReply, listedFollow, sheetReply, sheetWithTilesReply } from "./replies.ts";
import type { Services } from "./services.ts";

export interface Asker {
  readonly who: Principal;
  readonly baseUrl: string;
}

export function sharedSheetReply({ sheet, share, owner }: SharedSheet, baseUrl: string): SheetReply {
  return { ...sheetReply(sheet, baseUrl), feeds: null, role: share.role, owner };
}

/** The sheet as this person may see it. */
export async function sheetFor(
  view: SheetView,
  { role, shared }: Reach,
  { who, baseUrl }: Asker,
  services: Services,
): Promise<SheetWithTilesReply> {
  const all = sheetWithTilesReply(view, baseUrl);
  if (!shared) return all;
  const rows = await Promise.all(
    view.tiles.map(async (each) => ({ each, shown: await rowsForOthers(each, services) })),
  );
  const ids = rows.flatMap(({ shown }) => shown.map(({ follow }) => follow.id));
  const seen = await services.store.shares.seenBy(who.person.id, ids);
  const told = (row: FollowView) => forAsker(listedFollow(row, baseUrl), { since: shared.since, seen });
  const tiles = rows.map(({ each: { tile }, shown }) => {
    const follows = shown.map(told);
    const isHidden = follows.length === 0 && followsOf(tile).length > 0;
    const ofThese = tileForOthers(
      tile,
      shown.map(({ follow }) => follow.id),
    );
    return { ...ofThese, follow: follows[0] ?? null, follows, isHidden };
  });
  return { ...all, feeds: null, role, owner: shared.by, tiles };
}

/** Those of its rows that others may see, as they see them. */
export async function rowsForOthers({ views }: Pick<TileView, "views">, services: Services): Promise<FollowView[]> {
  const refusals = await Promise.all(views.map((view) => refusalOf(view, othersParts(services), "members")));
  return Promise.all(views.filter((_, at) => refusals[at] === null).map((view) => forOthers(view, services)));
}

/** Of what is private not even the name is told, nor the id. */
export function tileForOthers(tile: Tile, shown: readonly FollowId[]): Tile {
  const all = followsOf(tile);
  const style = styleForOthers(tile.style, shown);
  if (all.length === shown.length) return { ...tile, style };
  if (shown.length > 0) return { ...tile, followId: shown[0]!, content: contentWith(tile.content, [...shown]), style };
  const { height, way } = tile.style;
  return { ...tile, followId: null, content: { kind: "follow" }, style: TileStyle.parse({ height, way }) };
}

function styleForOthers({ parts, ...style }: TileStyle, shown: readonly FollowId[]): TileStyle {
  if (!parts) return style;
  return {
    ...style,
    parts: Object.fromEntries(Object.entries(parts).filter(([id]) => shown.includes(id as FollowId))),
  };
}

/** One follow that is shared with this person. */
export async function sharedFollowReply(
  view: FollowView,
  since: number,
  { who, baseUrl }: Asker,
  { store }: Services,
): Promise<FollowReply> {
  const seen = await store.shares.seenBy(who.person.id, [view.follow.id]);
  return forAsker(followReply(view, baseUrl), { since, seen });
}

interface Seen {
  readonly since: number;
  readonly seen: ReadonlyMap<FollowId, ObservationId>;
}

/** What its owner has set says nothing to others; what they have not seen yet is what came after they could. */
function forAsker(reply: FollowReply, { since, seen }: Seen): FollowReply {
  const { layout: _, ...usual } = usualOptions(Settings.parse({}), []);
  const { latest } = reply;
  const mark = seen.get(reply.id);
  const hasNews = latest !== null && (mark === undefined ? latest.at > since : latest.id !== mark);
  return { ...reply, ...usual, hasNews, isOwn: false, feeds: null };
}
