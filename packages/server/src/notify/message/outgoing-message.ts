/** What goes out on a channel: one message, or several that were gathered, with every address complete. */
import type { BodyHash, ChangeSummary, Delivery, Message } from "@tessera/model";
import { headlineOf } from "./summary-words.ts";

export interface MessageEntry {
  readonly title: string;
  /** The kind of the condition that held, or `test`. */
  readonly reason: string;
  /** One clause after the title: "has changed". */
  readonly event: string;
  /** All of it in one line: "Visitors: 38 → 44 (+6)". */
  readonly headline: string;
  /** What changed; null where it is not the content that is told about. */
  readonly summary: ChangeSummary | null;
  readonly before: string | null;
  readonly after: string | null;
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
}

/** What happened, by the condition that held. */
const EVENTS: Readonly<Record<string, string>> = {
  "any-change": "has changed",
  contains: "contains what you look for",
  lacks: "no longer contains what you look for",
  adds: "has new text that you look for",
  removes: "has lost text that you look for",
  "number-above": "has risen above your limit",
  "number-below": "has fallen below your limit",
  "number-changed-by": "has changed by as much as you asked for",
  "new-item": "has new items",
  gone: "is gone from its page",
  unsure: "may have moved: please have a look",
  back: "is back",
  unreachable: "cannot be reached",
  test: "is a test: this channel works",
};

/** Where the change itself says what the event would. */
export function isSaidByChange({ reason }: Pick<MessageEntry, "reason">): boolean {
  return reason === "any-change" || reason === "new-item";
}

/** What `before` and `after` are, where they are quoted: what a block said, what stands there, why nothing does. */
export function labelsOf({ reason }: MessageEntry): readonly [before: string, after: string] {
  return LABELS[reason] ?? ["Before", "After"];
}

const LABELS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  gone: ["It last said", "Now"],
  unsure: ["It last said", "Most like it now"],
  back: ["It last said", "It says now"],
  unreachable: ["It last said", "Reason"],
};

/** How paths of ours become addresses that others can use. */
export interface Addresses {
  readonly baseUrl: string;
  /** The path of a picture with its permission. */
  readonly picturePath: (hash: BodyHash) => string;
}

/** The letter of one or several deliveries on one channel, oldest first. */
export function messageOf(deliveries: readonly [Delivery, ...Delivery[]], addresses: Addresses): OutgoingMessage {
  const entries = deliveries.map(({ message }) => entryOf(message, addresses));
  const [first] = entries as [MessageEntry, ...MessageEntry[]];
  return {
    id: deliveries[0].id,
    title: entries.length === 1 ? first.headline : `${entries.length} blocks to look at`,
    entries,
  };
}

function entryOf(message: Message, { baseUrl, picturePath }: Addresses): MessageEntry {
  const { reason, summary = null } = message;
  const title = message.title.replace(/\s+/g, " ").trim();
  const event = EVENTS[reason] ?? "has changed";
  return {
    title,
    reason,
    event,
    headline: headline({ title, event, reason, summary }),
    summary,
    before: message.before,
    after: message.after,
    link: new URL(message.link, baseUrl).href,
    sourceUrl: message.sourceUrl,
    pictureUrl: message.picture === null ? null : new URL(picturePath(message.picture), baseUrl).href,
    at: message.at,
  };
}

function headline(entry: Pick<MessageEntry, "title" | "event" | "summary" | "reason">): string {
  const { title, event, summary } = entry;
  const said = summary ? headlineOf(summary) : "";
  if (said === "") return `${title} ${event}`;
  if (!isSaidByChange(entry)) return `${title} ${event}: ${said}`;
  return titled(title, summary, said);
}

/** A name before what is said of it: "Visitors: 38 → 44", "In town, 2 new: A; B". */
export function titled(title: string, summary: ChangeSummary | null, said: string): string {
  return summary?.kind === "items" ? `${title}, ${said}` : `${title}: ${said}`;
}
