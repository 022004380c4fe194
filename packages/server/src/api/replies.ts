/** Records as they are sent: what stays with the server, secrets above all, is left out. */
import { dominantNumber } from "@tessera/engine";
import {
  type Capture,
  CHANNEL_SECRETS,
  type Channel,
  foundBy,
  type LaidOut,
  type NumberFound,
  type Observation,
  pickedSize,
  type Redesign,
  type Sheet,
  sameShare,
  tracerOf,
} from "@tessera/model";
import type {
  CaptureReply,
  ChannelReply,
  FollowReply,
  ObservationReply,
  RedesignReply,
  SheetReply,
  SheetWithTilesReply,
} from "@tessera/model/api";
import type { Changed, FollowView, Listing, SheetView } from "@tessera/store";
import { ApiError } from "./api-error.ts";
import type { Answer } from "./route.ts";

/** The record, or a 404 that does not tell "not there" from "not yours". */
export function found<T>(record: T | null | undefined | false): T {
  if (!record) throw new ApiError("not-found");
  return record;
}

/** The outcome of a change that may have met another one. */
export function changedAnswer<T extends { readonly version: number }, V>(
  changed: Changed<T>,
  view: (record: T) => V,
): Answer<V> {
  if (changed.kind === "missing") throw new ApiError("not-found");
  if (changed.kind === "conflict") throw new ApiError("changed-meanwhile", { more: { current: view(changed.record) } });
  return { body: view(changed.record), etag: String(changed.record.version) };
}

/** Without the fields that are not there: a patch says only what changes. */
export function defined<T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

export function mapListing<T, V>(listing: Listing<T>, view: (item: T) => V): { items: V[]; next: string | null } {
  return { items: listing.items.map(view), next: listing.next };
}

export function observationReply(observation: Observation): ObservationReply {
  const { content, diff, picture, redesign, ...rest } = observation;
  return {
    ...rest,
    foundBy: foundBy(observation.verdict),
    hasContent: content !== null,
    hasDiff: diff !== null,
    hasPicture: picture !== null,
    redesign: redesignReply(redesign),
  };
}

function redesignReply(redesign: Redesign | null | undefined): RedesignReply | null {
  return redesign ? { ...redesign, sameShare: sameShare(redesign.similarity) } : null;
}

export function followReply({ follow, block, page, latest, latestFound }: FollowView, baseUrl: string): FollowReply {
  return {
    ...follow,
    layout: laidOutOf({ follow, block, latestFound }),
    page: {
      ...page,
      url: page.source.url,
      fetcher: page.source.fetcher,
      fetchedBy: { fetcher: page.fetcher.fetcher, reason: page.fetcher.reason },
      redesign: redesignReply(page.redesign),
    },
    pick: block.pick,
    tracer: tracerOf(block.pick),
    pickedIn: block.firstCaptureId,
    path: block.path,
    teachingVersion: block.lessons,
    verdict: block.verdict,
    latest: latest && observationReply(latest),
    latestFound: latestFound && observationReply(latestFound),
    value: latestFound?.excerpt ?? null,
    number: followedNumber(latestFound)?.value ?? null,
    hasNews: latest !== null && latest.id !== follow.seenObservationId,
    feeds: feedsOf(`/feeds/${follow.feedKey}`, baseUrl),
  };
}

/** How large the block is: as a browser showed it last, or as it was for who picked it. */
function laidOutOf({
  follow,
  block,
  latestFound,
}: Pick<FollowView, "follow" | "block" | "latestFound">): LaidOut | null {
  const { verdict } = latestFound ?? {};
  const rendered = verdict?.kind === "found" ? verdict.laidOut : undefined;
  const itemsNow = (verdict?.kind === "found" && verdict.items) || null;
  if (rendered) return follow.layout?.isLegible === false ? { ...rendered, isLegible: false } : rendered;
  return follow.layout && pickedSize(follow.layout, { extent: block.pick.extent, itemsNow });
}

/** The number that a block is about, as far as its first words tell. */
export function followedNumber(latestFound: Observation | null): NumberFound | null {
  return latestFound && dominantNumber(latestFound.numbers, latestFound.excerpt);
}

/** As one of many: who came second to a block that was found is told by the follow itself, asked for singly. */
export function listedFollow(view: FollowView, baseUrl: string): FollowReply {
  return followReply({ ...view, latest: brief(view.latest), latestFound: brief(view.latestFound) }, baseUrl);
}

function brief(observation: Observation | null): Observation | null {
  if (observation?.verdict.kind !== "found") return observation;
  return { ...observation, verdict: { ...observation.verdict, candidates: [] } };
}

export function sheetReply(sheet: Sheet, baseUrl: string): SheetReply {
  return { ...sheet, feeds: feedsOf(`/feeds/sheets/${sheet.feedKey}`, baseUrl) };
}

export function sheetWithTilesReply({ sheet, tiles }: SheetView, baseUrl: string): SheetWithTilesReply {
  return {
    ...sheetReply(sheet, baseUrl),
    tiles: tiles.flatMap(({ tile, views }) => {
      const follows = views.map((view) => listedFollow(view, baseUrl));
      return follows[0] ? [{ ...tile, follow: follows[0], follows }] : [];
    }),
  };
}

function feedsOf(path: string, baseUrl: string): SheetReply["feeds"] {
  const feed = (format: string): string => new URL(`${path}.${format}`, baseUrl).href;
  return { rss: feed("rss"), atom: feed("atom"), json: feed("json") };
}

export function captureReply(capture: Capture): CaptureReply {
  return {
    ...capture,
    isRendered: capture.layout !== null,
    hasPicture: capture.picture !== null,
    pageUrl: `/api/v1/captures/${capture.id}/page`,
  };
}

/** What stands in place of a secret; sent back unchanged, it leaves the secret as it is. */
const KEPT_SECRET = "(unchanged)";
const SECRET_FIELDS: ReadonlySet<string> = new Set(CHANNEL_SECRETS);

export function channelReply(channel: Channel): ChannelReply {
  const shown = Object.entries(channel.target).map(([field, value]) => [
    field,
    SECRET_FIELDS.has(field) && value !== null ? KEPT_SECRET : value,
  ]);
  return { ...channel, target: Object.fromEntries(shown) };
}

/**
 * A new target in which secrets that were not touched are those of the old one, as long as it leads to the same place; one
 * that cannot be read any more is missing, and has to be given again.
 */
export function withKeptSecrets(next: Readonly<Record<string, unknown>>, current: Channel["target"] | null): unknown {
  if (!current) {
    const given = Object.entries(next).filter(([field, value]) => !SECRET_FIELDS.has(field) || value !== KEPT_SECRET);
    return Object.fromEntries(given);
  }
  if (next.kind !== current.kind) return next;
  const old: Readonly<Record<string, unknown>> = { ...current };
  const places = Object.keys(old).filter((field) => !SECRET_FIELDS.has(field));
  const isSamePlace = places.every((field) => next[field] === old[field]);
  const kept = Object.entries(next).map(([field, value]) => [
    field,
    SECRET_FIELDS.has(field) && value === KEPT_SECRET && isSamePlace ? old[field] : value,
  ]);
  return Object.fromEntries(kept);
}
