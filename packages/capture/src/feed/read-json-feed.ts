/** JSON Feed 1.0 and 1.1: whatever is not as it should be is as if it were not there. */
import { FeedError } from "./feed.ts";
import { RawFeed, RawItem } from "./raw-feed.ts";

type Fields = Readonly<Record<string, unknown>>;

/** More is no feed; parsing cannot be interrupted. */
const MAX_LENGTH = 16 * 1024 * 1024;

/** Throws a FeedError where the text is no JSON. */
export function readJsonFeed(text: string): RawFeed {
  const json = fieldsOf(parsed(text));
  const feed = new RawFeed("json");
  feed.setText("title", textOf(json.title));
  feed.setText("about", textOf(json.description));
  feed.setText("link", textOf(json.home_page_url));
  feed.setText("icon", textOf(json.favicon) || textOf(json.icon));
  feed.setText("language", textOf(json.language));
  for (const item of listOf(json.items)) feed.add(itemOf(fieldsOf(item)));
  return feed;
}

function itemOf(json: Fields): RawItem {
  const item = new RawItem(null);
  item.setText("guid", textOf(json.id));
  item.isPermaLink = false;
  item.setText("title", textOf(json.title), { kind: "text" });
  item.setText("link", textOf(json.url) || textOf(json.external_url));
  item.setText("summary", textOf(json.summary), { kind: "text" });
  const html = textOf(json.content_html);
  item.setText("content", html || textOf(json.content_text), { kind: html ? "markup" : "text" });
  item.setText("published", textOf(json.date_published));
  item.setText("updated", textOf(json.date_modified));
  const [author] = [...listOf(json.authors), json.author];
  item.setText("author", textOf(fieldsOf(author).name));
  for (const picture of [json.image, json.banner_image]) item.addPicture(textOf(picture));
  for (const each of listOf(json.attachments)) {
    const { url, mime_type: type } = fieldsOf(each);
    item.addMedia(
      "enclosure",
      new Map([
        ["url", textOf(url)],
        ["type", textOf(type)],
      ]),
      null,
    );
  }
  return item;
}

function parsed(text: string): unknown {
  if (text.length > MAX_LENGTH) throw new FeedError("the feed is longer than any that is read");
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new FeedError("the feed begins like JSON, and is cut off or damaged", { cause });
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Some write numbers for ids. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
