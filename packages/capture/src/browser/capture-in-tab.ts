/** One capture in one tab: open the page, wait, do what was asked, and take everything in one snapshot. */
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { CaptureFailure } from "@tessera/network/failure";
import { paintedScript, turned, writeStates, writeStyles } from "@tessera/page";
import { isHtml } from "../http/is-html.ts";
import type { PageHeaders } from "../http/page-capture.ts";
import { statusFailure } from "../http/status-failure.ts";
import { type DomSnapshot, packSnapshot, SNAPSHOT_STYLES } from "../reading/dom-snapshot.ts";
import { packDrawings } from "../reading/drawings.ts";
import type { PageReader } from "../reading/page-reader.ts";
import { cookiesForBrowser, cookiesFromBrowser } from "./browser-cookies.ts";
import type { ConsentWatch } from "./consent.ts";
import { advertisersBeside, keepToOwnHost } from "./keep-to-own-host.ts";
import { hideInPage, takePicture } from "./open-capture.ts";
import { sendOwnHeaders } from "./own-headers.ts";
import { navigationFailure, type PageWatch } from "./page-watch.ts";
import type { BrowserCaptureOptions, RenderedCapture } from "./rendered-capture.ts";
import { atRest, quietBeforeReading, settled } from "./settled.ts";
import { takeSteps } from "./steps.ts";
import type { Tab } from "./tab.ts";
import { takeDrawings } from "./take-drawings.ts";

export interface TabCapture {
  readonly url: URL;
  readonly options: BrowserCaptureOptions;
  readonly watch: PageWatch;
  readonly consent: ConsentWatch;
  readonly reader: Pick<PageReader, "readSnapshot">;
}

const QUIET_MS = 500;
const SETTLE_MS = 8_000;
const STEP_TIMEOUT_MS = 10_000;
/** What a navigation that turns into a download fails with, some moments before the download is announced. */
const ABORTED = "net::ERR_ABORTED";
const NO_CONTENT = 204;
const DOWNLOAD_NOTICE_MS = 250;
const KEPT_HEADERS = ["etag", "last-modified", "content-type", "content-language", "link"];

export async function captureInTab(tab: Tab, capture: TabCapture): Promise<RenderedCapture> {
  const { options, watch, consent, url } = capture;
  const startedAtMs = Date.now();
  const started = performance.now();
  const budget = budgetOf(options);
  // somebody who looks, and what is done in the page, finds it at rest
  const isRead = options.onPicture === undefined && (options.steps ?? []).length === 0;
  const firstQuietMs = isRead ? quietBeforeReading(budget.quietMs) : budget.quietMs;
  const { headMs, isSettled: hasSettled } = await openInTab(tab, capture, firstQuietMs);
  const waitedMs = hasSettled ? firstQuietMs : budget.quietMs;
  const isSettled = (await atRest(tab, { watch, consent, ...budget, waitedMs })) && hasSettled;
  const page = await watch.race(takePage(tab, capture));
  const { finalUrl, headers, status, redirects } = await watch.race(describeAnswer(tab, capture));
  return {
    kind: "page",
    by: "browser",
    url: url.href,
    finalUrl,
    at: startedAtMs,
    status,
    headers,
    redirects,
    ...page,
    bodyHash: createHash("sha256").update(page.html).digest("hex"),
    isSettled,
    consentWall: consent.found,
    ...(options.cookies === undefined
      ? {}
      : { cookies: cookiesFromBrowser(await tab.context.cookies(), options.visitor?.cookies) }),
    timing: { startedAtMs, headMs, totalMs: performance.now() - started },
    bytesOnWire: tab.browserProxy.bytesIn,
    loaded: watch.loaded,
  };
}

function budgetOf({ quietMs = QUIET_MS, settleMs = SETTLE_MS }: BrowserCaptureOptions) {
  return { quietMs, budgetMs: settleMs };
}

/** The page as it is after the steps, once it is quiet. */
export async function openInTab(
  tab: Tab,
  capture: TabCapture,
  firstQuietMs: number = budgetOf(capture.options).quietMs,
): Promise<{ readonly headMs: number; readonly isSettled: boolean; readonly settle: () => Promise<boolean> }> {
  const { options, watch, consent } = capture;
  const started = performance.now();
  await watch.race(prepare(tab, capture));
  await openPage(tab, capture);
  const headMs = performance.now() - started;
  const budget = budgetOf(options);
  const settle = () => settled(tab, { watch, consent, ...budget });
  let isSettled = await settled(tab, { watch, consent, ...budget, quietMs: firstQuietMs });
  const { onPicture, visitor } = options;
  const look = onPicture && (async () => onPicture(await takePicture(tab, visitor?.hiding)));
  if (look) await watch.race(look());
  await watch.race(
    takeSteps(tab, options.steps ?? [], {
      timeoutMs: STEP_TIMEOUT_MS,
      secretAt: visitor?.secretAt,
      settle: async () => {
        watch.allowNavigation();
        isSettled = await settle();
      },
      after: look,
    }),
  );
  return { headMs, isSettled, settle };
}

async function prepare(tab: Tab, { url, options, consent }: TabCapture): Promise<void> {
  const { visitor = {} } = options;
  consent.reset(visitor.consent ?? "reject");
  if (options.cookies) await tab.context.addCookies(cookiesForBrowser(options.cookies));
  // of the host alone, as a site sets its own
  const given = visitor.cookies?.map(({ name, value }) => ({ name, value, url: `${url.origin}/`, httpOnly: true }));
  if (given && given.length > 0) await tab.context.addCookies(given);
  await sendOwnHeaders(tab, url.origin, visitor.headers ?? {});
  if (options.grant) await keepToOwnHost(tab, options.grant);
  if (options.lean ?? true) {
    tab.browserProxy.leaveOut(await advertisersBeside(url));
    await tab.films.close();
  } else await tab.films.open();
}

/** Throws unless the document that came is an HTML page and not a wall, an error or a download. */
async function openPage(tab: Tab, { url, watch }: TabCapture): Promise<void> {
  try {
    // The capture's own deadline ends the wait.
    await watch.race(tab.page.goto(url.href, { waitUntil: "domcontentloaded", timeout: 0 }));
  } catch (cause) {
    if (cause instanceof CaptureFailure) throw cause;
    if (watch.navigationError === ABORTED) await setTimeout(DOWNLOAD_NOTICE_MS);
    const isEmpty = watch.response?.status() === NO_CONTENT;
    if (watch.hasDownload || isEmpty)
      throw new CaptureFailure("not-html", { message: `${url.host} sent no page`, cause });
    const failedAt = watch.navigationUrl ?? url.href;
    throw navigationFailure(tab.browserProxy, { url: new URL(failedAt), netError: watch.navigationError, cause });
  }
  const { response } = watch;
  if (!response) throw new CaptureFailure("protocol", { message: `${url.host} gave no answer` });
  const answer = { url: new URL(response.url()), status: response.status(), headers: response.headers() };
  const failure = statusFailure(answer, Date.now());
  if (failure) throw failure;
  const contentType = answer.headers["content-type"];
  if (contentType !== undefined && !isHtml(contentType, Buffer.alloc(0))) {
    throw new CaptureFailure("not-html", { message: `${url.host} answered with ${contentType.slice(0, 100)}` });
  }
}

/** Tree, text, boxes and visibility are of one moment, because one call gives them. */
async function takePage(tab: Tab, { reader: { readSnapshot }, options }: TabCapture) {
  const { hiding } = options.visitor ?? {};
  await hideInPage(tab, hiding);
  await tab.world.call<number>(writeStyles, "writeStyles");
  await tab.world.call<number>(writeStates, "writeStates");
  await tab.world.call<number>(turned, "writeTurned");
  await tab.world.run<number>(paintedScript(), "markPainted");
  const drawings = packDrawings(await takeDrawings(tab));
  const snapshot = (await tab.session.send("DOMSnapshot.captureSnapshot", {
    computedStyles: [...SNAPSHOT_STYLES],
  })) as DomSnapshot;
  // what has come since is hidden in the strings, of which the page is made
  const strings = hiding?.isNeeded ? snapshot.strings.map((string) => hiding.text(string)) : snapshot.strings;
  const { html, tree } = await readSnapshot(packSnapshot({ ...snapshot, strings }));
  const encoding = snapshot.strings[snapshot.documents[0]?.encodingName ?? -1]?.toLowerCase() ?? "utf-8";
  return { html, tree, encoding, drawings };
}

/** Of the document that was captured, which may not be the first one: pages send themselves elsewhere. */
async function describeAnswer(tab: Tab, { watch, options }: TabCapture) {
  const finalUrl = URL.canParse(tab.page.url()) ? new URL(tab.page.url()) : null;
  if (!finalUrl || !/^https?:$/.test(finalUrl.protocol) || !watch.response) {
    throw new CaptureFailure("bad-url", { message: "the page has left the web", retry: "later" });
  }
  const all = watch.response.headers();
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) if (all[name] !== undefined) headers[name] = all[name];
  let redirects = watch.navigations - 1;
  for (let hop = watch.response.request().redirectedFrom(); hop; hop = hop.redirectedFrom()) redirects++;
  return {
    finalUrl: options.visitor?.hiding?.address(finalUrl.href) ?? finalUrl.href,
    headers: headers satisfies PageHeaders,
    status: watch.response.status(),
    redirects,
  };
}
