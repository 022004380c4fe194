/** A follow comes onto the sheet of a title, into the tile of its name where it is a feed. */
import {
  type Follow,
  type FollowId,
  followsOf,
  MAX_JOINED,
  newId,
  type PersonId,
  roomFor,
  type Sheet,
  SheetId,
  SheetStyle,
  TileContent,
  TileId,
  type TileSize,
  TileStyle,
} from "@tessera/model";
import type { Records, TileView } from "@tessera/store";
import { newFeedKey } from "../people/tokens.ts";

type Placed = Pick<Follow, "id" | "personId">;

interface Placing {
  /** Of the sheet. */
  readonly title: string;
  /** The tile that shows it with others, where it is a feed. */
  readonly feedTile: string | null;
  /** Of a tile of its own. */
  readonly size: TileSize;
  readonly now: number;
}

/**
 * In a transaction in which others of the person wait for their turn. The sheet is made where there is none; nothing is
 * there twice.
 */
export async function putOnSheet(records: Records, follow: Placed, placing: Placing): Promise<void> {
  const { title, feedTile, size, now } = placing;
  const { personId } = follow;
  const sheet = await sheetCalled(title, { records, personId, now });
  const tiles = (await records.sheets.find(personId, sheet.id))?.tiles ?? [];
  const named = feedTile === null ? tiles : tiles.filter(({ tile }) => isFeedTile(tile.content, feedTile));
  if (named.some(({ tile }) => followsOf(tile).includes(follow.id))) return;
  const together = feedTile === null ? null : tileWithRoom(tiles, feedTile);
  if (together) {
    const content = { ...together.content, followIds: [...together.content.followIds, follow.id] };
    const unchanged = { now, ifVersion: together.version };
    const { kind } = await records.tiles.change(personId, together.id, { content }, unchanged);
    // its person changed it meanwhile
    if (kind === "conflict") await putOnSheet(records, follow, placing);
    return;
  }
  await records.tiles.add(personId, {
    id: newId(TileId, now),
    sheetId: sheet.id,
    followId: follow.id,
    content: feedTile === null ? { kind: "follow" } : feedContent(follow.id, feedTile),
    place: roomFor(
      tiles.map(({ tile }) => tile),
      size,
    ),
    style: TileStyle.parse({}),
    version: 1,
  });
}

async function sheetCalled(
  title: string,
  { records, personId, now }: { readonly records: Records; readonly personId: PersonId; readonly now: number },
): Promise<Sheet> {
  const sheets = await records.sheets.list(personId);
  const known = sheets.find((sheet) => sheet.title === title);
  if (known) return known;
  const sheet: Sheet = {
    id: newId(SheetId, now),
    personId,
    title,
    position: Math.max(-1, ...sheets.map(({ position }) => position)) + 1,
    style: SheetStyle.parse({}),
    feedKey: newFeedKey(),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 1,
  };
  await records.sheets.add(sheet);
  return sheet;
}

function isFeedTile(content: TileContent, title: string): content is Extract<TileContent, { kind: "feed" }> {
  return content.kind === "feed" && content.title === title;
}

/** The feed tile of this name, where it takes one more. */
function tileWithRoom(tiles: readonly TileView[], title: string) {
  for (const { tile } of tiles) {
    const { id, content, version } = tile;
    if (isFeedTile(content, title) && content.followIds.length < MAX_JOINED) return { id, content, version };
  }
  return null;
}

function feedContent(followId: FollowId, title: string): TileContent {
  return TileContent.parse({ kind: "feed", title, followIds: [followId] });
}
