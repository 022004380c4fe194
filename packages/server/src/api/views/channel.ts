/** Channels and deliveries as they are sent: the secret parts of a target stay in the store. */
import { CHANNEL_SECRETS, Channel, Delivery } from "@tessera/model";
import { z } from "zod";

/** What stands in place of a secret; sent back unchanged, it leaves the secret as it is. */
const KEPT_SECRET = "(unchanged)";

export const ChannelReply = Channel.pick({
  id: true,
  name: true,
  quietHours: true,
  gathering: true,
  isDefault: true,
  pausedAt: true,
  createdAt: true,
  updatedAt: true,
  version: true,
})
  .extend({ target: z.record(z.string(), z.unknown()).describe("With its secrets left out") })
  .strip();

export function channelReply(channel: Channel): z.input<typeof ChannelReply> {
  return { ...channel, target: withoutSecrets(channel.target) };
}

const SECRET_FIELDS: ReadonlySet<string> = new Set(CHANNEL_SECRETS);

function withoutSecrets(target: Channel["target"]): Record<string, unknown> {
  const shown = Object.entries(target).map(([field, value]) => [
    field,
    SECRET_FIELDS.has(field) && value !== null ? KEPT_SECRET : value,
  ]);
  return Object.fromEntries(shown);
}

/** A new target in which secrets that were not touched are those of the old one, as long as it leads to the same place. */
export function withKeptSecrets(next: Readonly<Record<string, unknown>>, current: Channel["target"]): unknown {
  if (next.kind !== current.kind) return next;
  const old: Readonly<Record<string, unknown>> = { ...current };
  const places = Object.keys(old).filter((field) => !SECRET_FIELDS.has(field));
  const isSamePlace = places.every((field) => next[field] === old[field]);
  const kept = Object.entries(next).map(([field, value]) => [
    field,
    SECRET_FIELDS.has(field) && value === KEPT_SECRET && isSamePlace ? old[field] : value,
  ]);
  return Object.fromEntries(kept);
}

export const DeliveryReply = Delivery.pick({
  id: true,
  channelId: true,
  followId: true,
  observationId: true,
  message: true,
  state: true,
  attempts: true,
  dueAt: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
}).strip();
