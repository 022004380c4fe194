/** What is said between the store and the thread that writes it. */
import type { LiveEvent } from "@tessera/model";
import type { QueryResult } from "kysely";
import type { StoreFailureCode } from "../contract/store-failure.ts";
import type { ClaimedCheck } from "../sql/gathered-checks.ts";
import type { Query } from "./statements.ts";

export type WriterWork =
  | ({ readonly kind: "query" } & Query)
  | { readonly kind: "record"; readonly checks: readonly ClaimedCheck[] }
  | { readonly kind: "rollback" }
  | { readonly kind: "back-up"; readonly target: string }
  | { readonly kind: "close" };

export interface WriterRequest {
  readonly id: number;
  readonly work: WriterWork;
}

export type SentFailure =
  | { readonly by: "store"; readonly code: StoreFailureCode; readonly message: string }
  /** With SQLite's own code. */
  | { readonly by: "sqlite"; readonly code: string; readonly message: string };

/** What became of a check, and what is to be announced now that it is on the disk. */
export interface RecordedCheck {
  readonly isRecorded: boolean;
  readonly failure: SentFailure | null;
  readonly events: readonly LiveEvent[];
}

export interface WriterAnswer {
  readonly id: number;
  /** Null where the work has no result. */
  readonly result: QueryResult<unknown> | readonly RecordedCheck[] | null;
  readonly failure: SentFailure | null;
}
