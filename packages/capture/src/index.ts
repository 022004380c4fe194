/** A URL becomes a capture. */

export { type BackfillOptions, backfill, type PastSource, type PastVersion } from "./archive/backfill.ts";
export { CaptureBrowser, type CaptureBrowserOptions, type RemoteBrowser } from "./browser/capture-browser.ts";
export { canSandbox, findChromium, isEndpoint } from "./browser/chromium-flags.ts";
export { Ending } from "./browser/ending.ts";
export { type LivePage, type LiveView, type Point, StepInFrame } from "./browser/live-page.ts";
export type { LoadedFile } from "./browser/loaded-files.ts";
export { OpenCapture } from "./browser/open-capture.ts";
export type { BrowserCaptureOptions, RenderedCapture } from "./browser/rendered-capture.ts";
export {
  afterTrying,
  canBeShownRaw,
  decideFetcher,
  type FetchPlan,
  type FetchResult,
  type FetchResults,
  type FoundBlock,
  firstDecision,
  needsBrowser,
  type PlanInput,
  planFetch,
  renderNext,
} from "./decide-fetcher.ts";
export { captureByHttp, type HttpCaptureOptions } from "./http/capture-by-http.ts";
export type { CaptureResult, PageCapture, PageHeaders, Previous, UnchangedPage } from "./http/page-capture.ts";
export { Hiding, type OwnCookie, type Visitor } from "./http/visitor.ts";
export { drawingIn } from "./reading/drawings.ts";
export type { PageReader, PageReaderFor } from "./reading/page-reader.ts";
