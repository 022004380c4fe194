/** A URL becomes a capture by one plain HTTP request, or by none of its body when the page has not changed. */
import { createHash } from "node:crypto";
import { type FetchedResponse, type FetchLimits, type HttpClient, headerOf } from "@tessera/network";
import { grantAt, type PrivateGrant } from "@tessera/network/allow-list";
import { CaptureFailure } from "@tessera/network/failure";
import type { NoFeed, PageReader } from "../reading/page-reader.ts";
import type { Cookies } from "./cookies.ts";
import { isPage } from "./is-html.ts";
import type { CaptureResult, PageHeaders, Previous } from "./page-capture.ts";
import { statusFailure } from "./status-failure.ts";
import { acceptLanguageOf, type Visitor } from "./visitor.ts";

export interface HttpCaptureOptions extends FetchLimits {
  readonly reader: Pick<PageReader, "readPage">;
  /** The capture before of the same page. */
  readonly previous?: Previous | undefined;
  /** Keep the page's cookies: those of the capture before, or an empty string the first time. */
  readonly cookies?: string | undefined;
  /** The private host that the page is on, where it is allowed for whom the capture is made. */
  readonly grant?: PrivateGrant | null | undefined;
  /** As whom the page is asked for, where that is anybody in particular. */
  readonly visitor?: Visitor | undefined;
  /** Called before every request of the way; whoever throws here stops it. */
  readonly beforeRequest?: ((url: URL) => Promise<void>) | undefined;
}

/** The same for feeds: who answers by what is asked for would otherwise give another one the next time. */
const ACCEPT = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1";
const KEPT_HEADERS = ["etag", "last-modified", "content-type", "content-language", "link"];
const LONGEST_KEPT_HEADER = 8_192;

/** A page that leads on at once by a meta element is a redirect like any other; more in a row are a trap. */
const MAX_REFRESHES = 5;
const TIMEOUT_MS = 30_000;

/** Throws a CaptureFailure when there is no page to be had. */
export async function captureByHttp(
  httpClient: HttpClient,
  url: URL,
  options: HttpCaptureOptions,
): Promise<CaptureResult> {
  // it knows the public suffixes of all countries, for which a server that fetches nothing has no use
  const { openCookies } = await import("./cookies.ts");
  const visitor = options.visitor ?? {};
  const cookies = openCookies(options.cookies, { url, cookies: visitor.cookies ?? [] });
  const deadline = performance.now() + (options.timeoutMs ?? TIMEOUT_MS);
  let way = { redirects: 0, bytesOnWire: 0, startedAtMs: 0, tookMs: 0 };
  let at = url;
  let grant = grantAt(url, options.grant);
  for (let refreshes = 0; ; refreshes++) {
    const timeoutMs = Math.max(1, Math.ceil(deadline - performance.now()));
    const own = { jar: cookies, origin: url.origin };
    const { leadsTo, ...captured } = await captureOnce(httpClient, at, { ...options, ...own, grant, timeoutMs });
    const { startedAtMs, headMs, totalMs } = captured.timing;
    way = {
      redirects: way.redirects + captured.redirects,
      bytesOnWire: way.bytesOnWire + captured.bytesOnWire,
      startedAtMs: way.startedAtMs || startedAtMs,
      tookMs: way.tookMs + totalMs,
    };
    if (leadsTo === null) {
      const { redirects, bytesOnWire, tookMs } = way;
      const timing = { startedAtMs: way.startedAtMs, headMs: tookMs - totalMs + headMs, totalMs: tookMs };
      return {
        ...captured,
        url: url.href,
        at: way.startedAtMs,
        redirects,
        bytesOnWire,
        timing,
        ...(options.cookies === undefined ? {} : { cookies: cookies.save() }),
      };
    }
    if (refreshes === MAX_REFRESHES) throw leadsOnForEver(at, refreshes);
    way.redirects++;
    grant = grantAt(new URL(captured.finalUrl), grant);
    at = new URL(leadsTo);
  }
}

interface OneCapture extends HttpCaptureOptions {
  readonly jar: Cookies;
  /** Of the page that was asked for first: what its visitor has for it is sent nowhere else. */
  readonly origin: string;
}

/** What came, and where it leads at once by a meta element; null where it is a page of its own. */
type CapturedOnce = CaptureResult & { readonly leadsTo: string | null };

async function captureOnce(httpClient: HttpClient, url: URL, options: OneCapture): Promise<CapturedOnce> {
  const { previous, visitor = {}, jar, reader, origin, ...limits } = options;
  const acceptLanguage = acceptLanguageOf(visitor.language);
  const response = await httpClient.fetch(url, {
    ...limits,
    headers: {
      accept: ACCEPT,
      ...(acceptLanguage ? { "accept-language": acceptLanguage } : {}),
      ...(visitor.userAgent ? { "user-agent": visitor.userAgent } : {}),
    },
    headersFor: (hop) => ({
      ...(hop.origin === origin ? visitor.headers : {}),
      ...jar.headersFor(hop),
      ...conditionsFor(hop, previous),
    }),
    onAnswer: (hop, headers) => jar.learn(hop, headers),
  });
  const captured = {
    by: "http",
    url: url.href,
    finalUrl: response.url.href,
    at: response.timing.startedAtMs,
    redirects: response.hops.length,
    timing: response.timing,
    bytesOnWire: response.bytesOnWire,
  } as const;

  if (response.status === 304 && previous && hasConditions(response.url, previous)) {
    const headers = { ...previous.headers, ...keptHeaders(response) };
    const { bodyHash } = previous;
    return { kind: "unchanged", reason: "not-modified", ...captured, headers, bodyHash, leadsTo: null };
  }
  const failure = statusFailure(response, Date.now());
  if (failure) throw failure;
  const headers = keptHeaders(response);
  const bodyHash = createHash("sha256").update(response.body).digest("hex");
  if (bodyHash === previous?.bodyHash && captured.finalUrl === previous.finalUrl) {
    return { kind: "unchanged", reason: "same-body", ...captured, headers, bodyHash, leadsTo: null };
  }
  const contentType = headers["content-type"];
  if (!isPage(contentType, response.body)) throw notHtml(response);
  const page = { body: response.body, contentType, url: captured.finalUrl, wasFeed: previous?.isFeed };
  const { text: html, encoding, leadsTo, feed, noFeed } = await reader.readPage(page);
  if (noFeed && leadsTo === null) throw notFeed(response, noFeed);
  return { kind: "page", ...captured, status: response.status, headers, bodyHash, html, encoding, feed, leadsTo };
}

/** Validators are sent only to the URL that gave them: the page may have moved, and they are nobody else's business. */
function conditionsFor(url: URL, previous: Previous | undefined): Readonly<Record<string, string>> {
  if (!previous || !hasConditions(url, previous)) return {};
  const { etag, "last-modified": lastModified } = previous.headers;
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}

function hasConditions(url: URL, { finalUrl, headers }: Previous): boolean {
  return url.href === finalUrl && (headers.etag !== undefined || headers["last-modified"] !== undefined);
}

function keptHeaders({ headers }: FetchedResponse): PageHeaders {
  const kept: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = headerOf(headers, name);
    if (value !== undefined && value.length <= LONGEST_KEPT_HEADER) kept[name] = value;
  }
  return kept;
}

function notHtml({ url, headers, status }: FetchedResponse): CaptureFailure {
  const type = headerOf(headers, "content-type")?.slice(0, 100) ?? "nothing that looks like HTML";
  return new CaptureFailure("not-html", { message: `${url.host} answered with ${type}`, status });
}

/** A wall in front of a feed is one; anything else in its place says nothing about its items. */
function notFeed({ url, status }: FetchedResponse, { why, wall }: NoFeed): CaptureFailure {
  const isWall = wall !== null && wall !== "error" && wall !== "incomplete";
  return new CaptureFailure(isWall ? "blocked" : "not-feed", { message: `${url.host}: ${why}`, status });
}

function leadsOnForEver({ host }: URL, count: number): CaptureFailure {
  return new CaptureFailure("too-many-redirects", { message: `${host} still leads on after ${count} pages` });
}
