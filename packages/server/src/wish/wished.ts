/** What became of a wish on one page. */

export type Wished =
  | { readonly kind: "found"; readonly node: number }
  | { readonly kind: "missing" }
  /** The wish itself cannot be understood. */
  | { readonly kind: "invalid"; readonly message: string };

export function found(node: number | null): Wished {
  return node === null ? { kind: "missing" } : { kind: "found", node };
}
