/** Channels, their test button, and what went out on them or could not. */
import {
  Channel,
  ChannelId,
  ChannelTarget,
  DeliveryId,
  DeliveryState,
  Gathering,
  newId,
  QuietHours,
} from "@tessera/model";
import { z } from "zod";
import { digestPattern } from "../../notify/hold.ts";
import { pushKeysOf, sendableKinds } from "../../notify/send.ts";
import { ApiError } from "../api-error.ts";
import { type Route, route } from "../route.ts";
import { ChannelReply, channelReply, DeliveryReply, withKeptSecrets } from "../views/channel.ts";
import { byId, changedAnswer, found, mapListing, SliceQuery, sliceOf } from "../views/slice.ts";
import { defined } from "./me-routes.ts";

const tag = "channels";
const reading = { kind: "person", scope: "read" } as const;
const managing = { kind: "person", scope: "manage" } as const;

/** Patterns come from people and are run by the clock: they are checked where they come in. */
const CheckedGathering = Gathering.refine(
  (gathering) => gathering.kind === "each" || digestPattern(gathering.pattern, gathering.timeZone) !== null,
  { error: "not a cron pattern", path: ["pattern"] },
);

const channelRoutesOnly: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/channels",
    summary: "My channels",
    tag,
    access: reading,
    reply: z.array(ChannelReply),
    handle: async ({ who }, { store }) => ({ body: (await store.channels.list(who.person.id)).map(channelReply) }),
  }),
  route({
    method: "POST",
    path: "/api/v1/channels",
    summary: "A new channel",
    tag,
    access: managing,
    body: z.strictObject({
      name: Channel.shape.name,
      target: ChannelTarget,
      quietHours: QuietHours.nullable().default(null),
      gathering: CheckedGathering.prefault({ kind: "each" }),
      isDefault: z.boolean().default(false),
    }),
    reply: ChannelReply,
    status: 201,
    handle: async ({ who, body, now }, { store }) => {
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
      await store.channels.add(channel);
      return { body: channelReply(channel), etag: "1" };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/channels/:id",
    summary: "One channel",
    tag,
    access: reading,
    params: byId(ChannelId),
    reply: ChannelReply,
    handle: async ({ who, params }, { store }) => {
      const channel = found(await store.channels.find(who.person.id, params.id));
      return { body: channelReply(channel), etag: String(channel.version) };
    },
  }),
  route({
    method: "PATCH",
    path: "/api/v1/channels/:id",
    summary: "Change a channel; secrets that are not sent anew stay as they are",
    tag,
    access: managing,
    params: byId(ChannelId),
    body: z.strictObject({
      name: Channel.shape.name.optional(),
      target: z.record(z.string(), z.unknown()).optional(),
      quietHours: QuietHours.nullable().optional(),
      gathering: CheckedGathering.optional(),
      isDefault: z.boolean().optional(),
      isPaused: z.boolean().optional(),
    }),
    reply: ChannelReply,
    handle: async ({ who, params, body: { isPaused, target, ...rest }, ifVersion, now }, { store }) => {
      const current = found(await store.channels.find(who.person.id, params.id));
      const patch = defined({
        ...rest,
        target: target && checkedTarget(withKeptSecrets(target, current.target)),
        pausedAt: isPaused === undefined ? undefined : isPaused ? now : null,
      });
      const changed = await store.channels.change(who.person.id, params.id, patch, { now, ifVersion });
      return changedAnswer(changed, channelReply);
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/channels/:id",
    summary: "Remove a channel and what waits on it",
    tag,
    access: managing,
    params: byId(ChannelId),
    handle: async ({ who, params }, { store }) => {
      found(await store.channels.remove(who.person.id, params.id));
      return {};
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/channels/:id/test",
    summary: "Send a test message now",
    tag,
    access: managing,
    params: byId(ChannelId),
    reply: z.object({ isSent: z.boolean(), error: z.string().nullable() }),
    handle: async ({ who, params, now }, { store, notifier }) => {
      const channel = found(await store.channels.find(who.person.id, params.id));
      const outcome = await notifier.sendTest(channel, now);
      return { body: { isSent: outcome.kind === "sent", error: outcome.kind === "sent" ? null : outcome.error } };
    },
  }),
];

const kindRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/channel-kinds",
    summary: "The kinds of channel on which this instance can send; mail is one where a mail server is set",
    tag,
    access: reading,
    reply: z.array(z.string()),
    handle: async (_, { config }) => ({ body: [...sendableKinds(config)] }),
  }),
  route({
    method: "GET",
    path: "/api/v1/push-key",
    summary: "The public key with which a browser subscribes to web push",
    tag,
    access: reading,
    reply: z.object({ publicKey: z.string() }),
    handle: async (_, { store }) => ({ body: { publicKey: (await pushKeysOf(store)).publicKey } }),
  }),
];

const deliveryRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/deliveries",
    summary: "Messages that wait, went out, or are dead letters",
    tag,
    access: reading,
    query: SliceQuery.extend({ state: DeliveryState.default("dead") }),
    reply: sliceOf(DeliveryReply),
    handle: async ({ who, query: { state, ...slice } }, { store }) => ({
      body: mapListing(await store.deliveries.list(who.person.id, state, slice), (delivery) => delivery),
    }),
  }),
  route({
    method: "POST",
    path: "/api/v1/deliveries/:id/revive",
    summary: "Send a dead letter again",
    tag,
    access: managing,
    params: byId(DeliveryId),
    handle: async ({ who, params, now }, { store, notifier }) => {
      found(await store.deliveries.revive(who.person.id, params.id, now));
      notifier.wake();
      return {};
    },
  }),
];

function checkedTarget(target: unknown): ChannelTarget {
  const checked = ChannelTarget.safeParse(target);
  if (checked.success) return checked.data;
  const issues = checked.error.issues.map(({ path, message }) => ({
    path: ["body", "target", ...path].join("."),
    message,
  }));
  throw new ApiError("invalid", { issues });
}

export const channelRoutes: readonly Route[] = [...channelRoutesOnly, ...kindRoutes, ...deliveryRoutes];
