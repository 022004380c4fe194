/** Past versions of a page in a web archive that speaks Memento (RFC 7089). */
import { CaptureFailure } from "../capture-failure.ts";
import { type FetchedResponse, headerOf } from "../way-out/response.ts";
import { unreadable } from "./archive-failure.ts";
import { readLinks, type WebLink } from "./links.ts";

/** One past version: where it is and from when. */
export interface Memento {
  readonly url: URL;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

/** A TimeMap may be split into many; a page that was archived every minute for years has that many. */
const MOST_TIMEMAPS = 200;
/** Steps along `next memento` where an archive has no TimeMap. */
const MOST_STEPS = 5_000;
const TIMEMAP_BYTES = 50 * 1024 * 1024;
const LINK_FORMAT = /^application\/link-format\b/i;

/** How requests to an archive are made: through the way out, and politely. */
export type Fetch = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  maxBytes?: number,
) => Promise<FetchedResponse>;

/**
 * The versions in the range, in the order of time. `entry` is a TimeMap, a TimeGate, a memento, or a page whose Link
 * header names one of them. Where there is no TimeMap, the TimeGate is asked for the first and the links to the next followed.
 */
export async function mementosOf(fetch: Fetch, entry: URL, range: TimeRange): Promise<readonly Memento[]> {
  const acceptDatetime = new Date(Math.max(range.from, 0)).toUTCString();
  const answer = await fetch(entry, { "accept-datetime": acceptDatetime }, TIMEMAP_BYTES);
  if (isTimeMap(answer)) return inOrder(await readTimeMaps(fetch, answer, range), range);
  const links = linksOf(answer);
  const timeMap = target(links, "timemap", answer.url);
  if (timeMap) return inOrder(await readTimeMaps(fetch, await fetch(timeMap, {}, TIMEMAP_BYTES), range), range);
  if (mementoTime(answer) !== null) return inOrder(await walk(fetch, answer, range), range);
  const timeGate = target(links, "timegate", answer.url);
  if (timeGate && timeGate.href !== answer.url.href) {
    return inOrder(await walk(fetch, await fetch(timeGate, { "accept-datetime": acceptDatetime }), range), range);
  }
  throw unreadable(`${entry.host} is no Memento archive: no TimeMap, no TimeGate, no memento`);
}

/** When the version in an answer is from (RFC 7089 section 2.1.1); null where it is no memento. */
export function mementoTime({ headers }: FetchedResponse): number | null {
  const at = Date.parse(headerOf(headers, "memento-datetime") ?? "");
  return Number.isNaN(at) ? null : at;
}

/** RFC 7089 section 5: a list of links; further lists have the relation `timemap` and may say their range. */
async function readTimeMaps(fetch: Fetch, first: FetchedResponse, range: TimeRange): Promise<readonly Memento[]> {
  const mementos: Memento[] = [];
  const seen = new Set([first.url.href]);
  const pending = [first];
  for (let answer = pending.pop(); answer; answer = pending.pop()) {
    if (!isTimeMap(answer)) throw unreadable(`${answer.url.host} answered with something else than a TimeMap`);
    const links = readLinks(answer.body.toString("utf8"));
    for (const link of links) mementos.push(...mementoIn(link, answer.url));
    for (const next of furtherTimeMaps(links, answer.url, range)) {
      if (seen.has(next.href) || seen.size >= MOST_TIMEMAPS) continue;
      seen.add(next.href);
      pending.push(await fetch(next, {}, TIMEMAP_BYTES));
    }
  }
  return mementos;
}

function furtherTimeMaps(links: readonly WebLink[], base: URL, range: TimeRange): readonly URL[] {
  return links
    .filter(({ relations }) => relations.includes("timemap") && !relations.includes("self"))
    .filter(({ parameters }) => {
      const from = Date.parse(parameters.get("from") ?? "");
      const until = Date.parse(parameters.get("until") ?? "");
      return !(from > range.until) && !(until < range.from);
    })
    .flatMap((link) => (URL.canParse(link.target, base.href) ? [new URL(link.target, base)] : []));
}

function mementoIn({ target: text, relations, parameters }: WebLink, base: URL): readonly Memento[] {
  const at = Date.parse(parameters.get("datetime") ?? "");
  const isMemento = relations.includes("memento") && !Number.isNaN(at) && URL.canParse(text, base.href);
  return isMemento ? [{ url: new URL(text, base), at }] : [];
}

/** From a memento along its links to the next ones; the answer of a TimeGate is such a memento. */
async function walk(fetch: Fetch, start: FetchedResponse, range: TimeRange): Promise<readonly Memento[]> {
  const mementos: Memento[] = [];
  const seen = new Set<string>();
  let answer: FetchedResponse | null = start;
  for (let step = 0; answer && step < MOST_STEPS; step++) {
    const at = mementoTime(answer);
    if (at === null || at > range.until) break;
    mementos.push({ url: answer.url, at });
    seen.add(answer.url.href);
    const next: URL | null = target(linksOf(answer), "next", answer.url);
    answer = next && !seen.has(next.href) ? await fetch(next, {}) : null;
  }
  return mementos;
}

function inOrder(mementos: readonly Memento[], { from, until }: TimeRange): readonly Memento[] {
  const byUrl = new Map(mementos.map((memento) => [memento.url.href, memento]));
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

function linksOf({ headers }: FetchedResponse): readonly WebLink[] {
  return readLinks([headers.link ?? []].flat().join(", "));
}

function target(links: readonly WebLink[], relation: string, base: URL): URL | null {
  const link = links.find(({ relations }) => relations.includes(relation));
  return link && URL.canParse(link.target, base.href) ? new URL(link.target, base) : null;
}
