/** One contract for everything that is remembered, and the stores that keep it. */
export { type Body, hashOf, packBody, unpackBody } from "./bodies/body.ts";
export type * from "./contract/check-records.ts";
export type * from "./contract/follow-records.ts";
export type * from "./contract/instance-records.ts";
export type * from "./contract/listing.ts";
export type * from "./contract/page-records.ts";
export type * from "./contract/people-records.ts";
export type * from "./contract/queue-records.ts";
export type * from "./contract/sheet-records.ts";
export type * from "./contract/tell-records.ts";
export type * from "./contract/upkeep.ts";
export type * from "./contract/wish-records.ts";
export { openPostgres, type PostgresOptions } from "./postgres/open-postgres.ts";
export { lockInstance } from "./sqlite/instance-lock.ts";
export { openSqlite, type SqliteOptions, STORE_FILE } from "./sqlite/open-sqlite.ts";
export type { Records, Store } from "./store.ts";
export { StoreFailure, type StoreFailureCode } from "./store-failure.ts";
