/** Blocks, boards and feeds as strangers are shown them: each a document of its own in the name of a gadget. */
import type { Gadget, PartWay, SheetStyle, Tile } from "@tessera/model";
import { isBlank, leastScale, unmeasuredWay } from "@tessera/model/ways";
import { contentPolicy, scaledTileDocument, textDocument, tileDocument } from "@tessera/show";
import type { FollowView, HistoryFilter, TileView } from "@tessera/store";
import { contentOf } from "../../changes/stored-content.ts";
import { followedItems } from "../../feeds/followed-items.ts";
import { laidOutOf } from "../../follow/first-size.ts";
import { languageFor } from "../../notify/message/language.ts";
import {
  type BoardLook,
  boardDocument,
  feedDocument,
  nothingDocument,
  type SharedRow,
} from "../../show/gadget-documents.ts";
import { holderOf } from "../../show/gadget-links.ts";
import { inkOf } from "../../show/sheet-colours.ts";
import { ASSET_SOURCE, type TileLook } from "../../show/tile-renderer.ts";
import { reachNumbers } from "../reach.ts";
import { followedNumber } from "../replies.ts";
import type { Answer } from "../route.ts";
import type { Services } from "../services.ts";
import { titleOf, written, zoneOf } from "./shared-pages.ts";
import { MAX_POINTS, pointsOf } from "./sheet-routes.ts";

interface Shown extends ShownAs {
  readonly now: number;
  /** Of the sheet around it. */
  readonly theme: SheetStyle["theme"];
  /** What strangers may see of the tile, and the part of it that is asked for. */
  readonly views: readonly FollowView[];
  readonly view: FollowView;
}

export function showTile(shown: TileView, what: Shown, services: Services): Promise<Answer<undefined> | null> {
  const { kind } = shown.tile.content;
  if (kind === "board") return showBoard(shown, { ...what, isInside: true }, services);
  if (kind === "feed") return showFeed(shown, what, services);
  return framed(what.view, what, services);
}

/** Numbers as they are, and how they came to be so since the address was given away. */
export async function showBoard(
  { tile }: TileView,
  { gadget, views, theme, isInside }: Pick<Shown, "gadget" | "views" | "theme"> & Pick<BoardLook, "isInside">,
  services: Services,
) {
  const rows: SharedRow[] = [];
  for (const view of views) {
    const { id: followId, personId: owner } = view.follow;
    const number = followedNumber(view.latestFound);
    const reached = { followId, owner, since: gadget.createdAt, view };
    const points = number ? pointsOf(await reachNumbers(reached, { limit: MAX_POINTS }, services)) : [];
    rows.push({ view, number, points });
  }
  const language = await languageFor(gadget.personId, services.store);
  const look = { title: titleOf(tile, views), theme, ink: inkIn(gadget, tile), language, isInside };
  const raw = boardDocument(rows, look);
  return { raw, ...embedded(contentPolicy(policyOf(gadget))) };
}

async function showFeed(
  { tile }: TileView,
  { gadget, now, views, theme }: Shown,
  services: Services,
): Promise<Answer<undefined> | null> {
  if (tile.content.kind !== "feed") return null;
  const { shows, limit } = tile.content;
  const { store, checks } = services;
  const tileRenderer = services.tileRenderer.forPerson(holderOf(gadget.id));
  const feeds = views.map((view) => ({
    view,
    before: async (filter: HistoryFilter) =>
      (await store.observations.of(gadget.personId, view.follow.id, filter)).items,
  }));
  const items = await followedItems(
    { reader: null, feeds, limit, now },
    { store, workers: checks.workers, tileRenderer },
  );
  const zone = await zoneOf(gadget, services);
  const look = {
    title: titleOf(tile, views),
    theme,
    ink: inkIn(gadget, tile),
    language: await languageFor(gadget.personId, store),
    shows,
    written: (at: number) => written(at, zone),
  };
  return { raw: feedDocument(items, look), ...embedded(contentPolicy(policyOf(gadget))) };
}

/** On other sites a tile has none of its colours. */
function inkIn({ face }: Gadget, { style }: Tile): string | null {
  return face === "link" ? inkOf(style) : null;
}

interface ShownAs {
  readonly gadget: Gadget;
  /** By the person for this block of a sheet. */
  readonly chosen: PartWay | null;
}

/** A gadget may have a look of its own. By itself a block is shown as on the sheet, as far as that is known without looking. */
function lookOf(view: FollowView, { gadget: { face, options }, chosen }: ShownAs): TileLook | "text" {
  if (options.look === "reader" || options.look === "text") return options.look;
  if (chosen === "text") return "reader";
  // a link has no look of its own; those that were made before there was `auto` say otherwise
  const isByItself = options.look === "auto" || face === "link";
  const way = unmeasuredWay(isByItself ? chosen : (options.look as "page" | "adapted"), laidOutOf(view));
  return way === "text" ? "reader" : way;
}

/** The same renderer and the same walls as in the app, with links and pictures in the name of the gadget. */
export async function framed(
  view: FollowView,
  shownAs: ShownAs,
  services: Services,
): Promise<Answer<undefined> | null> {
  const { gadget, chosen } = shownAs;
  const { store } = services;
  const observation = view.latestFound;
  if (!observation) return null;
  const { theme } = gadget.options;
  const look = lookOf(view, shownAs);
  const policy = policyOf(gadget);
  const frame = { ...policy, title: view.follow.title, padPx: 8, ...(theme === "system" ? {} : { scheme: theme }) };
  const answer = embedded(contentPolicy(policy));
  if (isBlank({ verdict: observation.verdict, hasPicture: observation.picture !== null })) {
    const language = await languageFor(gadget.personId, store);
    return {
      raw: nothingDocument(language.say("shared.blank"), language, { title: view.follow.title, theme }),
      ...answer,
    };
  }
  if (look === "text") {
    return { raw: textDocument((await contentOf(store, observation))?.text ?? "", { ...frame, look }), ...answer };
  }
  const tile = await services.tileRenderer
    .forPerson(holderOf(gadget.id))
    .observed(view, observation, { look, links: "open" });
  if (!tile) return null;
  const { layout } = tile;
  if (tile.look !== "page" || !layout) return { raw: tileDocument(tile, { ...frame, look: tile.look }), ...answer };
  const scaling = { layout, leastScale: gadget.options.look === "page" ? 0 : leastScale(chosen) };
  return { raw: scaledTileDocument(tile, frame, scaling), ...answer };
}

function policyOf(gadget: Gadget) {
  return { assetSource: ASSET_SOURCE, opensLinks: true, embeddedBy: ancestorsOf(gadget) };
}

/** Our own pages may always: the sheet around a block, and the app that shows how it looks. Nobody else frames a link. */
export function ancestorsOf({ face, options: { sites } }: Gadget): readonly string[] {
  if (face === "link") return ["'self'"];
  return sites.length === 0 ? ["*"] : ["'self'", ...sites];
}

/** Frames elsewhere are what it is for; the policy says whose. It is asked for again each time, so that it can be taken back. */
export function embedded(policy: string) {
  return {
    withoutHeaders: ["x-frame-options", "cross-origin-opener-policy"],
    headers: {
      "content-security-policy": policy,
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    },
  };
}
