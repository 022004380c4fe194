/** A follow is given a past: versions of its page out of an archive, looked at like any capture, told to nobody. */
import { type PageCapture, type PastSource, backfill as pastVersions } from "@tessera/capture";
import {
  type Block,
  type Capture,
  type CaptureFailureCode,
  CaptureId,
  type FollowId,
  newId,
  type Observation,
  type PersonId,
  type Redesign,
} from "@tessera/model";
import type { HttpClient, Politeness } from "@tessera/network";
import { type Body, type FollowedBlock, packBody, rememberedOf, unpackBody } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { observe } from "../check/compare.ts";
import { traceBlocks } from "../check/trace-blocks.ts";
import type { TracedBlock } from "../trace/page-job.ts";
import { readersOver } from "../workers/trace-workers.ts";

export interface BackfillRequest {
  readonly personId: PersonId;
  readonly followId: FollowId;
  readonly source: PastSource;
  /** Instants, both included. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** At most one version in this time. */
  readonly everyMs?: number | undefined;
  readonly limit?: number | undefined;
  /** Called after every version that was read. */
  readonly onVersion?: ((at: number) => void) | undefined;
}

export interface BackfillParts extends Pick<CheckParts, "store" | "workers" | "now"> {
  readonly httpClient: HttpClient;
  readonly politeness: Politeness;
}

export type Backfilled =
  | {
      readonly kind: "filled";
      /** Versions that were looked at, and observations that came of them. */
      readonly versions: number;
      readonly observations: number;
      /** Versions in which the block was found. */
      readonly found: number;
      readonly missed: readonly { readonly at: number; readonly url: string; readonly code: CaptureFailureCode }[];
    }
  /** No such follow. */
  | { readonly kind: "missing" };

/** Versions of one page that are held in memory, compressed. */
const MAX_VERSIONS = 1_000;

/** Throws a CaptureFailure where the source itself cannot be read. */
export async function backfill(request: BackfillRequest, parts: BackfillParts): Promise<Backfilled> {
  const { store, now } = parts;
  const view = await store.follows.find(request.personId, request.followId);
  const block = view && (await store.checks.block(view.block.id));
  if (!view || !block) return { kind: "missing" };
  const { versions, missed } = await readVersions(new URL(view.page.source.url), block, { request, parts });
  const looks = await lookBackwards(versions, block, parts);
  const past = await observationsOf(looks, block, parts);
  const observations = await store.checks.recordPast({ now: now(), blockId: block.id, ...past });
  const found = looks.filter(({ seen }) => seen.verdict.kind === "found").length;
  return { kind: "filled", versions: versions.length, observations, found, missed };
}

interface Version {
  readonly capture: Capture;
  readonly html: Body;
}

interface TracedVersion extends Version {
  readonly seen: TracedBlock;
  /** Where this version is a redesign of the one before. */
  readonly redesign: Redesign | null;
}

interface Reading {
  readonly request: BackfillRequest;
  readonly parts: BackfillParts;
}

/** Versions from before the block was picked, oldest first. */
async function readVersions(url: URL, block: Block, { request, parts }: Reading) {
  const versions: Version[] = [];
  const missed: { at: number; url: string; code: CaptureFailureCode }[] = [];
  const { from, everyMs, limit = MAX_VERSIONS } = request;
  const past = pastVersions(request.source, {
    url,
    httpClient: parts.httpClient,
    politeness: parts.politeness,
    reader: readersOver(parts.workers)(undefined),
    until: Math.min(request.until ?? Number.POSITIVE_INFINITY, block.createdAt - 1),
    limit: Math.min(limit, MAX_VERSIONS),
    ...(from === undefined ? {} : { from }),
    ...(everyMs === undefined ? {} : { everyMs }),
  });
  for await (const version of past) {
    if (version.kind === "missed") missed.push({ at: version.at, url: version.url, code: version.failure.code });
    else versions.push(versionOf(version.capture, block));
    request.onVersion?.(version.kind === "missed" ? version.at : version.capture.at);
  }
  return { versions, missed };
}

function versionOf(page: PageCapture, block: Block): Version {
  const html = packBody(page.html);
  const capture: Capture = {
    id: newId(CaptureId, page.at),
    pageId: block.pageId,
    at: page.at,
    fetcher: "archive",
    finalUrl: page.finalUrl,
    status: page.status,
    headers: { ...page.headers },
    sourceHash: page.bodyHash,
    html: html.hash,
    layout: null,
    picture: null,
    images: null,
    drawings: null,
    transferBytes: page.bytesOnWire,
    loaded: null,
    feed: page.feed ?? null,
    tookMs: Math.max(0, Math.round(page.timing.totalMs)),
    change: null,
    isOfPrivateHost: false,
  };
  return { capture, html };
}

/** From the picked page back in time, so that every version is close to the one that was learned from before it. */
async function lookBackwards(
  versions: readonly Version[],
  block: Block,
  { store, workers }: BackfillParts,
): Promise<readonly TracedVersion[]> {
  const seenLast: TracedVersion[] = [];
  const followed: FollowedBlock = { block, latest: null, latestFound: null, doubts: [], follows: [] };
  let remembered = rememberedOf(block);
  for (const [at, version] of [...versions.entries()].reverse()) {
    const { html, capture } = version;
    const before = versions[at - 1];
    const previous = before ? { html: before.html } : null;
    const page = { html: textOf(html), layout: null, finalUrl: capture.finalUrl, previous };
    const memories = new Map([[block.id, remembered]]);
    const { blocks, change } = await traceBlocks(page, [followed], { store, workers, memories });
    const [seen] = blocks;
    if (!seen) continue;
    remembered = seen.remembered ?? remembered;
    const redesign = change?.kind === "redesign" ? { at: capture.at, similarity: change.similarity } : null;
    seenLast.push({ html, capture: { ...capture, change }, seen, redesign });
  }
  return seenLast.reverse().map(withoutWalls);
}

/** A wall in front of a page is no redesign of it, and neither is the page that comes back behind the wall. */
function withoutWalls(look: TracedVersion, at: number, looks: readonly TracedVersion[]): TracedVersion {
  const isWall = [look, looks[at - 1]].some((one) => one?.seen.verdict.kind === "blocked");
  return isWall ? { ...look, redesign: null } : look;
}

/** The same observations that checks at those times would have made, oldest first. */
async function observationsOf(looks: readonly TracedVersion[], block: Block, parts: BackfillParts) {
  const observations: Observation[] = [];
  const bodies: Body[] = [];
  let content: Body | null = null;
  for (const { seen, capture, html, redesign } of looks) {
    const latest = observations.at(-1) ?? null;
    const compared: TracedBlock = seen.content
      ? { ...seen, content: await parts.workers.comparePast({ seen: seen.content, before: content }) }
      : seen;
    const followed: FollowedBlock = { block, latest, latestFound: null, doubts: [], follows: [] };
    const observed = observe(followed, {
      ...{ traced: compared, captureId: capture.id, picture: null, now: capture.at },
      redesign,
    });
    const { observation } = observed.observed;
    content = seen.content?.body ?? content;
    bodies.push(html, ...observed.bodies);
    if (observation.kind === "new") observations.push(observation.record);
    else if (latest) {
      const { verdict, captureId } = observation.kind === "same" ? observation : observation.record;
      const renewed = observation.kind === "renewed" ? observation.record : latest;
      observations[observations.length - 1] = {
        ...renewed,
        redesign: redesign ?? renewed.redesign,
        at: latest.at,
        verdict,
        captureId,
        lastAt: capture.at,
        looks: latest.looks + 1,
      };
    }
  }
  return { observations, bodies, captures: looks.map(({ capture }) => capture) };
}

function textOf(body: Body): string {
  const bytes = unpackBody(body);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
