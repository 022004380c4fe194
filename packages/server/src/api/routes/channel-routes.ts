/** Channels, their test button, and what went out on them or could not. */
import { ChannelId, ChannelTarget, type Gathering, newId } from "@tessera/model";
import type { channelApi } from "@tessera/model/api";
import { digestPattern } from "../../notify/hold.ts";
import { pushKeysOf, sendableKinds } from "../../notify/send.ts";
import { ApiError } from "../api-error.ts";
import { changedAnswer, channelReply, defined, found, mapListing, withKeptSecrets } from "../replies.ts";
import type { Handlers } from "../route.ts";

export const channelHandlers: Handlers<typeof channelApi> = {
  "GET /channels": async ({ who }, { store }) => ({
    body: (await store.channels.list(who.person.id)).map(channelReply),
  }),
  "POST /channels": async ({ who, body, now }, { store, channelSecrets }) => {
    checkGathering(body.gathering);
    const id = newId(ChannelId, now);
    const channel = {
      id,
      personId: who.person.id,
      ...body,
      pausedAt: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    await store.channels.add({ ...channel, target: channelSecrets.sealed(channel) });
    return { body: channelReply(channel), etag: "1" };
  },
  "GET /channels/:id": async ({ who, params }, { store }) => {
    const channel = found(await store.channels.find(who.person.id, params.id));
    return { body: channelReply(channel), etag: String(channel.version) };
  },
  "PATCH /channels/:id": async ({ who, params, body, ifVersion, now }, { store, channelSecrets }) => {
    const { isPaused, target, ...rest } = body;
    checkGathering(rest.gathering);
    const current = found(await store.channels.find(who.person.id, params.id));
    const next = target && checkedTarget(withKeptSecrets(target, channelSecrets.opened(current)));
    const patch = defined({
      ...rest,
      target: next && channelSecrets.sealed({ ...current, target: next }),
      pausedAt: isPaused === undefined ? undefined : isPaused ? now : null,
    });
    const changed = await store.channels.change(who.person.id, params.id, patch, { now, ifVersion });
    return changedAnswer(changed, channelReply);
  },
  "DELETE /channels/:id": async ({ who, params }, { store }) => {
    found(await store.channels.remove(who.person.id, params.id));
    return {};
  },
  "POST /channels/:id/test": async ({ who, params, now }, { store, notifier }) => {
    const channel = found(await store.channels.find(who.person.id, params.id));
    const outcome = await notifier.sendTest(channel, now);
    return { body: { isSent: outcome.kind === "sent", error: outcome.kind === "sent" ? null : outcome.error } };
  },
  "GET /channel-kinds": async (_, { config }) => ({ body: [...sendableKinds(config)] }),
  "GET /push-key": async (_, { store }) => ({ body: { publicKey: (await pushKeysOf(store)).publicKey } }),
  "GET /deliveries": async ({ who, query: { state, ...slice } }, { store }) => ({
    body: mapListing(await store.deliveries.list(who.person.id, state, slice), (delivery) => delivery),
  }),
  "POST /deliveries/:id/revive": async ({ who, params, now }, { store, notifier }) => {
    found(await store.deliveries.revive(who.person.id, params.id, now));
    notifier.wake();
    return {};
  },
};

/** Patterns come from people and are run by the clock: they are checked where they come in. */
function checkGathering(gathering: Gathering | undefined): void {
  if (gathering?.kind !== "digest" || digestPattern(gathering.pattern, gathering.timeZone) !== null) return;
  const message = "not a cron pattern";
  throw new ApiError("invalid", { issues: [{ path: "body.gathering.pattern", message }], detail: message });
}

function checkedTarget(target: unknown): ChannelTarget {
  const checked = ChannelTarget.safeParse(target);
  if (checked.success) return checked.data;
  const issues = checked.error.issues.map(({ path, message }) => ({
    path: ["body", "target", ...path].join("."),
    message,
  }));
  throw new ApiError("invalid", { issues });
}
