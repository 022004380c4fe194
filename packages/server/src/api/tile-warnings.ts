/** What of a tile's style cannot be had, which is stored all the same: pictures of blocks that nobody takes one of. */
import { type FollowId, followsOf, type PersonId, type Tile } from "@tessera/model";
import type { TileWarning } from "@tessera/model/api";
import { inPlaceOfPicture, type NoPicture, whyNoPicture } from "@tessera/model/ways";
import type { Store } from "@tessera/store";
import { laidOutOf } from "../follow/first-size.ts";

const CODES: Readonly<Record<NoPicture, TileWarning["code"]>> = {
  alike: "picture-of-alike",
  raw: "picture-without-browser",
};
const REASONS: Readonly<Record<NoPicture, string>> = {
  alike: "It follows all that are alike, and a picture shows one block.",
  raw: 'Pictures are taken where a browser renders the page; "fetcher": "browser" of the page does that.',
};
const SHOWN: Readonly<Record<TileWarning["shownAs"], string>> = {
  page: "as on its page",
  adapted: "adapted to the tile",
  text: "as text",
};

/** Of those blocks that are for whoever asks. */
export async function warningsOf(
  { store }: { readonly store: Store },
  owner: PersonId,
  tile: Tile,
  shown: readonly FollowId[] = followsOf(tile),
): Promise<TileWarning[]> {
  const pictured = followsOf(tile).filter((id) => shown.includes(id) && isChosen(tile, id));
  const warnings = await Promise.all(pictured.map((id) => warningOf(store, owner, id)));
  return warnings.filter((warning) => warning !== null);
}

function isChosen({ style: { parts, reader, way } }: Tile, followId: FollowId): boolean {
  const own = parts?.[followId];
  return own ? own === "picture" : way === "picture" && reader !== true;
}

async function warningOf(store: Store, owner: PersonId, followId: FollowId): Promise<TileWarning | null> {
  const view = await store.follows.find(owner, followId);
  if (!view) return null;
  const { block, page, latestFound } = view;
  const seen = latestFound && { hasPicture: latestFound.picture !== null };
  const why = whyNoPicture({ pick: block.pick, page: { fetchedBy: page.fetcher } }, seen);
  if (!why) return null;
  const shownAs = inPlaceOfPicture(laidOutOf(view));
  const detail = `There is no picture of "${view.follow.title}": it is shown ${SHOWN[shownAs]}. ${REASONS[why]}`;
  return { followId, code: CODES[why], shownAs, detail };
}
