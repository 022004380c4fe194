/** How large a block is on its page, as far as anybody has seen it, and so its tile at first. */
import {
  type Block,
  type Follow,
  type LaidOut,
  type Observation,
  pickedSize,
  sizeFor,
  type TileSize,
} from "@tessera/model";

interface Seen {
  readonly follow: Pick<Follow, "layout">;
  readonly block: Pick<Block, "pick">;
  readonly latestFound: Pick<Observation, "verdict"> | null;
}

/** As a browser showed it last, or as it was for who picked it. */
export function laidOutOf({ follow, block, latestFound }: Seen): LaidOut | null {
  const { verdict } = latestFound ?? {};
  const rendered = verdict?.kind === "found" ? verdict.laidOut : undefined;
  const itemsNow = (verdict?.kind === "found" && verdict.items) || null;
  if (rendered) return follow.layout?.isLegible === false ? { ...rendered, isLegible: false } : rendered;
  return follow.layout && pickedSize(follow.layout, { extent: block.pick.extent, itemsNow });
}

/** Of the first of them that somebody has seen laid out. */
export function firstSize(...seen: readonly (Seen | null)[]): TileSize {
  return sizeFor(seen.reduce<LaidOut | null>((known, each) => known ?? (each && laidOutOf(each)), null));
}
