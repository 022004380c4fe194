/** ntfy: a message on a topic (https://docs.ntfy.sh/publish/#publish-as-json). */
import { type ChannelTarget, topicOf } from "@tessera/model";
import type { OutgoingMessage } from "../message/outgoing-message.ts";
import { plainText, shortened, shortenedBytes } from "../message/words.ts";
import { type HttpRequest, jsonRequest } from "./http-request.ts";

/** Longer messages become attachments. */
const MAX_BYTES = 4_000;
const MAX_TITLE = 200;

/** The topic is the last part of the address; as JSON the message goes to the server itself. */
export function ntfyRequest(target: Extract<ChannelTarget, { kind: "ntfy" }>, outgoing: OutgoingMessage): HttpRequest {
  const server = new URL(target.url);
  server.pathname = server.pathname.split("/").filter(Boolean).slice(0, -1).join("/");
  const [entry] = outgoing.entries;
  const message = {
    topic: topicOf(target.url),
    title: shortened(outgoing.title, MAX_TITLE),
    message: shortenedBytes(plainText(outgoing, MAX_BYTES), MAX_BYTES),
    click: entry?.link,
    ...(outgoing.entries.length === 1 && entry?.pictureUrl ? { attach: entry.pictureUrl } : {}),
  };
  return jsonRequest(server, message, {
    headers: target.token === null ? {} : { authorization: `Bearer ${target.token}` },
  });
}
