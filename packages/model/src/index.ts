/** Ids, records and schemas of everything that crosses a border. */

export * from "./records/api-error-code.ts";
export * from "./records/block.ts";
export * from "./records/caps.ts";
export * from "./records/capture-failure.ts";
export * from "./records/change-summary.ts";
export * from "./records/channel.ts";
export * from "./records/correction.ts";
export * from "./records/follow.ts";
export * from "./records/grid.ts";
export * from "./records/ids.ts";
export * from "./records/instance.ts";
export * from "./records/live-event.ts";
export * from "./records/observation.ts";
export * from "./records/page.ts";
export * from "./records/page-snapshot.ts";
export * from "./records/page-source.ts";
export * from "./records/pending-follow.ts";
export * from "./records/person.ts";
export * from "./records/private-host.ts";
export * from "./records/retention.ts";
export * from "./records/schedule.ts";
export * from "./records/sheet.ts";
export * from "./records/time.ts";
export * from "./records/tracer-names.ts";
export * from "./records/verdict.ts";
export * from "./records/verdict-predicates.ts";
