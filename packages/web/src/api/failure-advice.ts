/** What is said of a page that cannot be opened, and what a person can do about it. */
import type { CaptureFailureRecord } from "@tessera/model";
import type { Key } from "../i18n/en.ts";
import { ApiError } from "./api-error.ts";

/**
 * `browser`: the page in Chromium; `own-browser`: how to follow it in one's own; `robots`: the owner may leave robots.txt
 * aside; `again`: the same once more.
 */
export type Remedy = "again" | "browser" | "own-browser" | "robots" | "address" | "settings";

export interface Advice {
  readonly sentence: Key;
  readonly remedies: readonly Remedy[];
}

const ADVICE: Readonly<Partial<Record<CaptureFailureRecord["code"], Advice>>> = {
  "bad-url": { sentence: "pick.fail.address", remedies: ["address"] },
  dns: { sentence: "pick.fail.address", remedies: ["address", "again"] },
  "forbidden-address": { sentence: "pick.fail.private", remedies: ["settings", "address"] },
  robots: { sentence: "pick.fail.robots", remedies: ["robots", "address"] },
  refused: { sentence: "pick.fail.unreachable", remedies: ["again", "address"] },
  reset: { sentence: "pick.fail.unreachable", remedies: ["again", "browser"] },
  tls: { sentence: "pick.fail.tls", remedies: ["again", "address"] },
  timeout: { sentence: "pick.fail.timeout", remedies: ["again", "browser"] },
  "too-large": { sentence: "pick.fail.large", remedies: ["address"] },
  "not-html": { sentence: "pick.fail.notPage", remedies: ["address", "browser"] },
  "not-feed": { sentence: "pick.fail.notFeed", remedies: ["again", "address"] },
  status: { sentence: "pick.fail.status", remedies: ["again", "browser", "address"] },
  blocked: { sentence: "pick.fail.blocked", remedies: ["browser", "own-browser", "again"] },
  crashed: { sentence: "pick.fail.crashed", remedies: ["again"] },
  "step-failed": { sentence: "pick.fail.step", remedies: ["again"] },
};

const OTHERWISE: Advice = { sentence: "pick.fail.other", remedies: ["again", "address"] };

/** What a failure means, in the words of the person. */
export function sentenceOn({ code }: Pick<CaptureFailureRecord, "code">): Key {
  return (ADVICE[code] ?? OTHERWISE).sentence;
}

/** The browser is not offered to a page that it could not open either; robots.txt is for the owner to leave aside. */
export function adviceOn(
  failure: unknown,
  { isOwner, isInBrowser }: { isOwner: boolean; isInBrowser: boolean },
): Advice {
  const code = failure instanceof ApiError ? codeOf(failure) : undefined;
  const { sentence, remedies } = (code && ADVICE[code]) || OTHERWISE;
  const isWalledOff = code === "blocked" && isInBrowser;
  return {
    // neither way of the server gets past it
    sentence: isWalledOff ? "pick.fail.ownBrowser" : sentence,
    remedies: remedies.filter(
      (remedy) =>
        !(remedy === "browser" && isInBrowser) && !((remedy === "robots" || remedy === "settings") && !isOwner),
    ),
  };
}

/** What was written was no address at all: the server does not even try to capture it. */
function codeOf({ code, failure }: ApiError): CaptureFailureRecord["code"] | undefined {
  return code === "invalid" ? "bad-url" : failure?.code;
}
