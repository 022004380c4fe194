/** Bytes that are not a tree. Reading them again does not help; parsing the page again does. */
export class TreeCodecError extends Error {
  override readonly name = "TreeCodecError";
  /**
   * `foreign`: not made by `encodeTree`, or on a machine of another byte order; `newer`: made by a later version of it;
   * `truncated`: the end is missing; `corrupt`: something else is wrong.
   */
  readonly code: "foreign" | "newer" | "truncated" | "corrupt";
  readonly retry = "never";

  constructor(code: TreeCodecError["code"], detail: string) {
    super(`not a tree (${code}): ${detail}`);
    this.code = code;
  }
}
