/** Whether an answer is an HTML page, or a feed, which becomes one. */
import { beginsLikeFeed } from "../feed/feed-format.ts";

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** What an unlabelled body has to begin with (MIME Sniffing standard section 7.1, the patterns for text/html). */
const HTML_START =
  /^(?:\uFEFF|\u00EF\u00BB\u00BF)?[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\t\n\f\r >]/i;
const SNIFFED_BYTES = 1_445;

/** Feeds come under any type that is text or says nothing; pictures and the like are not looked into. */
const NO_FEED = /^(?:audio|font|image|model|video)\//;

export function isPage(contentType: string | undefined, body: Buffer): boolean {
  if (isHtml(contentType, body)) return true;
  return !NO_FEED.test(contentType?.trim().toLowerCase() ?? "") && beginsLikeFeed(body, contentType);
}

/** The first bytes are matched in one pass, so that it may be asked on the main thread. The declared type decides; the bytes only where nothing, or nothing readable, is declared. */
export function isHtml(contentType: string | undefined, body: Buffer): boolean {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (HTML_TYPES.has(type)) return true;
  return !/^[^/\s]+\/[^/\s]+$/.test(type) && HTML_START.test(body.toString("latin1", 0, SNIFFED_BYTES));
}
