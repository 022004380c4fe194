/** Channels, their test button, and what went out on them or could not. */
import { ChannelId, ChannelTarget, type Gathering, newId } from "@tessera/model";
import type { channelApi } from "@tessera/model/api";
import { previewOf } from "../../notify/preview.ts";
import { pushKeysOf, sendableKinds } from "../../notify/send.ts";
import { planNextDigest } from "../../notify/turn.ts";
import { digestTimes } from "../../timing/next-digests.ts";
import { ApiError } from "../api-error.ts";
import { changedAnswer, channelReply, defined, found, mapListing, withKeptSecrets } from "../replies.ts";
import type { Handlers } from "../route.ts";

export const channelHandlers: Handlers<typeof channelApi> = {
  "GET /channels": async ({ who, now }, { store }) => ({
    body: (await store.channels.list(who.person.id)).map((channel) => channelReply(channel, now)),
  }),
  "POST /channels": async ({ who, body, now }, { store, channelSecrets }) => {
    checkGathering(body.gathering, now);
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
    await planNextDigest(channel, { store, clock: () => now });
    return { body: channelReply(channel, now), etag: "1" };
  },
  "GET /channels/:id": async ({ who, params, now }, { store }) => {
    const channel = found(await store.channels.find(who.person.id, params.id));
    return { body: channelReply(channel, now), etag: String(channel.version) };
  },
  "PATCH /channels/:id": async ({ who, params, body, ifVersion, now }, { store, channelSecrets }) => {
    const { isPaused, target, ...rest } = body;
    checkGathering(rest.gathering, now);
    const current = found(await store.channels.find(who.person.id, params.id));
    const next = target && checkedTarget(withKeptSecrets(target, channelSecrets.opened(current)));
    const patch = defined({
      ...rest,
      target: next && channelSecrets.sealed({ ...current, target: next }),
      pausedAt: isPaused === undefined ? undefined : isPaused ? now : null,
    });
    const changed = await store.channels.change(who.person.id, params.id, patch, { now, ifVersion });
    if (changed.kind === "changed" && rest.gathering) await planNextDigest(changed.record, { store, clock: () => now });
    return changedAnswer(changed, (channel) => channelReply(channel, now));
  },
  "DELETE /channels/:id": async ({ who, params }, { store }) => {
    found(await store.channels.remove(who.person.id, params.id));
    return {};
  },
  "POST /channels/:id/test": async ({ who, params, now }, { store, notifier }) => {
    const channel = found(await store.channels.find(who.person.id, params.id));
    const outcome = await notifier.sendTest(channel, now);
    if (outcome.kind === "sent") return { body: { isSent: true, reason: null, error: null } };
    return { body: { isSent: false, reason: outcome.reason, error: outcome.error } };
  },
  "POST /message-preview": async ({ who, body, baseUrl, now }, { store }) => ({
    body: await previewOf(who.person, body, { store, baseUrl, now }),
  }),
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
function checkGathering(gathering: Gathering | undefined, now: number): void {
  if (gathering?.kind !== "digest") return;
  const times = digestTimes(gathering, { after: now, count: 1 });
  if (times && times.length > 0) return;
  const message = times
    ? "this pattern never comes round"
    : "neither times of day, such as 08:00 mon-fri, nor a cron pattern";
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
