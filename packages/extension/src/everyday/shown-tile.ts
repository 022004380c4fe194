/** What a tile shows, read by its kind and kept as plain data: the new tab draws it without asking again. */
import type { FeedContent, LinkGroup, Opens, SearchBox, SheetStyle } from "@tessera/model";
import type { FeedItemsReply, FollowReply, TileReply } from "@tessera/model/api";
import { blankness, isBlank, laidOutAt, leastScale, unmeasuredWay, wayInTile } from "@tessera/model/ways";
import type { Series } from "@tessera/web/shown";
import { ask } from "../instance/ask.ts";
import { recall } from "../platform/stored.ts";
import { type BlockLook, blockDocument, dataOf } from "./block-document.ts";

export interface ShownPart {
  readonly followId: string;
  readonly title: string;
  /** The page of the block. */
  readonly url: string;
  readonly verdict: string;
  /** It was found and nothing of it can be seen: not without a browser, or not now. */
  readonly blank: "raw" | "now" | null;
  /** Empty where there is none yet, or nothing to see in it. */
  readonly document: string;
}

export type Shown =
  | { readonly kind: "blocks"; readonly parts: readonly ShownPart[] }
  | {
      readonly kind: "board";
      readonly rows: readonly FollowReply[];
      readonly series: readonly (readonly [string, Series])[];
    }
  | { readonly kind: "feed"; readonly shows: FeedContent["shows"]; readonly reply: FeedItemsReply }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "links"; readonly groups: readonly LinkGroup[]; readonly opens: Opens }
  | { readonly kind: "search"; readonly engines: SearchBox["engines"]; readonly opens: SearchBox["opens"] }
  | { readonly kind: "heading"; readonly isClosed: boolean }
  /** Shown to nobody but its owner; of a kind that this version does not know; not there yet. */
  | { readonly kind: "hidden" | "unknown" | "later" };

export interface ShownTile {
  readonly id: string;
  readonly title: string;
  /** Whether it shows what it is called. */
  readonly isTitled: boolean;
  readonly place: TileReply["place"];
  readonly hasNews: boolean;
  /** When it was last seen; null for what the person wrote. */
  readonly at: number | null;
  readonly shown: Shown;
}

/** What of its sheet's style a tile is shown by. */
type OfSheet = Pick<SheetStyle, "reader">;

/** With what it showed before where the instance does not answer. */
export async function shownTile(
  tile: TileReply,
  before: ShownTile | undefined,
  sheet: OfSheet = { reader: false },
): Promise<ShownTile> {
  const { id, place, follows } = tile;
  const seen = follows.flatMap(({ latestFound }) => latestFound?.lastAt ?? []);
  return {
    id,
    place,
    title: titleOf(tile),
    isTitled: tile.style.showTitle,
    hasNews: follows.some(({ hasNews }) => hasNews),
    at: seen.length > 0 ? Math.max(...seen) : null,
    shown: tile.isHidden ? { kind: "hidden" } : await readShown(tile, before?.shown, sheet),
  };
}

function titleOf({ style, content, follows }: TileReply): string {
  const written = "title" in content ? content.title : null;
  return style.title ?? written ?? follows.map(({ title }) => title).join(" · ");
}

async function readShown(tile: TileReply, before: Shown | undefined, sheet: OfSheet): Promise<Shown> {
  const { content, follow } = tile;
  switch (content.kind) {
    case "note":
      return { kind: "note", text: content.text };
    case "links":
      return { kind: "links", groups: content.groups, opens: content.opens };
    case "search":
      return { kind: "search", engines: content.engines, opens: content.opens };
    case "heading":
      return { kind: "heading", isClosed: content.isClosed };
    case "board":
      return readBoard(tile, before);
    case "feed":
      // which items were read is known of one's own feeds only
      return follow?.isOwn === false ? readBlocks(tile, before, sheet) : readFeed(tile, content, before);
    case "follow":
    case "joined":
      return readBlocks(tile, before, sheet);
    default:
      // a newer instance knows more kinds
      return { kind: "unknown" };
  }
}

async function readBlocks(tile: TileReply, before: Shown | undefined, sheet: OfSheet): Promise<Shown> {
  const known = new Map(before?.kind === "blocks" ? before.parts.map((part) => [part.followId, part.document]) : []);
  const parts = tile.follows.map(async (follow): Promise<ShownPart> => {
    const { id, title, page, verdict, latestFound } = follow;
    const part = { followId: id, title, url: page.url, verdict };
    if (isBlank(latestFound)) return { ...part, blank: blankness(follow), document: "" };
    const document = await blockDocument(id, lookOf(follow, tile, sheet)).catch(() => known.get(id) ?? "");
    return { ...part, blank: null, document };
  });
  return { kind: "blocks", parts: await Promise.all(parts) };
}

/** As on the sheet in the app, as far as that is known before somebody looks. */
function lookOf(follow: FollowReply, tile: TileReply, sheet: OfSheet): BlockLook {
  const chosen = wayInTile(tile, sheet, follow.id);
  const way = unmeasuredWay(chosen, laidOutAt(follow, follow.latestFound));
  return { look: way === "text" ? "reader" : way, leastScale: leastScale(chosen) };
}

async function readBoard({ id, follows }: TileReply, before: Shown | undefined): Promise<Shown> {
  const numbers = await ask("GET /tiles/:id/numbers", { params: { id } }).catch(() => null);
  const known = before?.kind === "board" ? before.series : [];
  return { kind: "board", rows: follows, series: numbers?.map((each) => [each.followId, each.points]) ?? known };
}

async function readFeed({ id }: TileReply, { shows, limit }: FeedContent, before: Shown | undefined): Promise<Shown> {
  try {
    const reply = await ask("GET /tiles/:id/items", { params: { id }, query: { limit } });
    return { kind: "feed", shows, reply: await withPictures(reply, shows) };
  } catch {
    return before?.kind === "feed" ? before : { kind: "later" };
  }
}

/** Drawn as a letter: an address that holds nothing, and that nobody is asked at. */
export const NO_ICON = "data:,";

/** The page may ask for no picture by itself: each is brought along, or left out. */
async function withPictures(reply: FeedItemsReply, shows: FeedContent["shows"]): Promise<FeedItemsReply> {
  const address = (await recall("pairing"))?.address ?? "";
  const bring = async (picture: string | null): Promise<string | null> =>
    picture && shows === "summaries" && URL.canParse(picture, address) ? dataOf(new URL(picture, address)) : null;
  const items = reply.items.map(async (item) => ({ ...item, picture: await bring(item.picture) }));
  return {
    ...reply,
    feeds: reply.feeds.map((feed) => ({ ...feed, icon: NO_ICON })),
    items: await Promise.all(items),
  };
}
