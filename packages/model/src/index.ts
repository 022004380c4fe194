/** Ids, records and schemas of everything that crosses a border. */
export * from "./capture-failure.ts";
export * from "./ids.ts";
export * from "./page-source.ts";
