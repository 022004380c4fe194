/** What can go wrong with a store that is nobody's mistake in the program: the code decides, never a message text. */
import type { CountedCap } from "./instance-records.ts";

/** `full`: the disk; `read-only`: the directory or file; `busy`: another process holds it; `damaged`: the data. */
export type StoreFailureCode =
  | "full"
  | "read-only"
  | "busy"
  | "damaged"
  | "io"
  | "too-new"
  | "cannot-open"
  | "unavailable";

const THINGS: Readonly<Record<CountedCap, string>> = {
  follows: "follows",
  wishes: "imports that wait",
  sheets: "sheets",
  tiles: "tiles on a sheet",
  channels: "channels",
  tokens: "tokens",
};

export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
  readonly code: StoreFailureCode;
  readonly retry: "soon" | "later" | "never";

  constructor(code: StoreFailureCode, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.retry = RETRY[code];
  }
}

const RETRY: Readonly<Record<StoreFailureCode, StoreFailure["retry"]>> = {
  full: "later",
  "read-only": "never",
  busy: "soon",
  damaged: "never",
  io: "later",
  "too-new": "never",
  "cannot-open": "never",
  unavailable: "soon",
};

export class CapReached extends Error {
  override readonly name = "CapReached";
  readonly cap: CountedCap;
  readonly limit: number;

  constructor(cap: CountedCap, limit: number) {
    super(
      `One person may have ${limit} ${THINGS[cap]} here. The owner can change that in the settings of the instance.`,
    );
    this.cap = cap;
    this.limit = limit;
  }
}
