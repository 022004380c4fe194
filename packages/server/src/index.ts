/** The process: schedule, check, tell, HTTP API, live events. */
export { compilePattern, type Pattern } from "./changes/pattern.ts";
export { diffText } from "./changes/text-diff.ts";
