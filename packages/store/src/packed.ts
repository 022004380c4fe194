/** How contents and memories are packed, without the stores: what worker threads need, which load no database. */
export { type Body, packBody, unpackBody } from "./contract/body.ts";
export { type BlockMemory, type PackedMemory, packMemory, unpackMemory } from "./contract/packed-memory.ts";
export { StoreFailure } from "./contract/store-failure.ts";
