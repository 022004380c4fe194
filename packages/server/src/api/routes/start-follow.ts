/** Starting a follow for somebody who waits for it. */
import type { ChannelId, FollowOptions, Person, PersonId } from "@tessera/model";
import type { NewFollowBody } from "@tessera/model/api";
import type { FollowView, Store } from "@tessera/store";
import type { z } from "zod";
import { followBlock } from "../../follow/follow-block.ts";
import { mayIgnoreRobots } from "../../people/principal.ts";
import { newFeedKey } from "../../people/tokens.ts";
import { adviceFor } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import type { Services } from "../services.ts";

type Wanted = Omit<z.output<typeof NewFollowBody>, "title" | keyof FollowOptions> &
  FollowOptions & { readonly title: string | null };

/** Throws a problem where the page or the block cannot be had. */
export async function startFollow(services: Services, person: Person, wanted: Wanted): Promise<FollowView> {
  await checkChannels(services.store, person.id, wanted.channels);
  checkSource(person, wanted.source);
  const { source, wish, captureId, intent, extent, cutPaths, ignoredPaths, title, ...options } = wanted;
  const outcome = await followBlock(
    {
      personId: person.id,
      source,
      wish,
      captureId,
      pick: { intent, extent },
      cutPaths,
      ignoredPaths,
      title,
      options,
      feedKey: newFeedKey(),
    },
    services.checks,
  );
  switch (outcome.kind) {
    case "followed":
      return outcome.view;
    case "missing":
      throw new ApiError("not-found", { detail: "The page has no such block." });
    case "invalid":
      throw new ApiError("invalid", { issues: [{ path: "body.wish", message: outcome.message }] });
    case "unreachable":
      throw new ApiError("capture-failed", {
        detail: outcome.failure.message,
        more: { failure: outcome.failure, advice: adviceFor(outcome.failure) },
      });
  }
}

/** What only some may ask for; an archive is held to the same (`allowedTo`). */
export function checkSource(person: Person, source: Wanted["source"]): void {
  if (!source.respectRobots && !mayIgnoreRobots(person)) {
    throw new ApiError("owner-only", { detail: "Only the owner may leave robots.txt aside." });
  }
}

/** Channels that are not this person's are as good as none. */
export async function checkChannels(
  store: Pick<Store, "channels">,
  owner: PersonId,
  wanted: readonly ChannelId[],
): Promise<void> {
  if (wanted.length === 0) return;
  const own = new Set((await store.channels.list(owner)).map(({ id }) => id));
  const foreign = wanted.findIndex((id) => !own.has(id));
  if (foreign >= 0) {
    throw new ApiError("invalid", { issues: [{ path: `body.channels.${foreign}`, message: "no such channel" }] });
  }
}
