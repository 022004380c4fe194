/** What keeps a store in order: sweeping, verifying, backing up. */

export interface Swept {
  readonly observations: number;
  readonly captures: number;
  readonly bodies: number;
  readonly follows: number;
  readonly pages: number;
  readonly sessions: number;
  /** More is left to do than one sweep does. */
  readonly isPartial: boolean;
}

/** One thing that is not as it must be. */
export interface Finding {
  readonly kind:
    | "damaged-file"
    | "broken-reference"
    | "damaged-body"
    | "missing-body"
    | "orphaned-object"
    | "wrong-count"
    | "stale-pointer"
    | "stale-index"
    | "stuck-claim"
    | "invalid-record";
  readonly table: string;
  readonly id: string;
  readonly detail: string;
  /** True where it follows from the rest of the data and so can be put right. */
  readonly isRepairable: boolean;
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly checked: Readonly<Record<string, number>>;
  readonly repaired: number;
}

export interface StoreFacts {
  readonly dialect: "sqlite" | "postgres";
  readonly schemaVersion: number;
  readonly sizeBytes: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** What processes that share a store ask now and then. */
export interface Pulse {
  /** The time by which they agree: the database server's, or this machine's where the store is a file. */
  readonly now: number;
  readonly schemaVersion: number;
}

export interface Upkeep {
  /** Applies the retention rules and drops what nothing refers to, a bounded amount at a time. */
  sweep(now: number): Promise<Swept>;
  /** Verifies every invariant, and with `repair` puts right what is derivable. */
  examine(options: { readonly now: number; readonly repair: boolean }): Promise<Diagnosis>;
  facts(): Promise<StoreFacts>;
  pulse(): Promise<Pulse>;
  /** A consistent copy while the store is in use, verified before this returns. */
  backUp(target: string): Promise<void>;
}
