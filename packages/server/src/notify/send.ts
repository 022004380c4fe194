/** Sends a message to where a channel leads. */
import { type Channel, ChannelTarget, type PersonId } from "@tessera/model";
import {
  type HttpClient,
  type MailOut,
  makePushKeys,
  type PrivateGrant,
  type PushKeys,
  sendPush,
} from "@tessera/network";
import type { Store } from "@tessera/store";
import type { Config } from "../config/settings.ts";
import type { Addresses, MessageEntry, OutgoingMessage } from "./message/outgoing-message.ts";
import { PLAIN } from "./message/summary-words.ts";
import { entryWords, htmlText, plainText, shortenedBytes } from "./message/words.ts";
import { type Outcome, outcomeOf, outcomeOfFailure } from "./outcome.ts";
import { jsonText, requestOf } from "./services.ts";

export interface Picture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export interface Sender extends Addresses {
  readonly httpClient: HttpClient;
  /** Where a channel leads, with its secrets; null where they cannot be read any more. */
  readonly opened: (channel: Pick<Channel, "id" | "personId" | "target">) => ChannelTarget | null;
  /** The private host of an address, where this person may send messages to it. */
  readonly grantFor: (url: URL, person: PersonId) => Promise<PrivateGrant | null>;
  /** Null where the instance has no mail server. */
  readonly mailOut: MailOut | null;
  readonly pushKeys: PushKeys;
  /** The picture of an entry, to put into mail; null where it cannot be had. */
  readonly pictureOf: (entry: MessageEntry) => Promise<Picture | null>;
}

const KINDS: readonly ChannelKind[] = ChannelTarget.options.map(({ shape }) => shape.kind.value);

/** Services that answer a message with more than this are not answering a message. */
const MAX_ANSWER_BYTES = 256 * 1024;
const TIMEOUT_MS = 20_000;
const PUSH_TTL_SECONDS = 24 * 3_600;

/** Push services must take 4,096 bytes (RFC 8030 section 7.2); encryption and JSON need their share. */
const MAX_PUSH_TEXT = 2_000;

/** One attempt. What can go wrong outside is an outcome, never an exception. */
export async function send(
  { target, personId }: Pick<Channel, "target" | "personId">,
  outgoing: OutgoingMessage,
  sender: Sender,
  now: number,
): Promise<Outcome> {
  try {
    if (target.kind === "email") return await sendMail(target.to, outgoing, sender);
    const isPush = target.kind === "web-push";
    const { url, ...request } = isPush ? { url: new URL(target.endpoint) } : requestOf(target, outgoing, now);
    const grant = await sender.grantFor(url, personId);
    const limits = { maxRedirects: 0, maxBytes: MAX_ANSWER_BYTES, timeoutMs: TIMEOUT_MS, grant };
    const answer = isPush
      ? await push(target, outgoing, { ...sender, grant })
      : await sender.httpClient.fetch(url, { ...request, ...limits });
    return outcomeOf(answer, { now, isPrivate: grant !== null });
  } catch (error) {
    return outcomeOfFailure(error);
  }
}

async function sendMail(to: string, outgoing: OutgoingMessage, sender: Sender): Promise<Outcome> {
  if (!sender.mailOut) return { kind: "refused", error: "this instance has no mail server: set TESSERA_SMTP_HOST" };
  const [first] = outgoing.entries;
  const { code, direction } = outgoing.language;
  const picture = outgoing.entries.length === 1 && first?.pictureUrl ? await sender.pictureOf(first) : null;
  const html = htmlText(outgoing, { picture: (entry) => (picture ? "cid:picture" : entry.pictureUrl) });
  await sender.mailOut.send({
    to,
    subject: outgoing.title,
    text: plainText(outgoing),
    html: `<div lang="${code}" dir="${direction}">${html}</div>`,
    messageId: `<${outgoing.id}@${new URL(sender.baseUrl).hostname}>`,
    picture,
  });
  return { kind: "sent" };
}

/** The title of a push says what happened to one block, and the text the rest; of several it names each. */
function pushText({ entries, language: { say } }: OutgoingMessage): string {
  const [first] = entries;
  if (entries.length !== 1 || !first) return entries.map(({ headline }) => headline).join("\n");
  return entryWords(first, { ...PLAIN, say }).lines.join("\n");
}

function push(
  target: Extract<ChannelTarget, { kind: "web-push" }>,
  outgoing: OutgoingMessage,
  sender: Sender & { readonly grant: PrivateGrant | null },
) {
  const [first] = outgoing.entries;
  return sendPush(sender.httpClient, {
    subscription: target,
    payload: jsonText({
      id: outgoing.id,
      title: shortenedBytes(outgoing.title, 300),
      body: shortenedBytes(pushText(outgoing), MAX_PUSH_TEXT),
      link: first?.link,
      picture: first?.pictureUrl ?? null,
    }),
    keys: sender.pushKeys,
    subject: sender.baseUrl,
    ttlSeconds: PUSH_TTL_SECONDS,
    grant: sender.grant,
  });
}

export type ChannelKind = ChannelTarget["kind"];

export function sendableKinds({ smtpHost }: Pick<Config, "smtpHost">): readonly ChannelKind[] {
  return KINDS.filter((kind) => kind !== "email" || smtpHost !== undefined);
}

export async function pushKeysOf({ settings }: Pick<Store, "settings">): Promise<PushKeys> {
  return JSON.parse(await settings.secret("push-keys", () => JSON.stringify(makePushKeys())));
}
