/** A failure in a person's words: what happened and what to do about it. */
import { en, type Key } from "../i18n/en.ts";
import { ApiError } from "./api-error.ts";

/** The key of the sentence for a failure. */
export function explanationOf(failure: unknown): Key {
  const key = failure instanceof ApiError ? `error.${failure.code}` : "error.other";
  return key in en ? (key as Key) : "error.other";
}
