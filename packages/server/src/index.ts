/** The process: schedule, check, tell, HTTP API, live events. */

export { findTiles, isForTiles, MAX_WRITTEN } from "./api/find-tiles.ts";
export { callRoute, type RouteCall } from "./api/routes/call-route.ts";
export { changeThatCounts, compareContents } from "./changes/compare.ts";
export { type BlockState, firstMet, type StateChange } from "./changes/conditions.ts";
export { compilePattern, type Pattern } from "./changes/pattern.ts";
export { partNodes, type Reading, type ReadRequest, readContent } from "./changes/read-content.ts";
export { persists } from "./changes/second-look.ts";
export {
  type Captured,
  type CaptureOrder,
  type CapturePage,
  type CapturePageParts,
  capturePageWith,
  closed,
  NO_PICTURES,
} from "./check/capture.ts";
export { type CheckOutcome, type CheckParts, checkPage } from "./check/check-page.ts";
export { readConfig } from "./config/read-config.ts";
export { configurationReference } from "./config/reference.ts";
export { describeResources, measureMachine, resourcesFor } from "./config/resources.ts";
export type { Config } from "./config/settings.ts";
export { captureNow, type FollowOutcome, type FollowRequest, followBlock } from "./follow/follow-block.ts";
export { type Answer, type TeachOutcome, teachFollow } from "./follow/teach-follow.ts";
export { type Backfilled, type BackfillParts, type BackfillRequest, backfill } from "./history/backfill.ts";
export { type Replay, type ReplayRequest, type ReplayStep, replay } from "./history/replay.ts";
export { type Assembly, assemble } from "./main/assemble.ts";
export { openObjects } from "./main/open-store.ts";
export { type RunningServer, serve } from "./main/serve.ts";
export { work } from "./main/work.ts";
export { createLogger } from "./operate/logger.ts";
export { type SetUpWarning, setUpWarnings, thisMachine, untrustedProxies } from "./operate/set-up-warnings.ts";
export { audit } from "./people/audit.ts";
export { addPerson, setPassword } from "./people/joining.ts";
export type { Principal } from "./people/principal.ts";
export { makeToken } from "./people/tokens.ts";
export { Schedule, type ScheduleOptions } from "./schedule/schedule.ts";
export { cronFault } from "./timing/next-due.ts";
export {
  TraceFailure,
  TraceWorkerPool,
  type TraceWorkerPoolOptions,
  type TraceWorkers,
} from "./workers/trace-workers.ts";
