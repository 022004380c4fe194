/** Past versions of a page in a web archive that speaks Memento (RFC 7089). */
import { type FetchedResponse, headerOf } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";
import { isPage } from "../http/is-html.ts";
import { readLinks, type WebLink } from "../reading/links.ts";
import type { PageReader } from "../reading/page-reader.ts";
import { MAX_MEMENTOS, type Memento } from "../reading/read-time-map.ts";
import { unreadable } from "./archive-failure.ts";
import { type ArchivedPage, captureOf } from "./archived-page.ts";
import type { BackfillOptions, PastVersion } from "./backfill.ts";
import { thinOut } from "./thin-out.ts";

export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

/** A TimeMap may be split into many; a page that was archived every minute for years has that many. */
const MAX_TIMEMAPS = 200;

/** Steps along `next memento` where an archive has no TimeMap. */
const MAX_STEPS = 5_000;
const TIMEMAP_BYTES = 50 * 1024 * 1024;
const LINK_FORMAT = /^application\/link-format\b/i;

/** How an archive is asked: through the way out, and politely; what it lists is read elsewhere. */
export interface ArchiveReader {
  readonly fetch: Fetch;
  readonly readTimeMap: PageReader["readTimeMap"];
}

export type Fetch = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  maxBytes?: number,
) => Promise<FetchedResponse>;

/**
 * The versions in the range, in the order of time. `entry` is a TimeMap, a TimeGate, a memento, or a page whose Link
 * header names one of them. Where there is no TimeMap, the TimeGate is asked for the first and the links to the next followed.
 */
async function mementosOf(archive: ArchiveReader, entry: URL, range: TimeRange): Promise<readonly Memento[]> {
  const { fetch } = archive;
  const acceptDatetime = new Date(Math.max(range.from, 0)).toUTCString();
  const answer = await fetch(entry, { "accept-datetime": acceptDatetime }, TIMEMAP_BYTES);
  if (isTimeMap(answer)) return inOrder(await readTimeMaps(archive, answer, range), range);
  const links = linksOf(answer);
  const timeMap = target(links, "timemap", answer.url);
  if (timeMap) return inOrder(await readTimeMaps(archive, await fetch(timeMap, {}, TIMEMAP_BYTES), range), range);
  if (mementoTime(answer) !== null) return inOrder(await walk(fetch, answer, range), range);
  const timeGate = target(links, "timegate", answer.url);
  if (timeGate && timeGate.href !== answer.url.href) {
    return inOrder(await walk(fetch, await fetch(timeGate, { "accept-datetime": acceptDatetime }), range), range);
  }
  throw unreadable(`${entry.host} is no Memento archive: no TimeMap, no TimeGate, no memento`);
}

/** When the version in an answer is from (RFC 7089 section 2.1.1); null where it is no memento. */
function mementoTime({ headers }: FetchedResponse): number | null {
  const at = Date.parse(headerOf(headers, "memento-datetime") ?? "");
  return Number.isNaN(at) ? null : at;
}

/** RFC 7089 section 5: lists may be split into many. */
async function readTimeMaps(
  { fetch, readTimeMap }: ArchiveReader,
  first: FetchedResponse,
  range: TimeRange,
): Promise<readonly Memento[]> {
  const mementos: Memento[] = [];
  const seen = new Set([first.url.href]);
  const pending = [first];
  for (let answer = pending.pop(); answer; answer = pending.pop()) {
    if (!isTimeMap(answer)) throw unreadable(`${answer.url.host} answered with something else than a TimeMap`);
    const listed = await readTimeMap({ body: answer.body, url: answer.url.href, ...range });
    for (const memento of listed.mementos) mementos.push(memento);
    for (const next of listed.further) {
      if (seen.has(next) || seen.size >= MAX_TIMEMAPS || mementos.length >= MAX_MEMENTOS) continue;
      seen.add(next);
      pending.push(await fetch(new URL(next), {}, TIMEMAP_BYTES));
    }
  }
  return mementos;
}

/** From a memento along its links to the next ones; the answer of a TimeGate is such a memento. */
async function walk(fetch: Fetch, start: FetchedResponse, range: TimeRange): Promise<readonly Memento[]> {
  const mementos: Memento[] = [];
  const seen = new Set<string>();
  let answer: FetchedResponse | null = start;
  for (let step = 0; answer && step < MAX_STEPS; step++) {
    const at = mementoTime(answer);
    if (at === null || at > range.until) break;
    mementos.push({ url: answer.url.href, at });
    seen.add(answer.url.href);
    const next: URL | null = target(linksOf(answer), "next", answer.url);
    answer = next && !seen.has(next.href) ? await fetch(next, {}) : null;
  }
  return mementos;
}

function inOrder(mementos: readonly Memento[], { from, until }: TimeRange): readonly Memento[] {
  const byUrl = new Map(mementos.map((memento) => [memento.url, memento]));
  return [...byUrl.values()].filter(({ at }) => at >= from && at <= until).sort((a, b) => a.at - b.at);
}

function isTimeMap(answer: FetchedResponse): boolean {
  if (answer.status >= 400) throw missing(answer);
  return LINK_FORMAT.test(headerOf(answer.headers, "content-type") ?? "");
}

function missing({ url, status }: FetchedResponse): CaptureFailure {
  const retry = status >= 500 || status === 429 ? "soon" : "later";
  return new CaptureFailure("status", {
    message: `the archive ${url.host} answered with status ${status}`,
    status,
    retry,
  });
}

/** A head has 64 kilobytes at most, and links are read in one pass. */
function linksOf({ headers }: FetchedResponse): readonly WebLink[] {
  return readLinks([headers.link ?? []].flat().join(", "));
}

function target(links: readonly WebLink[], relation: string, base: URL): URL | null {
  const link = links.find(({ relations }) => relations.includes(relation));
  return link && URL.canParse(link.target, base.href) ? new URL(link.target, base) : null;
}

export async function* pastInArchive(entry: URL, options: BackfillOptions): AsyncGenerator<PastVersion> {
  const { url: page, httpClient, politeness, reader, maxBytes, from = 0, until = Date.now() } = options;
  // An archive is asked for what it keeps for everybody, at a visitor's pace; its robots.txt is about crawling it.
  const fetch: Fetch = (url, headers, limit = maxBytes) =>
    politeness.visit(url, { respectRobots: false }, () => httpClient.fetch(url, { headers, maxBytes: limit }));
  const archive = { fetch, readTimeMap: reader.readTimeMap };
  for (const memento of thinOut(await mementosOf(archive, entry, { from, until }), options)) {
    try {
      const archived = { ...(await fetchMemento(fetch, memento)), url: page.href };
      yield { kind: "page", capture: await captureOf(archived, reader) };
    } catch (failure) {
      if (!(failure instanceof CaptureFailure)) throw failure;
      yield { kind: "missed", at: memento.at, url: memento.url, failure };
    }
  }
}

async function fetchMemento(fetch: Fetch, memento: Memento): Promise<ArchivedPage> {
  const answer = await fetchUnchanged(fetch, new URL(memento.url));
  const { status, headers, body, bytesOnWire, timing } = answer;
  if (status >= 300) {
    throw new CaptureFailure("status", { message: `the archive cannot give this version: status ${status}`, status });
  }
  const contentType = headerOf(headers, "content-type");
  if (!isPage(contentType, body))
    throw new CaptureFailure("not-html", { message: "the archived version is no HTML page" });
  const at = mementoTime(answer) ?? memento.at;
  return { url: memento.url, at, body, contentType, bytesOnWire, tookMs: timing.totalMs };
}

/** The version as the page was served, where the archive can give that; else with the archive's own links and banner in it. */
async function fetchUnchanged(fetch: Fetch, url: URL): Promise<FetchedResponse> {
  const asServed = urlAsServed(url);
  const answer = asServed && (await fetch(asServed, {}));
  return answer && answer.status < 300 ? answer : fetch(url, {});
}

/** `…/20200101000000id_/http://…`: how Wayback machines and pywb name a version without their own changes to it. */
function urlAsServed(url: URL): URL | null {
  const match = /^(.*\/)(\d{14})(?:[a-z]{2}_)?(\/https?:\/.*)$/s.exec(url.href);
  return match ? new URL(`${match[1]}${match[2]}id_${match[3]}`) : null;
}
