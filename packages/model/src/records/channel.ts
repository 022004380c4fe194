/** A way to reach a person, what was sent on it and what could not be. */
import { z } from "zod";
import { CaptureFailureRecord } from "./capture-failure.ts";
import { ChangeSummary } from "./change-summary.ts";
import { Condition } from "./follow.ts";
import { BodyHash, ChannelId, DeliveryId, FollowId, ObservationId, PersonId } from "./ids.ts";
import { WebUrl } from "./page-source.ts";
import { Instant, TimeOfDay, TimeZone } from "./time.ts";
import { MovedTo } from "./verdict.ts";

/** Text that any service can be given: no halves of characters, and nothing that ends a line or a field. */
const text = z
  .string()
  .min(1)
  .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), "contains characters that cannot be sent");
const secret = text.max(1_000);

/** What goes into a header or an address; what was copied with a line break at its end means the same. */
const token = z
  .string()
  .trim()
  .max(1_000)
  .regex(/^[\x21-\x7e]+$/, "only letters, digits and signs of ASCII, without spaces");

/** The topic is the last part of the address. */
const TopicUrl = WebUrl.refine((url) => topicOf(url) !== null, "the address does not end in a topic");

/** The topic of an ntfy address, or null where it has none that can be read. */
export function topicOf(url: string): string | null {
  const topic = new URL(url).pathname.split("/").filter(Boolean).at(-1);
  try {
    return topic ? decodeURIComponent(topic) : null;
  } catch {
    return null;
  }
}

/** What must not leave the store, neither to a browser nor into an export. */
const SECRET = { writeOnly: true };

/** Where a channel leads. Discord's and Slack's addresses are themselves passwords. */
export const ChannelTarget = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("web-push"),
      endpoint: WebUrl,
      p256dh: token.max(200),
      auth: token.meta(SECRET),
    }),
    z.strictObject({ kind: z.literal("email"), to: z.email().max(254) }),
    /** Without a secret nothing is signed, and the receiver cannot tell who sent it. */
    z.strictObject({ kind: z.literal("webhook"), url: WebUrl, signingSecret: secret.nullable().meta(SECRET) }),
    z.strictObject({ kind: z.literal("ntfy"), url: TopicUrl, token: token.nullable().meta(SECRET) }),
    z.strictObject({ kind: z.literal("gotify"), url: WebUrl, token: token.meta(SECRET) }),
    z.strictObject({ kind: z.literal("discord"), webhookUrl: WebUrl.meta(SECRET) }),
    z.strictObject({ kind: z.literal("slack"), webhookUrl: WebUrl.meta(SECRET) }),
    z.strictObject({
      kind: z.literal("telegram"),
      apiUrl: WebUrl,
      botToken: token.meta(SECRET),
      chatId: token.max(100),
    }),
    z.strictObject({
      kind: z.literal("matrix"),
      homeserver: WebUrl,
      accessToken: token.meta(SECRET),
      roomId: text.max(255),
    }),
    z.strictObject({ kind: z.literal("apprise"), url: WebUrl, targets: secret.meta(SECRET) }),
  ])
  .meta({ id: "ChannelTarget" });
export type ChannelTarget = z.infer<typeof ChannelTarget>;

export const ChannelKind = z.enum(ChannelTarget.options.map(({ shape }) => shape.kind.value));
export type ChannelKind = ChannelTarget["kind"];

/** The fields of targets that are marked as secret. */
export const CHANNEL_SECRETS: readonly string[] = ChannelTarget.options.flatMap(({ shape }) =>
  Object.entries<z.ZodType>(shape).flatMap(([name, field]) => (field.meta()?.writeOnly ? [name] : [])),
);

/** Every sealed text begins with it; nobody's secret does. */
export const SEALED_MARK = "sealed1.";
const Sealed = z.string().startsWith(SEALED_MARK).max(4_000);

type TargetOption = (typeof ChannelTarget.options)[number];

/** A target as it is stored: each of its secrets may be sealed. */
const StoredTarget = z.discriminatedUnion(
  "kind",
  ChannelTarget.options.map((option: z.ZodObject) =>
    option.extend(
      Object.fromEntries(
        Object.entries<z.ZodType>(option.shape).flatMap(([name, field]) =>
          field.meta()?.writeOnly ? [[name, z.union([field, Sealed])]] : [],
        ),
      ),
    ),
  ) as unknown as readonly [TargetOption, ...TargetOption[]],
);

export const QuietHours = z
  .strictObject({ from: TimeOfDay, to: TimeOfDay, timeZone: TimeZone })
  .meta({ id: "QuietHours" });
export type QuietHours = z.infer<typeof QuietHours>;

/**
 * `each` tells at once; `digest` gathers until the next of its times. They are times of day and weekdays such as
 * `08:00 mon-fri` (`digest-times.ts`), or a cron pattern.
 */
export const Gathering = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("each") }),
    z.strictObject({
      kind: z.literal("digest"),
      pattern: z.string().min(1).max(200),
      timeZone: TimeZone,
      /** A digest without anything in it is sent too, and says so. */
      isSentEmpty: z.boolean().optional(),
    }),
  ])
  .meta({ id: "Gathering" });
export type Gathering = z.infer<typeof Gathering>;

/** What a message can be made of. None of it is a template: a part is there or not, before or after another. */
export const MESSAGE_PARTS = [
  "title",
  "change",
  "before",
  "after",
  "items",
  "picture",
  "link",
  "source",
  "page",
  "time",
] as const;
export type MessagePart = (typeof MESSAGE_PARTS)[number];

/** The parts of each message on a channel, in their order. */
export const MessageForm = z
  .strictObject({
    parts: z
      .array(z.enum(MESSAGE_PARTS))
      .min(1)
      .max(MESSAGE_PARTS.length)
      .refine((parts) => new Set(parts).size === parts.length, { error: "a part is named twice" }),
    /** Of the text of one block, whose links are never cut, or of all that was gathered. Null where only the service sets a limit. */
    maxLength: z.int().min(40).max(4_000).nullable().default(null),
  })
  .meta({ id: "MessageForm" });
export type MessageForm = z.infer<typeof MessageForm>;

/** As it is where nobody has chosen. */
export const USUAL_FORM: MessageForm = {
  parts: ["change", "items", "picture", "link", "source"],
  maxLength: null,
};

export const Channel = z.strictObject({
  id: ChannelId,
  personId: PersonId,
  name: z.string().min(1).max(100),
  target: ChannelTarget,
  quietHours: QuietHours.nullable(),
  gathering: Gathering,
  /** Null for the usual one. */
  form: MessageForm.nullable(),
  /** Every new follow tells here. */
  isDefault: z.boolean(),
  pausedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int().min(1),
});
export type Channel = z.infer<typeof Channel>;

/** As it is stored, which is for those who examine the store: the program opens what it uses. */
export const StoredChannel = Channel.extend({ target: StoredTarget });

/** What is told, before a channel gives it its own form. */
export const Message = z.strictObject({
  title: z.string().max(500),
  /** Why it is told: the condition that held, in its data form. */
  reason: z.string().max(100),
  before: z.string().max(20_000).nullable(),
  after: z.string().max(20_000).nullable(),
  /** Why there is nothing, where the page could not be captured: said in the language of whoever is told. */
  failure: CaptureFailureRecord.pick({ code: true, status: true, wall: true }).optional(),
  /** What changed, in the form that people read; missing where the content is not the news. */
  summary: ChangeSummary.optional(),
  /** The condition itself, where it says more than its kind: the words, the amount. */
  condition: Condition.optional(),
  /** The number that passed a limit, as written on the page, and that limit. */
  reached: z
    .strictObject({
      number: z.string().max(100),
      limit: z.number(),
      currency: z.string().length(3).nullish(),
      unit: z.string().max(16).nullish(),
    })
    .optional(),
  /** The name of the page. */
  pageTitle: z.string().max(500).optional(),
  /** Where it seems to be now, in a message that it is gone or in doubt. */
  movedTo: MovedTo.optional(),
  /** Path below the base URL: the history or the repair card. */
  link: z.string().max(2_000),
  sourceUrl: z.string().max(8_192),
  /** The picture of the block, where it was rendered. It is taken for this message. */
  picture: BodyHash.nullable(),
  at: Instant,
});
export type Message = z.infer<typeof Message>;

/**
 * Why a message did not arrive: no answer came, the other side refused it, cannot take it now or has left for good; the
 * instance has no mail server, or the channel cannot be used as it is set up.
 */
export const SendFailure = z.enum(["unreachable", "refused", "busy", "left", "no-mail-server", "unusable"]);
export type SendFailure = z.infer<typeof SendFailure>;

export const DeliveryState = z.enum(["waiting", "sent", "dead"]);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One message on one channel: written in the transaction that found the change, sent after it. */
export const Delivery = z.strictObject({
  /** Also the replay id that a receiver can use to drop repeats. */
  id: DeliveryId,
  channelId: ChannelId,
  personId: PersonId,
  followId: FollowId.nullable(),
  observationId: ObservationId.nullable(),
  message: Message,
  state: DeliveryState,
  attempts: z.int().min(0),
  /** When to try (again); null once sent or dead. */
  dueAt: Instant.nullable(),
  lastError: z.string().max(1_000).nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
});
export type Delivery = z.infer<typeof Delivery>;
