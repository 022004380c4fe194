/** The command was called in a way that cannot work; the message says how it would. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
