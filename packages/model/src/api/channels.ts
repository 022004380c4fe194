/** Channels, their test button, and what went out on them or could not. */
import { z } from "zod";
import {
  Channel,
  ChannelKind,
  ChannelTarget,
  Delivery,
  DeliveryState,
  Gathering,
  MessageForm,
  QuietHours,
  SendFailure,
} from "../records/channel.ts";
import { ChannelId, DeliveryId } from "../records/ids.ts";
import { Instant } from "../records/time.ts";
import { byId, type Contracts, MANAGING, READING, SliceQuery, sliceOf } from "./contract.ts";

/** `unsigned`: the receiver cannot tell whether a message comes from here. */
export const ChannelWarning = z.enum(["unsigned"]);

export const ChannelReply = Channel.pick({
  id: true,
  name: true,
  quietHours: true,
  gathering: true,
  form: true,
  isDefault: true,
  pausedAt: true,
  createdAt: true,
  updatedAt: true,
  version: true,
})
  .extend({
    target: z.looseObject({ kind: ChannelKind }).describe("With its secrets left out"),
    warnings: z.array(ChannelWarning).describe("What is not as it should be, though it works"),
    nextDigests: z.array(Instant).describe("The next times of its digest; empty where it tells at once"),
  })
  .strip()
  .meta({ id: "Channel" });
export type ChannelReply = z.output<typeof ChannelReply>;

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
})
  .strip()
  .meta({ id: "Delivery" });
export type DeliveryReply = z.output<typeof DeliveryReply>;

export const channelApi = {
  "GET /channels": {
    summary: "My channels",
    access: READING,
    reply: z.array(ChannelReply),
  },
  "POST /channels": {
    summary: "A new channel",
    access: MANAGING,
    body: z.strictObject({
      name: Channel.shape.name,
      target: ChannelTarget,
      quietHours: QuietHours.nullable().default(null),
      gathering: Gathering.prefault({ kind: "each" }),
      form: MessageForm.nullable().default(null),
      isDefault: z.boolean().default(false),
    }),
    reply: ChannelReply,
    status: 201,
    fails: ["cap-reached"],
  },
  "GET /channels/:id": {
    summary: "One channel",
    access: READING,
    params: byId(ChannelId),
    reply: ChannelReply,
  },
  "PATCH /channels/:id": {
    summary: "Change a channel; secrets that are not sent again stay as they are",
    access: MANAGING,
    params: byId(ChannelId),
    body: z.strictObject({
      name: Channel.shape.name.optional(),
      target: z.record(z.string(), z.unknown()).optional(),
      quietHours: QuietHours.nullable().optional(),
      gathering: Gathering.optional(),
      form: MessageForm.nullable().optional(),
      isDefault: z.boolean().optional(),
      isPaused: z.boolean().optional(),
    }),
    reply: ChannelReply,
  },
  "DELETE /channels/:id": {
    summary: "Remove a channel and the messages that wait for it",
    access: MANAGING,
    params: byId(ChannelId),
  },
  "POST /channels/:id/test": {
    summary: "Send a test message now",
    access: MANAGING,
    params: byId(ChannelId),
    reply: z.object({
      isSent: z.boolean(),
      reason: SendFailure.nullable().describe("Null where it was sent"),
      error: z.string().nullable().describe("The same in words, with what the other side answered"),
    }),
  },
  "POST /message-preview": {
    summary: "How a message of these parts reads: of a sample, or of my last change",
    access: READING,
    body: z.strictObject({
      form: MessageForm.nullable(),
      of: z.enum(["sample", "last"]).default("sample"),
      digestOn: ChannelKind.nullable().default(null).describe("The kind of channel of which a digest is shown as well"),
    }),
    reply: z.object({
      title: z.string().describe("Subject of a mail, title of a notification"),
      text: z.string(),
      hasPicture: z.boolean(),
      isSample: z.boolean().describe("Also where a last change was asked for and there is none"),
      digest: z.object({ title: z.string(), text: z.string() }).nullable().describe("Two changes in one letter"),
    }),
  },
  "GET /channel-kinds": {
    summary: "The kinds of channel on which this instance can send; mail is one of them if a mail server is set",
    access: READING,
    reply: z.array(ChannelKind),
  },
  "GET /push-key": {
    summary: "The public key with which a browser subscribes to web push",
    access: READING,
    reply: z.object({ publicKey: z.string() }),
  },
  "GET /deliveries": {
    summary: "Messages that wait, were sent, or are dead letters",
    access: READING,
    query: SliceQuery.extend({ state: DeliveryState.default("dead") }),
    reply: sliceOf(DeliveryReply),
  },
  "POST /deliveries/:id/revive": {
    summary: "Send a dead letter again",
    access: MANAGING,
    params: byId(DeliveryId),
  },
} as const satisfies Contracts;
