/** A URL becomes a capture: the one way out of the program. */

export { type BackfillOptions, backfill, type PastSource, type PastVersion } from "./archive/backfill.ts";
export { CaptureBrowser, type CaptureBrowserOptions } from "./browser/capture-browser.ts";
export { canSandbox } from "./browser/chromium-flags.ts";
export { findChromium } from "./browser/find-chromium.ts";
export type { BrowserCaptureOptions, RenderedCapture } from "./browser/rendered-capture.ts";
export type { PicturedPage, ScreenshotRequest, Screenshots } from "./browser/screenshots.ts";
export type { CaptureResult, PageCapture, PageHeaders, Previous, UnchangedPage } from "./capture.ts";
export { CaptureFailure, type CaptureFailureDetails } from "./capture-failure.ts";
export {
  DEFAULT_USER_AGENT,
  type FetchLimits,
  type FetchOptions,
  HttpClient,
  type HttpClientOptions,
} from "./client/http-client.ts";
export { type Mail, MailOut, type MailOutOptions, type MailServer } from "./client/mail-out.ts";
export { createProxyDial, type ProxySettings, proxyFromEnvironment } from "./client/proxy.ts";
export { makePushKeys, type Push, type PushKeys, type PushSubscription, sendPush } from "./client/push-out.ts";
export { type FetchedResponse, headerOf, type ResponseHeaders } from "./client/response.ts";
export {
  decideFetcher,
  type FetchPlan,
  firstDecision,
  needsBrowser,
  type PlanInput,
  planFetch,
  type Seen,
  type Sight,
} from "./fetcher/decide-fetcher.ts";
export {
  type AllowList,
  type Asker,
  createAllowList,
  grantAt,
  grantOf,
  type PrivateGrant,
} from "./guard/allow-list.ts";
export type { Destination } from "./guard/destination.ts";
export {
  type AddressRefusal,
  type ConnectOptions,
  createGuard,
  type Guard,
  type GuardOptions,
} from "./guard/guard.ts";
export type { Resolver } from "./guard/resolver.ts";
export { captureByHttp, type HttpCaptureOptions } from "./http/capture-by-http.ts";
export type { AssetKind, AssetLinks, LinkRules, OwnHost } from "./page-proxy/asset/asset-links.ts";
export { type AssetAnswer, AssetProxy, type AssetProxyOptions } from "./page-proxy/asset/asset-proxy.ts";
export { type CachedContent, ContentCache } from "./page-proxy/content-cache.ts";
export { contentPolicy, type PolicyOptions } from "./page-proxy/content-policy.ts";
export { loadSheets } from "./page-proxy/load-sheets.ts";
export { type TileDocumentOptions, textDocument, tileDocument } from "./page-proxy/tile-document.ts";
export { Politeness, type PolitenessOptions, type VisitOptions } from "./politeness/politeness.ts";
export type { ForeignReader, ReaderFor } from "./reading/foreign-reader.ts";
export { Semaphore, type SemaphoreOptions, type UseOptions } from "./semaphore.ts";
