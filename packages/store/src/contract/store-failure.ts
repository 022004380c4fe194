/** What can go wrong with a store that is nobody's mistake in the program: the code decides, never a message text. */

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
