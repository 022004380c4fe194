/** Apprise API: passes the message on to any of the services it knows (https://github.com/caronc/apprise-api). */
import type { ChannelTarget } from "@tessera/model";
import type { OutgoingMessage } from "../message/outgoing-message.ts";
import { plainText, shortened } from "../message/words.ts";
import { type HttpRequest, jsonRequest } from "./http-request.ts";

const MAX_LENGTH = 30_000;

export function appriseRequest(
  target: Extract<ChannelTarget, { kind: "apprise" }>,
  outgoing: OutgoingMessage,
): HttpRequest {
  const pictures = outgoing.entries.flatMap(({ pictureUrl }) => pictureUrl ?? []);
  return jsonRequest(new URL(target.url), {
    urls: target.targets,
    title: shortened(outgoing.title, 200),
    body: plainText(outgoing, MAX_LENGTH),
    type: "info",
    format: "text",
    ...(pictures.length > 0 ? { attach: pictures } : {}),
  });
}
