/** How lists are asked for and answered: in slices, each naming where the next one starts. */

export interface Slice {
  readonly limit: number;
  /** `next` of the slice before; the start of the list where it is missing. */
  readonly after?: string | undefined;
}

export interface Listing<T> {
  readonly items: readonly T[];
  /** Null at the end of the list. */
  readonly next: string | null;
}

/** What became of a change that named the version it was made from. */
export type Changed<T> =
  | { readonly kind: "changed"; readonly record: T }
  /** Not there, or not this person's: the caller cannot tell which. */
  | { readonly kind: "missing" }
  /** Somebody was faster; `record` is what is there now. */
  | { readonly kind: "conflict"; readonly record: T };

export interface ChangeOptions {
  readonly now: number;
  /** Change only if this is still the version. */
  readonly ifVersion?: number | undefined;
}
