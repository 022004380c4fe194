/** Versions of a page in a web archive, fetched one by one. */

import { type FetchedResponse, headerOf } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";
import { isHtml } from "../http/is-html.ts";
import type { Memento } from "../reading/read-time-map.ts";
import { type ArchivedPage, captureOf } from "./archived-page.ts";
import type { BackfillOptions, PastVersion } from "./backfill.ts";
import { type Fetch, mementosOf, mementoTime } from "./memento.ts";
import { thinOut } from "./thin-out.ts";

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
  if (!isHtml(contentType, body))
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
