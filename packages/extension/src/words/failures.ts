/** The sentence for a request that was not granted. */
import { AskFailure } from "../instance/ask.ts";
import { en, type Key } from "./en.ts";

export type { Key };

export function sayFailure(failure: unknown): Key {
  const key = failure instanceof AskFailure ? `error.${failure.code}` : "error.other";
  return key in en ? (key as Key) : "error.other";
}
