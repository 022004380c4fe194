/** Matrix: a message event in a room (https://spec.matrix.org/latest/client-server-api/#mroommessage). */
import type { ChannelTarget } from "@tessera/model";
import type { OutgoingMessage } from "../message/outgoing-message.ts";
import { htmlText, plainText } from "../message/words.ts";
import { below, type HttpRequest, jsonRequest } from "./http-request.ts";

const MAX_LENGTH = 20_000;

/** The letter's id is the transaction id, so that the homeserver itself drops repeats. */
export function matrixRequest(
  target: Extract<ChannelTarget, { kind: "matrix" }>,
  outgoing: OutgoingMessage,
): HttpRequest {
  const path = ["_matrix", "client", "v3", "rooms", target.roomId, "send", "m.room.message", outgoing.id];
  const content = {
    msgtype: "m.text",
    body: plainText(outgoing, MAX_LENGTH),
    format: "org.matrix.custom.html",
    formatted_body: htmlText(outgoing, { picture: () => null }),
    "m.mentions": {},
  };
  return jsonRequest(below(target.homeserver, ...path), content, {
    method: "PUT",
    headers: { authorization: `Bearer ${target.accessToken}` },
  });
}
