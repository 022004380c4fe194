/** The sheet that greets whoever tries the demo: what happens, blocks of all four sites, and a tile of every other kind. */
import type { ApiClient } from "./api-client.ts";
import { BOARD, FEED, ownTiles, type TilePlace } from "./own-tiles.ts";
import { PIECES, type Piece } from "./pieces.ts";

/** As often as Tessera looks at anything: the sites live fast. */
const CHECK_EVERY = { kind: "every", intervalMs: 5_000 } as const;

interface Named {
  readonly id: string;
}

/** Follows all pieces and puts them on a sheet; gives the id of the sheet. */
export async function furnish(api: ApiClient, sites: Readonly<Record<string, string>>): Promise<string> {
  const { ask } = api;
  const sheets = await ask<readonly Named[]>("GET", "/sheets");
  const { id } = sheets[0] ?? (await ask<Named>("POST", "/sheets", { title: "Demo" }));
  const put = (tile: { readonly followId: string | null; readonly content?: object; readonly place: TilePlace }) =>
    ask("POST", `/sheets/${id}/tiles`, tile);
  for (const tile of ownTiles(sites)) await put({ followId: null, ...tile });
  // sites do not wait for each other; the pieces of one are followed one after another, from one look at it
  const followed = new Map<string, string>();
  await Promise.all(
    [...Map.groupBy(PIECES, ({ site }) => site)].map(async ([site, pieces]) => {
      for (const piece of pieces) followed.set(piece.title, await follow(api, urlOf(sites, site), piece));
    }),
  );
  const followOf = ({ title }: Piece): string => followed.get(title) ?? "";
  for (const piece of PIECES) if (piece.place) await put({ followId: followOf(piece), place: piece.place });
  const rows = PIECES.filter(({ place }) => place === null).map(followOf);
  const board = { kind: "board", title: BOARD.title, followIds: rows };
  await put({ followId: rows[0] ?? null, content: board, place: BOARD.place });
  const feed = await ask<Named>("POST", "/follows", {
    source: { url: new URL(FEED.path, urlOf(sites, FEED.site)).href },
    wish: { kind: "page" },
    schedule: CHECK_EVERY,
  });
  const content = { kind: "feed", followIds: [feed.id], shows: "summaries" };
  await put({ followId: feed.id, content, place: FEED.place });
  return id;
}

async function follow({ ask }: ApiClient, url: string, { title, selector }: Piece): Promise<string> {
  const wish = { kind: "css", selector };
  const { id } = await ask<Named>("POST", "/follows", { source: { url }, wish, title, schedule: CHECK_EVERY });
  return id;
}

function urlOf(sites: Readonly<Record<string, string>>, site: string): string {
  const url = sites[site];
  if (!url) throw new RangeError(`there is no site ${site}`);
  return url;
}
