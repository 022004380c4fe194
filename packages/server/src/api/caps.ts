/** What the owner of the instance lets one person have and do, as problems that say which cap, how many, and who can change it. */
import type { CapName } from "@tessera/model";
import type { CapReached } from "@tessera/store";
import type { Principal } from "../people/principal.ts";
import { ApiError } from "./api-error.ts";
import type { Services } from "./services.ts";

export function apiErrorOfCap({ cap, limit, message }: CapReached): ApiError {
  return new ApiError("cap-reached", { detail: message, more: { cap, limit } });
}

type RateCap = Extract<CapName, `${string}PerMinute`>;

const DOINGS: Readonly<Record<RateCap, string>> = {
  checksPerMinute: "ask for {limit} checks",
  pagesPerMinute: "open {limit} pages",
};

/** Throws where this person has done it too often in the last minute. The owner and the operator may. */
export async function takeRate(cap: RateCap, who: Principal, { store, rates, clock }: Services): Promise<void> {
  if (who.person.role === "owner" || who.by.kind === "operator") return;
  const limit = (await store.settings.read()).caps[cap];
  const retryAfterMs = rates.take(`${cap} ${who.person.id}`, limit, clock());
  if (retryAfterMs === 0) return;
  const doing = DOINGS[cap].replace("{limit}", String(limit));
  const detail = `One person may ${doing} a minute here. The owner can change that in the settings of the instance.`;
  throw new ApiError("too-many", { detail, retryAfterMs, more: { cap, limit } });
}
