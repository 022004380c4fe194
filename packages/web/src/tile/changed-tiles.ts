/** What happens to the tiles of a sheet when something about them is heard: plain data in, plain data out. */
import type { Screen, ScreenPlace, TileStyle } from "@tessera/model";
import type { FollowReply, FollowTileReply, ObservationReply, SheetThenReply, TileReply } from "@tessera/model/api";

type Tiles = readonly TileReply[];

/** Whether it shows a follow or several; one that shows what the person wrote has none. */
export function hasFollow(tile: TileReply): tile is FollowTileReply {
  return tile.follow !== null;
}

/** The follow as it is now on all tiles that show it. What has been new stays new until the person has looked. */
export function withFollow(tiles: Tiles, follow: FollowReply): Tiles {
  return tiles.map((tile) => withParts(tile, (part) => (part.id === follow.id ? follow : part)) ?? tile);
}

/** A tile goes with the last of what it shows. */
export function withoutFollow(tiles: Tiles, followId: string): Tiles {
  return tiles.flatMap((tile) => withParts(tile, (part) => (part.id === followId ? null : part)) ?? []);
}

/** The tile with each of its follows changed; null where none is left. */
function withParts(tile: TileReply, change: (part: FollowReply) => FollowReply | null): TileReply | null {
  const follows = tile.follows.flatMap((part) => change(part) ?? []);
  // one that nothing changes stays the same object, and nothing of it is drawn again
  if (follows.length === tile.follows.length && follows.every((part, at) => part === tile.follows[at])) return tile;
  return showing(tile, follows);
}

/** The tile with these follows instead; it is known by the first. */
function showing(tile: TileReply, follows: readonly FollowReply[]): TileReply | null {
  const [follow] = follows;
  return follow ? { ...tile, followId: follow.id, follow, follows: [...follows] } : null;
}

/** Other rows of a board, another title or text; a tile stays of its kind. */
export function withContent(tiles: Tiles, id: string, content: TileReply["content"]): Tiles {
  return tiles.map((tile) => {
    if (tile.id !== id || tile.content.kind !== content.kind) return tile;
    if (!("followIds" in content)) return { ...tile, content };
    const follows = content.followIds.flatMap((each) => tile.follows.find((follow) => follow.id === each) ?? []);
    return { ...(showing(tile, follows) ?? tile), content };
  });
}

/** What a tile shows as it is stored, where it stands and how it looks as they are. */
export function withStored(tiles: Tiles, { id, content, version, followId, follow, follows }: TileReply): Tiles {
  return tiles.map((tile) =>
    tile.id === id ? ({ ...tile, content, version, followId, follow, follows } as TileReply) : tile,
  );
}

export function shows({ follows }: TileReply, id: string): boolean {
  return follows.some((follow) => follow.id === id);
}

/** What the tile is called. */
export function titleOf({ style, content, follows }: TileReply): string {
  const written = "title" in content ? content.title : null;
  return style.title ?? written ?? follows.map(({ title }) => title).join(" · ");
}

export function withPlaces(tiles: Tiles, places: ReadonlyMap<string, ScreenPlace>, screen: Screen): Tiles {
  return tiles.map((tile) => {
    const place = places.get(tile.id);
    if (!place) return tile;
    return screen === "wide" ? { ...tile, place } : { ...tile, screens: { ...tile.screens, [screen]: place } };
  });
}

/** A narrower screen follows the wider ones again. */
export function withoutScreen(tiles: Tiles, screen: Exclude<Screen, "wide">): Tiles {
  return tiles.map(({ screens, ...tile }) => {
    const { [screen]: _, ...others } = screens ?? {};
    return Object.keys(others).length > 0 ? { ...tile, screens: others } : tile;
  });
}

export function withVersion(tiles: Tiles, id: string, version: number): Tiles {
  return tiles.map((tile) => (tile.id === id ? { ...tile, version } : tile));
}

export function withStyle(tiles: Tiles, id: string, style: TileStyle): Tiles {
  return tiles.map((tile) => (tile.id === id ? { ...tile, style } : tile));
}

/** Changes that a person wants to see: another content or another verdict, not another place on the page. */
const NEWS: ReadonlySet<string> = new Set(["changed", "verdict"]);

/** True for tiles that changed since the person last looked. */
export function hasNews({ follows }: Pick<TileReply, "follows">): boolean {
  return follows.some(({ hasNews: isNew, latest }) => isNew && latest !== null && NEWS.has(latest.change));
}

export const newsCount = (tiles: Tiles): number => tiles.filter(hasNews).length;

/** What a block was at an instant of the past. */
export interface BlockThen {
  /** What the look at that time said. */
  readonly observation: ObservationReply;
  /** The last content up to then: where the look found nothing for sure, an earlier one. */
  readonly shown: ObservationReply | null;
}

export function blocksThen(replies: readonly SheetThenReply[]): ReadonlyMap<string, BlockThen> {
  return new Map(replies.map(({ followId, observation, shown }) => [followId, { observation, shown }]));
}
