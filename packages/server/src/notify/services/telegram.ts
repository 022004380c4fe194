/** Telegram: a message by a bot (https://core.telegram.org/bots/api#sendmessage). */
import type { ChannelTarget } from "@tessera/model";
import type { OutgoingMessage } from "../message/outgoing-message.ts";
import { plainText } from "../message/words.ts";
import { below, type HttpRequest, jsonRequest } from "./http-request.ts";

const MAX_LENGTH = 4_096;

/** Plain text: what a page says can then be no markup, whatever it contains. */
export function telegramRequest(
  target: Extract<ChannelTarget, { kind: "telegram" }>,
  outgoing: OutgoingMessage,
): HttpRequest {
  const picture = outgoing.entries.length === 1 ? outgoing.entries[0]?.pictureUrl : null;
  return jsonRequest(below(target.apiUrl, `bot${target.botToken}`, "sendMessage"), {
    chat_id: target.chatId,
    text: plainText(outgoing, MAX_LENGTH),
    link_preview_options: picture ? { url: picture, prefer_large_media: true } : { is_disabled: true },
  });
}
