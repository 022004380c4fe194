/** The request that each service wants: data, made by pure functions, sent in one place through the one way out. */
import { createHmac } from "node:crypto";
import { type ChannelTarget, topicOf } from "@tessera/model";
import { type HttpRequest, jsonRequest, jsonText } from "./json-request.ts";
import { digestHtml, digestLines } from "./message/digest.ts";
import type { OutgoingMessage } from "./message/outgoing-message.ts";
import { PLAIN } from "./message/summary-words.ts";
import { htmlText, plainText, shortened, shortenedBytes } from "./message/words.ts";
import { discordRequest, hasPicture, slackRequest } from "./rich-services.ts";

/** What the scheme calls a secret: bytes as base64 after this prefix, or any other text as it is. */
const SECRET_PREFIX = "whsec_";
const TELEGRAM_MAX_LENGTH = 4_096;
/** Longer messages become attachments. */
const NTFY_MAX_BYTES = 4_000;
const NTFY_MAX_TITLE = 200;
const MATRIX_MAX_LENGTH = 20_000;
const GOTIFY_PRIORITY = 5;
const GOTIFY_MAX_LENGTH = 20_000;

const APPRISE_MAX_LENGTH = 30_000;
const WEBHOOK_MAX_TEXT = 20_000;

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

/** What a service without markup shows: the message, or what was gathered in short. */
function textOf(outgoing: OutgoingMessage, maxLength: number): string {
  return outgoing.overview === null ? plainText(outgoing, maxLength) : digestLines(outgoing, PLAIN, maxLength);
}

/** Of a message about one block. */
function pictureOf(outgoing: OutgoingMessage): string | null {
  const isShown = hasPicture(outgoing) && outgoing.entries.length === 1;
  return isShown ? (outgoing.entries[0]?.pictureUrl ?? null) : null;
}

/** Where a press on the message leads. */
function linkOf({ overview, entries }: OutgoingMessage): string | undefined {
  return overview ?? entries[0]?.link;
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
  const pictures = hasPicture(outgoing) ? outgoing.entries.flatMap(({ pictureUrl }) => pictureUrl ?? []) : [];
  return jsonRequest(new URL(target.url), {
    urls: target.targets,
    title: shortened(outgoing.title, 200),
    body: textOf(outgoing, APPRISE_MAX_LENGTH),
    type: "info",
    format: "text",
    ...(pictures.length > 0 ? { attach: pictures } : {}),
  });
}

function gotifyRequest(target: Extract<ChannelTarget, { kind: "gotify" }>, outgoing: OutgoingMessage): HttpRequest {
  const picture = pictureOf(outgoing);
  const notification = { click: { url: linkOf(outgoing) }, ...(picture ? { bigImageUrl: picture } : {}) };
  const message = {
    title: shortened(outgoing.title, 200),
    message: textOf(outgoing, GOTIFY_MAX_LENGTH),
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
    body: textOf(outgoing, MATRIX_MAX_LENGTH),
    format: "org.matrix.custom.html",
    formatted_body: (outgoing.overview === null ? htmlText : digestHtml)(outgoing, { picture: () => null }),
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
  const picture = pictureOf(outgoing);
  const message = {
    topic: topicOf(target.url),
    title: shortened(outgoing.title, NTFY_MAX_TITLE),
    message: shortenedBytes(textOf(outgoing, NTFY_MAX_BYTES), NTFY_MAX_BYTES),
    click: linkOf(outgoing),
    ...(picture ? { attach: picture } : {}),
  };
  return jsonRequest(server, message, {
    headers: target.token === null ? {} : { authorization: `Bearer ${target.token}` },
  });
}

/**
 * Plain text: what a page says can then be no markup, whatever it contains. Names and commands are found in plain text too,
 * unless something that nobody sees stands between the sign and the word.
 */
function telegramRequest(target: Extract<ChannelTarget, { kind: "telegram" }>, outgoing: OutgoingMessage): HttpRequest {
  const picture = pictureOf(outgoing);
  return jsonRequest(below(target.apiUrl, `bot${target.botToken}`, "sendMessage"), {
    chat_id: target.chatId,
    text: shortened(uncalled(textOf(outgoing, TELEGRAM_MAX_LENGTH - 96)), TELEGRAM_MAX_LENGTH),
    link_preview_options: picture ? { url: picture, prefer_large_media: true } : { is_disabled: true },
  });
}

function uncalled(text: string): string {
  return text.replace(/(^|\s)([@/])(?=\w)/g, "$1$2\u2060");
}

/**
 * `webhook-id` is the same on every attempt, `webhook-timestamp` is that of this attempt: a receiver drops ids that it
 * has seen and times that are too old, and so nobody can replay a request. Without a secret there is no signature, and
 * whoever knows the address can say the same.
 */
function webhookRequest(
  target: Extract<ChannelTarget, { kind: "webhook" }>,
  outgoing: OutgoingMessage,
  now: number,
): HttpRequest {
  const { id, title, entries } = outgoing;
  const { signingSecret } = target;
  const body = jsonText({
    type: "tessera.told",
    timestamp: new Date(now).toISOString(),
    data: { id, title, text: textOf(outgoing, WEBHOOK_MAX_TEXT), entries },
  });
  const timestamp = String(Math.floor(now / 1_000));
  const signed = signingSecret === null ? null : signature(signingSecret, `${id}.${timestamp}.${body}`);
  return {
    url: new URL(target.url),
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      ...(signed === null ? {} : { "webhook-signature": `v1,${signed}` }),
    },
    body,
  };
}

function signature(secret: string, content: string): string {
  const key = secret.startsWith(SECRET_PREFIX) ? Buffer.from(secret.slice(SECRET_PREFIX.length), "base64") : secret;
  return createHmac("sha256", key).update(content).digest("base64");
}
