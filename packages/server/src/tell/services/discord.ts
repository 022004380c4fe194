/** Discord: an embed for each entry, on a webhook (https://discord.com/developers/docs/resources/webhook). */
import type { ChannelTarget } from "@tessera/model";
import type { Letter, LetterEntry } from "../letter.ts";
import { shortened } from "../words.ts";
import { type HttpRequest, jsonRequest } from "./http-request.ts";

/** Of one message, and of the texts of all its embeds together. */
const MOST_EMBEDS = 10;
const MOST_LENGTH = 5_500;
const MOST_TITLE = 250;

export function discordRequest(target: Extract<ChannelTarget, { kind: "discord" }>, letter: Letter): HttpRequest {
  const shown = letter.entries.slice(0, MOST_EMBEDS);
  const mostLength = Math.floor(MOST_LENGTH / shown.length) - MOST_TITLE;
  return jsonRequest(new URL(target.webhookUrl), {
    content: shortened(escapeMarkdown(letter.title), MOST_TITLE),
    embeds: shown.map((entry) => embed(entry, mostLength)),
    // page text must not be able to call everybody in the channel
    allowed_mentions: { parse: [] },
  });
}

function embed(entry: LetterEntry, mostLength: number): unknown {
  const quoted = Math.floor(mostLength / 3);
  const lines = [escapeMarkdown(entry.event)];
  if (entry.before) lines.push(`**Before:** ${escapeMarkdown(shortened(entry.before, quoted))}`);
  if (entry.after) lines.push(`**After:** ${escapeMarkdown(shortened(entry.after, quoted))}`);
  return {
    title: shortened(entry.title, MOST_TITLE),
    url: entry.link,
    description: shortened(lines.join("\n"), mostLength),
    timestamp: new Date(entry.at).toISOString(),
    ...(entry.pictureUrl ? { image: { url: entry.pictureUrl } } : {}),
  };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>[\]()#@<]/g, "\\$&");
}
