/** The process: schedule, check, tell, HTTP API, live events. */
export { changeThatCounts, compareContents } from "./changes/compare.ts";
export { firstMet, type Seen, type Sighting } from "./changes/conditions.ts";
export { compilePattern, type Pattern } from "./changes/pattern.ts";
export { cutNodes, type Reading, type ReadRequest, readContent } from "./changes/read-content.ts";
export { persists } from "./changes/second-look.ts";
