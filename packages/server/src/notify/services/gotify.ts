/** Gotify: a message of an application (https://gotify.net/docs/pushmsg). */
import type { ChannelTarget } from "@tessera/model";
import type { OutgoingMessage } from "../message/outgoing-message.ts";
import { plainText, shortened } from "../message/words.ts";
import { below, type HttpRequest, jsonRequest } from "./http-request.ts";

const PRIORITY = 5;
const MAX_LENGTH = 20_000;

export function gotifyRequest(
  target: Extract<ChannelTarget, { kind: "gotify" }>,
  outgoing: OutgoingMessage,
): HttpRequest {
  const [entry] = outgoing.entries;
  const notification = {
    click: { url: entry?.link },
    ...(entry?.pictureUrl ? { bigImageUrl: entry.pictureUrl } : {}),
  };
  const message = {
    title: shortened(outgoing.title, 200),
    message: plainText(outgoing, MAX_LENGTH),
    priority: PRIORITY,
    extras: { "client::display": { contentType: "text/plain" }, "client::notification": notification },
  };
  return jsonRequest(below(target.url, "message"), message, { headers: { "x-gotify-key": target.token } });
}
