/** One contract for everything that is remembered, and the stores that keep it. */

export type { ObjectStore, StoredObject } from "./contract/body.ts";
export { type Body, hashOf, packBody, unpackBody } from "./contract/body.ts";
export type * from "./contract/change-records.ts";
export type * from "./contract/check-records.ts";
export type * from "./contract/follow-records.ts";
export type * from "./contract/gadget-records.ts";
export type * from "./contract/instance-records.ts";
export type * from "./contract/listing.ts";
export type * from "./contract/notify-records.ts";
export {
  type BlockMemory,
  type PackedMemory,
  packMemory,
  type RarelyRemembered,
  rememberedOf,
  unpackMemory,
} from "./contract/packed-memory.ts";
export type * from "./contract/page-records.ts";
export type * from "./contract/people-records.ts";
export type * from "./contract/queue-records.ts";
export type * from "./contract/read-item-records.ts";
export type * from "./contract/search-records.ts";
export type * from "./contract/share-records.ts";
export type * from "./contract/sheet-records.ts";
export type { Records, Store } from "./contract/store.ts";
export { CapReached, StoreFailure, type StoreFailureCode } from "./contract/store-failure.ts";
export type * from "./contract/template-records.ts";
export type * from "./contract/upkeep.ts";
export { isDatabase, type MoveRequest, moveStore } from "./move-store.ts";
export { openPostgres, type PostgresOptions } from "./postgres/open-postgres.ts";
export type { Copied, CopyProgress } from "./sql/copy-store.ts";
export { addressOfHolder, lockInstance, tellAddress } from "./sqlite/instance-lock.ts";
export { STORE_FILE } from "./sqlite/open-file.ts";
export { openSqlite, type SqliteOptions } from "./sqlite/open-sqlite.ts";
