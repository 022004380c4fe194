/** A failure in a person's words: what happened and what to do about it. */
import { en, type Key } from "../words/en.ts";
import { Refusal } from "./refusal.ts";

/** The key of the sentence for a failure. */
export function explanationOf(failure: unknown): Key {
  const key = failure instanceof Refusal ? `error.${failure.code}` : "error.other";
  return key in en ? (key as Key) : "error.other";
}
