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
import { jsonText, sendable } from "./json-request.ts";
import { digestHtml, digestLines, digestPlain, hasUsualParts } from "./message/digest.ts";
import type { Addresses, MessageEntry, OutgoingMessage } from "./message/outgoing-message.ts";
import { PLAIN } from "./message/summary-words.ts";
import { entryParts, htmlText, plainText, shortened, shortenedBytes } from "./message/words.ts";
import { type Outcome, outcomeOf, outcomeOfFailure } from "./outcome.ts";
import { requestOf } from "./services.ts";

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
/** Programs show less, and longer ones are cut anywhere. */
const MAX_SUBJECT = 200;

/** Push services must take 4,096 bytes (RFC 8030 section 7.2); encryption and JSON need their share. */
const MAX_PUSH_TEXT = 2_000;

const NO_MAIL_SERVER = "this instance has no mail server: set TESSERA_SMTP_HOST";

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
  if (!sender.mailOut) return { kind: "refused", reason: "no-mail-server", error: NO_MAIL_SERVER };
  const { entries, form, language, overview } = outgoing;
  const [first] = entries;
  const isPictured = entries.length === 1 && form.parts.includes("picture") && first?.pictureUrl;
  const picture = isPictured ? await sender.pictureOf(first) : null;
  const html = (overview === null ? htmlText : digestHtml)(outgoing, {
    picture: (entry) => (picture ? "cid:picture" : entry.pictureUrl),
  });
  await sender.mailOut.send({
    to,
    subject: sendable(shortened(outgoing.title, MAX_SUBJECT)),
    text: sendable(overview === null ? plainText(outgoing) : digestPlain(outgoing)),
    html: `<div lang="${language.code}" dir="${language.direction}">${sendable(html)}</div>`,
    messageId: `<${outgoing.id}@${new URL(sender.baseUrl).hostname}>`,
    picture,
  });
  return { kind: "sent" };
}

/** The title of a push says what happened to one block, and the text the rest; of several it names each. A press is the link. */
export function pushText(outgoing: OutgoingMessage): string {
  const { entries, language, form, overview } = outgoing;
  const [first] = entries;
  if (!first) return "";
  const unlinked = form.parts.filter((part) => part !== "link" && part !== "source");
  if (overview !== null) {
    const parts = hasUsualParts(outgoing) ? form.parts : unlinked;
    const bare = entries.map((entry) => ({ ...entry, sheet: null }));
    return digestLines({ ...outgoing, entries: bare, overview: null, form: { ...form, parts } }, PLAIN, MAX_PUSH_TEXT);
  }
  const parts = unlinked.filter((part) => part !== "title");
  const lines = entryParts(first, { ...PLAIN, language }, { form: { ...form, parts } }).flatMap((part) => part.lines);
  // what the title has said
  const said = lines[0] === first.headline ? lines.slice(1) : lines;
  return shortened(said.join("\n"), form.maxLength ?? MAX_PUSH_TEXT);
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
      link: outgoing.overview ?? first?.link,
      picture: outgoing.form.parts.includes("picture") ? (first?.pictureUrl ?? null) : null,
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
