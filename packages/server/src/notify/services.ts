/** The request that each service wants: data, made by pure functions, sent in one place through the one way out. */
import { createHmac } from "node:crypto";
import { type ChannelTarget, topicOf } from "@tessera/model";
import type { Language } from "./message/language.ts";
import type { MessageEntry, OutgoingMessage } from "./message/outgoing-message.ts";
import type { Markup } from "./message/summary-words.ts";
import { entryWords, htmlText, plainText, shortened, shortenedBytes, wholeLines } from "./message/words.ts";

export interface HttpRequest {
  readonly url: URL;
  readonly method: "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface JsonRequest {
  readonly method?: HttpRequest["method"];
  readonly headers?: HttpRequest["headers"];
}

/** What the scheme calls a secret: bytes as base64 after this prefix, or any other text as it is. */
const SECRET_PREFIX = "whsec_";
const TELEGRAM_MAX_LENGTH = 4_096;
const SLACK_MAX_SECTIONS = 40;
const SLACK_MAX_QUOTED = 1_200;
const SLACK_MAX_TITLE = 250;
const SLACK_MAX_TEXT = 3_000;

const SLACK: Markup = {
  text: escapeSlack,
  was: escapeSlack,
  is: escapeSlack,
  link: (title, href) => `<${escapeLink(href)}|${escapeSlack(title.replaceAll("|", "¦"))}>`,
};

/** Longer messages become attachments. */
const NTFY_MAX_BYTES = 4_000;
const NTFY_MAX_TITLE = 200;
const MATRIX_MAX_LENGTH = 20_000;
const GOTIFY_PRIORITY = 5;
const GOTIFY_MAX_LENGTH = 20_000;

/** Of one message, and of the texts of all its embeds together. */
const MAX_EMBEDS = 10;
const DISCORD_MAX_LENGTH = 5_500;
const DISCORD_MAX_TITLE = 250;

const DISCORD: Markup = {
  text: escapeMarkdown,
  was: (text) => `~~${escapeMarkdown(text)}~~`,
  is: (text) => `**${escapeMarkdown(text)}**`,
  // an address in angle brackets may contain what else would end the link
  link: (title, href) => `[${escapeMarkdown(title)}](<${href.replaceAll(">", "%3E")}>)`,
};

const APPRISE_MAX_LENGTH = 30_000;

export type HttpTarget = Exclude<ChannelTarget, { kind: "email" | "web-push" }>;

/** What goes to a service that talks HTTP. */
export function requestOf(target: HttpTarget, outgoing: OutgoingMessage, now: number): HttpRequest {
  switch (target.kind) {
    case "webhook":
      return webhookRequest(target, outgoing, now);
    case "ntfy":
      return ntfyRequest(target, outgoing);
    case "gotify":
      return gotifyRequest(target, outgoing);
    case "discord":
      return discordRequest(target, outgoing);
    case "slack":
      return slackRequest(target, outgoing);
    case "telegram":
      return telegramRequest(target, outgoing);
    case "matrix":
      return matrixRequest(target, outgoing);
    case "apprise":
      return appriseRequest(target, outgoing);
  }
}

function jsonRequest(url: URL, body: unknown, { method = "POST", headers = {} }: JsonRequest = {}): HttpRequest {
  return { url, method, headers: { "content-type": "application/json", ...headers }, body: jsonText(body) };
}

/** Pages contain halves of characters, and cutting text makes some: many services refuse JSON that does. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? part.toWellFormed() : part));
}

/** A URL below another one, whose own path and query are kept; segments are escaped. */
function below(base: string, ...segments: readonly string[]): URL {
  const url = new URL(base);
  let path = url.pathname;
  while (path.endsWith("/")) path = path.slice(0, -1);
  // a colon needs no escape within a path, and some services do not undo it
  url.pathname = [path, ...segments.map((segment) => encodeURIComponent(segment).replaceAll("%3A", ":"))].join("/");
  return url;
}

function appriseRequest(target: Extract<ChannelTarget, { kind: "apprise" }>, outgoing: OutgoingMessage): HttpRequest {
  const pictures = outgoing.entries.flatMap(({ pictureUrl }) => pictureUrl ?? []);
  return jsonRequest(new URL(target.url), {
    urls: target.targets,
    title: shortened(outgoing.title, 200),
    body: plainText(outgoing, APPRISE_MAX_LENGTH),
    type: "info",
    format: "text",
    ...(pictures.length > 0 ? { attach: pictures } : {}),
  });
}

function discordRequest(target: Extract<ChannelTarget, { kind: "discord" }>, outgoing: OutgoingMessage): HttpRequest {
  const shown = outgoing.entries.slice(0, MAX_EMBEDS);
  const maxLength = Math.floor(DISCORD_MAX_LENGTH / shown.length) - DISCORD_MAX_TITLE;
  return jsonRequest(new URL(target.webhookUrl), {
    content: shortened(escapeMarkdown(outgoing.title), DISCORD_MAX_TITLE),
    embeds: shown.map((entry) => embed(entry, outgoing.language, maxLength)),
    // page text must not be able to call everybody in the channel
    allowed_mentions: { parse: [] },
  });
}

function embed(entry: MessageEntry, { say }: Language, maxLength: number): unknown {
  const { clause, lines } = entryWords(entry, { ...DISCORD, say }, Math.floor(maxLength / 3));
  const text = [clause.replace(/^[: ]+/, ""), ...lines].join("\n");
  return {
    title: shortened(entry.title, DISCORD_MAX_TITLE),
    url: entry.link,
    description: wholeLines(text, maxLength),
    timestamp: new Date(entry.at).toISOString(),
    ...(entry.pictureUrl ? { image: { url: entry.pictureUrl } } : {}),
  };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>[\]()#@<]/g, "\\$&");
}

function gotifyRequest(target: Extract<ChannelTarget, { kind: "gotify" }>, outgoing: OutgoingMessage): HttpRequest {
  const [entry] = outgoing.entries;
  const notification = {
    click: { url: entry?.link },
    ...(entry?.pictureUrl ? { bigImageUrl: entry.pictureUrl } : {}),
  };
  const message = {
    title: shortened(outgoing.title, 200),
    message: plainText(outgoing, GOTIFY_MAX_LENGTH),
    priority: GOTIFY_PRIORITY,
    extras: { "client::display": { contentType: "text/plain" }, "client::notification": notification },
  };
  return jsonRequest(below(target.url, "message"), message, { headers: { "x-gotify-key": target.token } });
}

/** The letter's id is the transaction id, so that the homeserver itself drops repeats. */
function matrixRequest(target: Extract<ChannelTarget, { kind: "matrix" }>, outgoing: OutgoingMessage): HttpRequest {
  const path = ["_matrix", "client", "v3", "rooms", target.roomId, "send", "m.room.message", outgoing.id];
  const content = {
    msgtype: "m.text",
    body: plainText(outgoing, MATRIX_MAX_LENGTH),
    format: "org.matrix.custom.html",
    formatted_body: htmlText(outgoing, { picture: () => null }),
    "m.mentions": {},
  };
  return jsonRequest(below(target.homeserver, ...path), content, {
    method: "PUT",
    headers: { authorization: `Bearer ${target.accessToken}` },
  });
}

/** The topic is the last part of the address; as JSON the message goes to the server itself. */
function ntfyRequest(target: Extract<ChannelTarget, { kind: "ntfy" }>, outgoing: OutgoingMessage): HttpRequest {
  const server = new URL(target.url);
  server.pathname = server.pathname.split("/").filter(Boolean).slice(0, -1).join("/");
  const [entry] = outgoing.entries;
  const message = {
    topic: topicOf(target.url),
    title: shortened(outgoing.title, NTFY_MAX_TITLE),
    message: shortenedBytes(plainText(outgoing, NTFY_MAX_BYTES), NTFY_MAX_BYTES),
    click: entry?.link,
    ...(outgoing.entries.length === 1 && entry?.pictureUrl ? { attach: entry.pictureUrl } : {}),
  };
  return jsonRequest(server, message, {
    headers: target.token === null ? {} : { authorization: `Bearer ${target.token}` },
  });
}

function slackRequest(target: Extract<ChannelTarget, { kind: "slack" }>, outgoing: OutgoingMessage): HttpRequest {
  return jsonRequest(new URL(target.webhookUrl), {
    text: escapeSlack(shortened(outgoing.title, SLACK_MAX_TITLE)),
    blocks: outgoing.entries.slice(0, SLACK_MAX_SECTIONS).map((entry) => section(entry, outgoing.language)),
    unfurl_links: false,
  });
}

function section(entry: MessageEntry, { say }: Language): unknown {
  const { clause, lines } = entryWords(entry, { ...SLACK, say }, SLACK_MAX_QUOTED);
  const text = [`*${SLACK.link(entry.title, entry.link)}*${clause}`, ...lines].join("\n");
  const picture = entry.pictureUrl
    ? { accessory: { type: "image", image_url: entry.pictureUrl, alt_text: say("message.picture") } }
    : {};
  return { type: "section", text: { type: "mrkdwn", text: wholeLines(text, SLACK_MAX_TEXT) }, ...picture };
}

/** Without these three no text can become a link, a mention or a channel. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeLink(url: string): string {
  return url.replaceAll("|", "%7C").replaceAll(">", "%3E").replaceAll("&", "&amp;");
}

/** Plain text: what a page says can then be no markup, whatever it contains. */
function telegramRequest(target: Extract<ChannelTarget, { kind: "telegram" }>, outgoing: OutgoingMessage): HttpRequest {
  const picture = outgoing.entries.length === 1 ? outgoing.entries[0]?.pictureUrl : null;
  return jsonRequest(below(target.apiUrl, `bot${target.botToken}`, "sendMessage"), {
    chat_id: target.chatId,
    text: plainText(outgoing, TELEGRAM_MAX_LENGTH),
    link_preview_options: picture ? { url: picture, prefer_large_media: true } : { is_disabled: true },
  });
}

/**
 * `webhook-id` is the same on every attempt, `webhook-timestamp` is that of this attempt: a receiver drops ids that it
 * has seen and times that are too old, and so nobody can replay a request.
 */
function webhookRequest(
  target: Extract<ChannelTarget, { kind: "webhook" }>,
  { id, title, entries }: OutgoingMessage,
  now: number,
): HttpRequest {
  const body = jsonText({
    type: "tessera.told",
    timestamp: new Date(now).toISOString(),
    data: { id, title, entries },
  });
  const timestamp = String(Math.floor(now / 1_000));
  return {
    url: new URL(target.url),
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature(target.signingSecret, `${id}.${timestamp}.${body}`)}`,
    },
    body,
  };
}

function signature(secret: string, content: string): string {
  const key = secret.startsWith(SECRET_PREFIX) ? Buffer.from(secret.slice(SECRET_PREFIX.length), "base64") : secret;
  return createHmac("sha256", key).update(content).digest("base64");
}
