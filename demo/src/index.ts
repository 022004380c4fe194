/** Self-written web sites that change and get redesigned while one watches. */
export { type ApiClient, clientOf, logIn } from "./api-client.ts";
export { type DemoClock, HandClock } from "./clock.ts";
export { DEMO_SITES } from "./demo-sites.ts";
export { type DemoOptions, openDemo, type RunningDemo } from "./open-demo.ts";
export { isPiece, PIECES, TILE_TITLES } from "./pieces.ts";
export { copyOf, type RunningSites, serveSites } from "./serve-sites.ts";
export type { DemoSite, Moment } from "./site.ts";
export { type RunningTessera, startTessera } from "./start-tessera.ts";
export { minuteOf, STORY, STORY_TICKS, TICK_MS } from "./story.ts";
