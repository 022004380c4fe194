/** Lists in slices: how they are asked for and answered. */
import type { Changed, Listing } from "@tessera/store";
import { z } from "zod";
import { ApiError } from "../api-error.ts";
import type { Answer } from "../route.ts";

const USUAL_LIMIT = 50;
const MAX_LIMIT = 200;

export const SliceQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(USUAL_LIMIT).describe("How many to give"),
  after: z.string().max(200).optional().describe("`next` of the slice before"),
});

export function sliceOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe("`after` of the next slice, null at the end"),
  });
}

export function mapListing<T, V>(listing: Listing<T>, view: (item: T) => V): { items: V[]; next: string | null } {
  return { items: listing.items.map(view), next: listing.next };
}

/** The record, or a 404 that does not tell "not there" from "not yours". */
export function found<T>(record: T | null | undefined | false): T {
  if (!record) throw new ApiError("not-found");
  return record;
}

/** The outcome of a change that may have met another one. */
export function changedAnswer<T extends { readonly version: number }, V>(
  changed: Changed<T>,
  view: (record: T) => V,
): Answer<V> {
  if (changed.kind === "missing") throw new ApiError("not-found");
  if (changed.kind === "conflict") throw new ApiError("changed-meanwhile", { more: { current: view(changed.record) } });
  return { body: view(changed.record), etag: String(changed.record.version) };
}

export const byId = <Id extends z.ZodType>(id: Id) => z.object({ id });
