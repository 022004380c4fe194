/** A URL becomes a capture: the one way out of the program. */
export type { Capture, CaptureResult, Fetcher, PageHeaders, Previous, Unchanged, Validators } from "./capture.ts";
export { CaptureFailure, type CaptureFailureDetails } from "./capture-failure.ts";
export type { Destination } from "./guard/destination.ts";
export { type ConnectOptions, createGuard, type Guard, type GuardOptions } from "./guard/guard.ts";
export type { Resolver } from "./guard/resolver.ts";
export { type FetchedResponse, headerOf, type ResponseHeaders } from "./way-out/response.ts";
export { DEFAULT_USER_AGENT, type FetchOptions, WayOut, type WayOutOptions } from "./way-out/way-out.ts";
