/** Services that show each entry by itself, with its name, its links and its picture: Discord and Slack. */
import type { ChannelTarget } from "@tessera/model";
import { type HttpRequest, jsonRequest } from "./json-request.ts";
import {
  digestLines,
  fitted,
  hasUsualParts,
  linkToAll,
  moreText,
  type Piece,
  piecesByEntry,
  startOf,
} from "./message/digest.ts";
import type { MessageEntry, OutgoingMessage } from "./message/outgoing-message.ts";
import type { Markup } from "./message/summary-words.ts";
import { entryParts, shortened, wholeLines } from "./message/words.ts";

/** Of one message, and of the texts of all its embeds together. */
const MAX_EMBEDS = 10;
const DISCORD_MAX_LENGTH = 5_500;
/** Of the letter, of an entry, and of a sheet above it. */
const DISCORD_MAX_TITLE = 250;
const DISCORD_MAX_DIGEST = 3_800;

const DISCORD: Markup = {
  text: escapeMarkdown,
  was: (text) => `~~${escapeMarkdown(text)}~~`,
  is: (text) => `**${escapeMarkdown(text)}**`,
  // an address in angle brackets may contain what else would end the link
  link: (title, href) => `[${escapeMarkdown(title)}](<${href.replaceAll(">", "%3E")}>)`,
  name: (title, href) => `**${href ? DISCORD.link(title, href) : escapeMarkdown(title)}**`,
};

const SLACK_MAX_SECTIONS = 40;
const SLACK_MAX_QUOTED = 1_200;
const SLACK_MAX_TITLE = 250;
const SLACK_MAX_TEXT = 3_000;

const SLACK: Markup = {
  text: escapeSlack,
  was: escapeSlack,
  is: escapeSlack,
  link: (title, href) => `<${escapeLink(href)}|${escapeSlack(title.replaceAll("|", "¦"))}>`,
  name: (title, href) => `*${href ? SLACK.link(title, href) : escapeSlack(title)}*`,
};

export function discordRequest(
  target: Extract<ChannelTarget, { kind: "discord" }>,
  outgoing: OutgoingMessage,
): HttpRequest {
  return jsonRequest(new URL(target.webhookUrl), {
    content: shortened(escapeMarkdown(outgoing.title), DISCORD_MAX_TITLE),
    embeds: embedsOf(outgoing),
    // page text must not be able to call everybody in the channel
    allowed_mentions: { parse: [] },
  });
}

function embedsOf(outgoing: OutgoingMessage): readonly Embed[] {
  const { entries, overview } = outgoing;
  const room = (count: number): number => Math.floor(DISCORD_MAX_LENGTH / Math.max(1, count)) - DISCORD_MAX_TITLE;
  if (overview === null) {
    const shown = entries.slice(0, MAX_EMBEDS);
    return shown.map((entry) => embed(entry, outgoing, room(shown.length)));
  }
  if (isInLines(outgoing)) return [{ description: digestLines(outgoing, DISCORD, DISCORD_MAX_DIGEST) }];
  // the last one says what else there is
  const maxShown = Math.min(MAX_EMBEDS - 1, entries.length);
  const embeds = piecesByEntry(outgoing)
    .slice(0, maxShown)
    .map(({ head, entries: [entry] }) => ({
      ...embed(entry, wholeOf(outgoing), room(maxShown + 1)),
      ...(head === null ? {} : { author: { name: shortened(head, DISCORD_MAX_TITLE) } }),
    }));
  const length = ({ author, title = "", description }: Embed): number =>
    (author?.name.length ?? 0) + title.length + description.length;
  return gathered(outgoing, DISCORD, {
    ...{ shown: embeds, lengths: embeds.map(length), maxLength: DISCORD_MAX_LENGTH },
    written: (description): Embed => ({ description }),
  });
}

interface Embed {
  readonly description: string;
  readonly title?: string;
  readonly author?: { readonly name: string };
  readonly url?: string;
  readonly timestamp?: string;
  readonly image?: { readonly url: string };
}

/** A line for each change, or the word that there is none. */
function isInLines(outgoing: OutgoingMessage): boolean {
  return outgoing.entries.length === 0 || hasUsualParts(outgoing);
}

/** The limit is that of the whole. */
function wholeOf(outgoing: OutgoingMessage): OutgoingMessage {
  return { ...outgoing, form: { ...outgoing.form, maxLength: null } };
}

interface Shown<T> {
  readonly shown: readonly T[];
  readonly lengths: readonly number[];
  readonly maxLength: number;
  /** Text that stands by itself. */
  readonly written: (text: string) => T;
}

/** Of the entries that could be shown those that fit together, and below them how many more there are and where. */
function gathered<T>(
  outgoing: OutgoingMessage,
  markup: Markup,
  { shown, lengths, written, ...room }: Shown<T>,
): readonly T[] {
  const { entries, form, language } = outgoing;
  const writing = { ...markup, language };
  const link = linkToAll(outgoing, writing, language.say("digest.all"));
  const beside = entries.length - shown.length;
  const limit = Math.min(room.maxLength, form.maxLength ?? room.maxLength);
  const more = (left: number): string => (left + beside > 0 ? `${moreText(left + beside, writing)}\n` : "");
  const pieces = lengths.map((length) => ({ length, count: 1 }));
  const { kept, left, hasLink } = fitted(pieces, limit, { more, link });
  const below = `${more(left)}${hasLink ? link : ""}`.trimEnd();
  const first = kept > 0 ? [] : [written(startOf(entries[0]!, outgoing, writing, limit - below.length))];
  return [...shown.slice(0, kept), ...first, ...(below === "" ? [] : [written(below)])];
}

function embed(entry: MessageEntry, outgoing: OutgoingMessage, maxLength: number): Embed {
  const { language, form } = outgoing;
  const { parts } = form;
  const isNamed = parts.includes("title") || parts.includes("change");
  const options = { form, isNamed, hasLinks: true, maxQuoted: Math.floor(maxLength / 3) };
  const text = entryParts(entry, { ...DISCORD, language }, options).flatMap(({ lines }) => lines);
  const length = Math.min(maxLength, form.maxLength ?? maxLength);
  return {
    ...(isNamed ? { title: shortened(escapeMarkdown(entry.title), DISCORD_MAX_TITLE) } : {}),
    ...(parts.includes("link") ? { url: entry.link } : {}),
    // an embed must say something
    description: wholeLines(text.join("\n"), length) || (isNamed ? "" : DISCORD.name(entry.title, "")),
    timestamp: new Date(entry.at).toISOString(),
    ...(entry.pictureUrl && hasPicture(outgoing) ? { image: { url: entry.pictureUrl } } : {}),
  };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>[\]()#@<]/g, "\\$&");
}

export function slackRequest(
  target: Extract<ChannelTarget, { kind: "slack" }>,
  outgoing: OutgoingMessage,
): HttpRequest {
  return jsonRequest(new URL(target.webhookUrl), {
    text: escapeSlack(shortened(outgoing.title, SLACK_MAX_TITLE)),
    blocks: blocksOf(outgoing),
    unfurl_links: false,
  });
}

function blocksOf(outgoing: OutgoingMessage): readonly Section[] {
  const shown = piecesByEntry(outgoing).slice(0, SLACK_MAX_SECTIONS);
  if (outgoing.overview === null) return shown.map((piece) => section(piece, outgoing));
  if (isInLines(outgoing)) return [sectionOf(digestLines(outgoing, SLACK, SLACK_MAX_TEXT))];
  const sections = shown.map((piece) => section(piece, wholeOf(outgoing)));
  return gathered(outgoing, SLACK, {
    ...{ shown: sections, lengths: sections.map(({ text }) => text.text.length) },
    ...{ maxLength: SLACK_MAX_SECTIONS * SLACK_MAX_TEXT, written: sectionOf },
  });
}

interface Section {
  readonly type: "section";
  readonly text: { readonly type: "mrkdwn"; readonly text: string };
  readonly accessory?: unknown;
}

function sectionOf(text: string): Section {
  return { type: "section", text: { type: "mrkdwn", text } };
}

function section({ head, entries: [entry] }: Piece, outgoing: OutgoingMessage): Section {
  const { language, form } = outgoing;
  const options = { form, hasLinks: true, maxQuoted: SLACK_MAX_QUOTED };
  const text = entryParts(entry, { ...SLACK, language }, options).flatMap(({ lines }) => lines);
  const above = head === null ? "" : `${escapeSlack(head)}\n`;
  const length = Math.min(SLACK_MAX_TEXT - above.length, form.maxLength ?? SLACK_MAX_TEXT);
  const picture =
    entry.pictureUrl && hasPicture(outgoing)
      ? { accessory: { type: "image", image_url: entry.pictureUrl, alt_text: language.say("message.picture") } }
      : {};
  // a section must say something
  const said = wholeLines(text.join("\n"), length) || SLACK.name(entry.title, entry.link);
  return { ...sectionOf(`${above}${said}`), ...picture };
}

/** Without these three no text can become a link, a mention or a channel. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeLink(url: string): string {
  return url.replaceAll("|", "%7C").replaceAll(">", "%3E").replaceAll("&", "&amp;");
}

export function hasPicture({ form }: OutgoingMessage): boolean {
  return form.parts.includes("picture");
}
