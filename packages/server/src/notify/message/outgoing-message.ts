/** What goes out on a channel: one message, or several that were gathered, with every address complete. */
import type { BodyHash, ChangeSummary, Delivery, Message, MovedTo } from "@tessera/model";
import { ENGLISH, KEYS, type Key, type Language } from "./language.ts";
import { headlineOf } from "./summary-words.ts";

export interface MessageEntry {
  readonly title: string;
  /** The kind of the condition that held, or `test`. */
  readonly reason: string;
  /** One clause after the title: "has changed". */
  readonly event: string;
  /** Where a number passed a limit, what is said instead of the event: "124, above your limit 100". */
  readonly reached: string | null;
  /** All of it in one line: "Visitors: 38 → 44 (+6)". */
  readonly headline: string;
  /** What changed; null where it is not the content that is told about. */
  readonly summary: ChangeSummary | null;
  readonly before: string | null;
  readonly after: string | null;
  /** Where it seems to be, where it is no longer on its page. */
  readonly movedTo: MovedTo | null;
  readonly link: string;
  readonly sourceUrl: string;
  readonly pictureUrl: string | null;
  readonly at: number;
}

export interface OutgoingMessage {
  /** The same on every attempt: receivers drop what they already have. */
  readonly id: string;
  readonly title: string;
  readonly entries: readonly MessageEntry[];
  /** That of the person it is for. */
  readonly language: Language;
}

/** Where the change itself says what the event would. */
export function isSaidByChange({ reason }: Pick<MessageEntry, "reason">): boolean {
  return reason === "any-change" || reason === "new-item";
}

/** How `before` and `after` are quoted: what a block said, what stands there, why nothing does. */
export function quotesOf({ reason }: MessageEntry): readonly [before: Key, after: Key] {
  return QUOTES[reason] ?? ["quote.before", "quote.after"];
}

const QUOTES: Readonly<Record<string, readonly [before: Key, after: Key]>> = {
  gone: ["quote.last", "quote.now"],
  unsure: ["quote.last", "quote.nearest"],
  back: ["quote.last", "quote.back"],
  unreachable: ["quote.last", "quote.reason"],
};

/** How paths of ours become addresses that others can use. */
export interface Addresses {
  readonly baseUrl: string;
  /** The path of a picture with its permission. */
  readonly picturePath: (hash: BodyHash) => string;
}

/** The letter of one or several deliveries on one channel, oldest first. */
export function messageOf(
  deliveries: readonly [Delivery, ...Delivery[]],
  addresses: Addresses,
  language = ENGLISH,
): OutgoingMessage {
  const entries = deliveries.map(({ message }) => entryOf(message, addresses, language));
  const [first] = entries as [MessageEntry, ...MessageEntry[]];
  return {
    id: deliveries[0].id,
    title: entries.length === 1 ? first.headline : language.say("message.several", { count: entries.length }),
    entries,
    language,
  };
}

function entryOf(message: Message, { baseUrl, picturePath }: Addresses, language: Language): MessageEntry {
  const { reason, summary = null, after } = message;
  const title = message.title.replace(/\s+/g, " ").trim();
  const event = language.say(KEYS.find((key) => key === `event.${reason}`) ?? "event.any-change");
  const reached = reachedIn(message, language);
  return {
    title,
    reason,
    event,
    reached,
    headline: reached === null ? headline({ title, event, reason, summary }, language) : `${title}: ${reached}`,
    summary,
    before: message.before,
    after: after && reason === "unreachable" ? wallIn(language, after) : after,
    movedTo: message.movedTo ?? null,
    link: new URL(message.link, baseUrl).href,
    sourceUrl: message.sourceUrl,
    pictureUrl: message.picture === null ? null : new URL(picturePath(message.picture), baseUrl).href,
    at: message.at,
  };
}

function reachedIn({ reason, reached }: Message, { say }: Language): string | null {
  const key = KEYS.find((one) => one === `reached.${reason}`);
  return reached && key ? say(key, reached) : null;
}

/** What a page shows instead of itself is stored in English; any other reason stays as it is. */
function wallIn({ say }: Language, stored: string): string {
  const wall = KEYS.find((key) => key.startsWith("wall.") && ENGLISH.say(key) === stored);
  return wall ? say(wall) : stored;
}

function headline(entry: Pick<MessageEntry, "title" | "event" | "summary" | "reason">, language: Language): string {
  const { title, event, summary } = entry;
  const said = summary ? headlineOf(summary, language) : "";
  if (said === "") return `${title} ${event}`;
  if (!isSaidByChange(entry)) return `${title} ${event}: ${said}`;
  return titled(title, summary, said, language);
}

/** A name before what is said of it: "Visitors: 38 → 44", "In town, 2 new: A; B". */
export function titled(title: string, summary: ChangeSummary | null, said: string, { say }: Language): string {
  return `${title}${summary?.kind === "items" ? say("list.comma") : ": "}${said}`;
}
