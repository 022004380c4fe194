/** What goes out on a channel: one message, or several that were gathered, with every address complete. */
import type { BodyHash, Delivery, Message } from "@tessera/model";

export interface LetterEntry {
  readonly title: string;
  /** One clause after the title: "has changed". */
  readonly event: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly link: string;
  readonly sourceUrl: string;
  readonly pictureUrl: string | null;
  readonly at: number;
}

export interface Letter {
  /** The same on every attempt: receivers drop what they already have. */
  readonly id: string;
  readonly title: string;
  readonly entries: readonly LetterEntry[];
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

/** How paths of ours become addresses that others can use. */
export interface Addresses {
  readonly baseUrl: string;
  /** The path of a picture with its permission. */
  readonly picturePath: (hash: BodyHash) => string;
}

/** The letter of one or several deliveries on one channel, oldest first. */
export function letterOf(deliveries: readonly [Delivery, ...Delivery[]], addresses: Addresses): Letter {
  const entries = deliveries.map(({ message }) => entryOf(message, addresses));
  const [first] = entries as [LetterEntry, ...LetterEntry[]];
  return {
    id: deliveries[0].id,
    title: entries.length === 1 ? `${first.title} ${first.event}` : `${entries.length} blocks to look at`,
    entries,
  };
}

function entryOf(message: Message, { baseUrl, picturePath }: Addresses): LetterEntry {
  return {
    title: message.title,
    event: EVENTS[message.reason] ?? "has changed",
    before: message.before,
    after: message.after,
    link: new URL(message.link, baseUrl).href,
    sourceUrl: message.sourceUrl,
    pictureUrl: message.picture === null ? null : new URL(picturePath(message.picture), baseUrl).href,
    at: message.at,
  };
}
