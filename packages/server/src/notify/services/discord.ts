/** Discord: an embed for each entry, on a webhook (https://discord.com/developers/docs/resources/webhook). */
import type { ChannelTarget } from "@tessera/model";
import type { MessageEntry, OutgoingMessage } from "../message/outgoing-message.ts";
import type { Markup } from "../message/summary-words.ts";
import { entryWords, shortened, wholeLines } from "../message/words.ts";
import { type HttpRequest, jsonRequest } from "./http-request.ts";

/** Of one message, and of the texts of all its embeds together. */
const MAX_EMBEDS = 10;
const MAX_LENGTH = 5_500;
const MAX_TITLE = 250;

export function discordRequest(
  target: Extract<ChannelTarget, { kind: "discord" }>,
  outgoing: OutgoingMessage,
): HttpRequest {
  const shown = outgoing.entries.slice(0, MAX_EMBEDS);
  const maxLength = Math.floor(MAX_LENGTH / shown.length) - MAX_TITLE;
  return jsonRequest(new URL(target.webhookUrl), {
    content: shortened(escapeMarkdown(outgoing.title), MAX_TITLE),
    embeds: shown.map((entry) => embed(entry, maxLength)),
    // page text must not be able to call everybody in the channel
    allowed_mentions: { parse: [] },
  });
}

const DISCORD: Markup = {
  text: escapeMarkdown,
  was: (text) => `~~${escapeMarkdown(text)}~~`,
  is: (text) => `**${escapeMarkdown(text)}**`,
  // an address in angle brackets may contain what else would end the link
  link: (title, href) => `[${escapeMarkdown(title)}](<${href.replaceAll(">", "%3E")}>)`,
};

function embed(entry: MessageEntry, maxLength: number): unknown {
  const { clause, lines } = entryWords(entry, DISCORD, Math.floor(maxLength / 3));
  const text = [clause.replace(/^[: ]+/, ""), ...lines].join("\n");
  return {
    title: shortened(entry.title, MAX_TITLE),
    url: entry.link,
    description: wholeLines(text, maxLength),
    timestamp: new Date(entry.at).toISOString(),
    ...(entry.pictureUrl ? { image: { url: entry.pictureUrl } } : {}),
  };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>[\]()#@<]/g, "\\$&");
}
