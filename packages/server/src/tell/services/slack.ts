/** Slack: sections of text on an incoming webhook (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). */
import type { ChannelTarget } from "@tessera/model";
import type { Letter, LetterEntry } from "../letter.ts";
import { shortened } from "../words.ts";
import { type HttpRequest, jsonRequest } from "./http-request.ts";

const MOST_SECTIONS = 40;
const MOST_QUOTED = 1_200;

export function slackRequest(target: Extract<ChannelTarget, { kind: "slack" }>, letter: Letter): HttpRequest {
  return jsonRequest(new URL(target.webhookUrl), {
    text: escapeSlack(letter.title),
    blocks: letter.entries.slice(0, MOST_SECTIONS).map((entry) => section(entry)),
    unfurl_links: false,
  });
}

function section(entry: LetterEntry): unknown {
  const lines = [`*<${escapeLink(entry.link)}|${escapeSlack(entry.title)}>* ${escapeSlack(entry.event)}`];
  if (entry.before) lines.push(`Before: ${escapeSlack(shortened(entry.before, MOST_QUOTED))}`);
  if (entry.after) lines.push(`After: ${escapeSlack(shortened(entry.after, MOST_QUOTED))}`);
  const picture = entry.pictureUrl
    ? { accessory: { type: "image", image_url: entry.pictureUrl, alt_text: "The block" } }
    : {};
  return { type: "section", text: { type: "mrkdwn", text: shortened(lines.join("\n"), 3_000) }, ...picture };
}

/** Without these three no text can become a link, a mention or a channel. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeLink(url: string): string {
  return url.replaceAll("|", "%7C").replaceAll(">", "%3E").replaceAll("&", "&amp;");
}
