/** What a failure means, in the language of the person: by cap, code and reason, never in the English words of the server. */
import type { Key } from "../i18n/en.ts";
import { isKey, t } from "../i18n/words.svelte.ts";
import { ApiError } from "./api-error.ts";
import { sentenceOn } from "./failure-advice.ts";

export function exactSentenceOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.cap) {
    return `${t(`cap.${failure.cap.name}`, { limit: failure.cap.limit })} ${t("caps.owner")}`;
  }
  if (failure instanceof ApiError && failure.failure) return t(sentenceOn(failure.failure));
  return t(explanationOf(failure));
}

/**
 * The key of the sentence for a failure: that of its reason, of the field that is wrong, of its code, or the one for
 * everything else.
 */
export function explanationOf(failure: unknown): Key {
  if (!(failure instanceof ApiError)) return "error.other";
  const fields = failure.issues[0]?.path.split(".").reverse() ?? [];
  const exactly = failure.reason === null ? fields : [failure.reason, ...fields];
  const keys = [...exactly.map((one) => `error.${failure.code}.${one}`), `error.${failure.code}`];
  return keys.find(isKey) ?? "error.other";
}
