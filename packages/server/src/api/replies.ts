/** Records as they are sent: what stays with the server, secrets above all, is left out. */
import { dominantNumber } from "@tessera/engine";
import {
  type Capture,
  CHANNEL_SECRETS,
  type Channel,
  foundBy,
  type NumberFound,
  type Observation,
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
import { laidOutOf } from "../follow/first-size.ts";
import { digestTimes } from "../timing/next-digests.ts";
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

/** Steps are taken in a browser, whatever was decided before there were any. */
function fetchedBy({ source, fetcher: { fetcher, reason } }: FollowView["page"]): FollowReply["page"]["fetchedBy"] {
  const isByBrowser = source.steps.length > 0 && source.fetcher !== "own-browser";
  return isByBrowser ? { fetcher: "browser", reason: "asked" } : { fetcher, reason };
}

export function followReply({ follow, block, page, latest, latestFound }: FollowView, baseUrl: string): FollowReply {
  return {
    ...follow,
    layout: laidOutOf({ follow, block, latestFound }),
    page: {
      ...page,
      url: page.source.url,
      fetcher: page.source.fetcher,
      fetchedBy: fetchedBy(page),
      hasSteps: page.source.steps.length > 0,
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
    isOwn: true,
    feeds: feedsOf(`/feeds/${follow.feedKey}`, baseUrl),
  };
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
  return { ...sheet, feeds: feedsOf(`/feeds/sheets/${sheet.feedKey}`, baseUrl), role: "owner", owner: null };
}

export function sheetWithTilesReply({ sheet, tiles }: SheetView, baseUrl: string): SheetWithTilesReply {
  return {
    ...sheetReply(sheet, baseUrl),
    tiles: tiles.map(({ tile, views }) => {
      const follows = views.map((view) => listedFollow(view, baseUrl));
      return { ...tile, follow: follows[0] ?? null, follows, isHidden: false };
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

export function channelReply(channel: Channel, now: number): ChannelReply {
  const shown = Object.entries(channel.target).map(([field, value]) => [
    field,
    SECRET_FIELDS.has(field) && value !== null ? KEPT_SECRET : value,
  ]);
  const { target, gathering } = channel;
  const isUnsigned = target.kind === "webhook" && target.signingSecret === null;
  const times = gathering.kind === "digest" ? digestTimes(gathering, { after: now, count: SHOWN_DIGESTS }) : null;
  return {
    ...channel,
    target: Object.fromEntries(shown),
    warnings: isUnsigned ? ["unsigned"] : [],
    nextDigests: [...(times ?? [])],
  };
}

const SHOWN_DIGESTS = 3;

/**
 * A new target in which secrets that were not touched are those of the old one, as long as it leads to the same place. Where it
 * does not, or the old one cannot be read any more, they are missing and have to be given again: the mark itself is no secret.
 */
export function withKeptSecrets(next: Readonly<Record<string, unknown>>, current: Channel["target"] | null): unknown {
  const old: Readonly<Record<string, unknown>> = { ...current };
  const places = Object.keys(old).filter((field) => !SECRET_FIELDS.has(field));
  const isSamePlace = current !== null && places.every((field) => next[field] === old[field]);
  const kept = Object.entries(next).flatMap(([field, value]) => {
    if (!SECRET_FIELDS.has(field) || value !== KEPT_SECRET) return [[field, value]];
    return isSamePlace ? [[field, old[field]]] : [];
  });
  return Object.fromEntries(kept);
}
