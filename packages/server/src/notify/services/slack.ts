/** Slack: sections of text on an incoming webhook (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). */
import type { ChannelTarget } from "@tessera/model";
import type { MessageEntry, OutgoingMessage } from "../message/outgoing-message.ts";
import type { Markup } from "../message/summary-words.ts";
import { entryWords, shortened, wholeLines } from "../message/words.ts";
import { type HttpRequest, jsonRequest } from "./http-request.ts";

const MAX_SECTIONS = 40;
const MAX_QUOTED = 1_200;
const MAX_TITLE = 250;
const MAX_TEXT = 3_000;

export function slackRequest(
  target: Extract<ChannelTarget, { kind: "slack" }>,
  outgoing: OutgoingMessage,
): HttpRequest {
  return jsonRequest(new URL(target.webhookUrl), {
    text: escapeSlack(shortened(outgoing.title, MAX_TITLE)),
    blocks: outgoing.entries.slice(0, MAX_SECTIONS).map((entry) => section(entry)),
    unfurl_links: false,
  });
}

const SLACK: Markup = {
  text: escapeSlack,
  was: escapeSlack,
  is: escapeSlack,
  link: (title, href) => `<${escapeLink(href)}|${escapeSlack(title.replaceAll("|", "¦"))}>`,
};

function section(entry: MessageEntry): unknown {
  const { clause, lines } = entryWords(entry, SLACK, MAX_QUOTED);
  const text = [`*${SLACK.link(entry.title, entry.link)}*${clause}`, ...lines].join("\n");
  const picture = entry.pictureUrl
    ? { accessory: { type: "image", image_url: entry.pictureUrl, alt_text: "The block" } }
    : {};
  return { type: "section", text: { type: "mrkdwn", text: wholeLines(text, MAX_TEXT) }, ...picture };
}

/** Without these three no text can become a link, a mention or a channel. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeLink(url: string): string {
  return url.replaceAll("|", "%7C").replaceAll(">", "%3E").replaceAll("&", "&amp;");
}
