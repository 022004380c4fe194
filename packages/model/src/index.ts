/** Ids, records and schemas of everything that crosses a border. */

export * from "./api-error-code.ts";
export * from "./block.ts";
export * from "./caps.ts";
export * from "./capture-failure.ts";
export * from "./change-summary.ts";
export * from "./channel.ts";
export * from "./correction.ts";
export * from "./follow.ts";
export * from "./grid.ts";
export * from "./ids.ts";
export * from "./instance.ts";
export * from "./live-event.ts";
export * from "./observation.ts";
export * from "./page.ts";
export * from "./page-source.ts";
export * from "./pending-follow.ts";
export * from "./person.ts";
export * from "./private-host.ts";
export * from "./retention.ts";
export * from "./schedule.ts";
export * from "./sheet.ts";
export * from "./time.ts";
export * from "./verdict.ts";
