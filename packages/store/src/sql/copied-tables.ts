/** Every table of a store in the order in which the foreign keys let it be copied, and what of it is not copied. */
import type { Tables } from "./tables.ts";

export interface CopiedTable {
  readonly name: keyof Tables;
  /** The primary key, by which rows are read in order. */
  readonly key: readonly string[];
  /** Columns that are about this moment or kept by triggers, with what they are in the copy. */
  readonly anew: Readonly<Record<string, number | null>>;
}

const NO_CLAIM = { lease_token: null, lease_until: null, lease_holder: null } as const;

const table = (name: keyof Tables, key: readonly string[] = ["id"], anew: CopiedTable["anew"] = {}): CopiedTable => ({
  name,
  key,
  anew,
});

/** `hosts` is about the next seconds only, `schema_history` belongs to each database. */
export const COPIED_TABLES: readonly CopiedTable[] = [
  table("secrets", ["name"]),
  table("settings", ["name"]),
  table("people"),
  table("sessions"),
  table("tokens"),
  table("invitations"),
  // counted by the triggers of the copy as the rows arrive that name them
  table("bodies", ["hash"], { refs: 0 }),
  table("pages", ["id"], { ...NO_CLAIM, queued_at: null }),
  table("page_readers", ["page_id", "person_id"]),
  table("captures"),
  table("blocks"),
  table("memories", ["block_id"]),
  table("observations"),
  table("follows"),
  table("corrections"),
  table("sheets"),
  table("tiles"),
  table("channels"),
  table("deliveries", ["id"], NO_CLAIM),
  table("wishes", ["id"], NO_CLAIM),
  table("catalogue_pages"),
  table("audit"),
];
