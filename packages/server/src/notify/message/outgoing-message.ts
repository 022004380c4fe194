/** What goes out on a channel: one message, or several that were gathered, with every address complete. */
import {
  type BodyHash,
  type ChangeSummary,
  type Condition,
  type Delivery,
  type Message,
  type MessageForm,
  type MovedTo,
  USUAL_FORM,
} from "@tessera/model";
import { ENGLISH, KEYS, type Key, type Language } from "./language.ts";
import { sentenceOf } from "./sentence.ts";
import { PLAIN } from "./summary-words.ts";

export interface MessageEntry {
  readonly followId: string | null;
  readonly title: string;
  /** The kind of the condition that held, or `test`. */
  readonly reason: string;
  /** The words that were looked for, or the amount that was set. */
  readonly wanted: string | null;
  /** Where a number passed a limit: "124, above your limit 100". */
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
  /** The name of its page, where that is known. */
  readonly page: string | null;
  /** The sheet that it is on, in a digest: two may have the same title. */
  readonly sheet: EntrySheet | null;
  readonly pictureUrl: string | null;
  readonly at: number;
}

export interface EntrySheet {
  readonly id: string;
  readonly title: string;
}

export interface OutgoingMessage {
  /** The same on every attempt: receivers drop what they already have. */
  readonly id: string;
  readonly title: string;
  readonly entries: readonly MessageEntry[];
  /** That of the person it is for. */
  readonly language: Language;
  /** What each entry is made of; the usual parts where nobody has chosen. */
  readonly form: MessageForm;
  /** Where everything that changed can be seen, for what was gathered; null for a single message. */
  readonly overview: string | null;
}

/** How `before` and `after` are quoted: what a block said, what stands there, why nothing does. */
export function quotesOf({ reason }: Pick<MessageEntry, "reason">): readonly [before: Key, after: Key] {
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

/** What is known of a follow beside the message. */
export interface EntryPlace {
  readonly followId?: string | null;
  readonly sheet?: EntrySheet | null;
}

export interface OutgoingOptions {
  readonly language?: Language;
  readonly form?: MessageForm | null;
  /** The sheets of a digest by follow, in the order of the sheets. */
  readonly sheets?: ReadonlyMap<string, EntrySheet>;
  readonly isDigest?: boolean;
}

/** The reason of what stands in the queue of a channel that says so where nothing changed. */
export const NOTHING_CHANGED = "nothing-changed";

/** The letter of one or several deliveries on one channel, oldest first. */
export function outgoingOf(
  deliveries: readonly [
    Pick<Delivery, "id" | "message" | "followId">,
    ...Pick<Delivery, "id" | "message" | "followId">[],
  ],
  addresses: Addresses,
  { language = ENGLISH, form, sheets = new Map(), isDigest = deliveries.length > 1 }: OutgoingOptions = {},
): OutgoingMessage {
  const told = deliveries.filter(({ message }) => message.reason !== NOTHING_CHANGED);
  const entries = told.map(({ message, followId = null }) =>
    entryOf(message, addresses, language, { followId, sheet: sheets.get(followId ?? "") ?? null }),
  );
  const [first] = entries;
  return {
    id: deliveries[0].id,
    title: first && entries.length === 1 ? first.headline : digestTitle(entries, language),
    entries: isDigest ? inOrderOfSheets(entries, [...new Set([...sheets.values()].map(({ id }) => id))]) : entries,
    language,
    form: form ?? USUAL_FORM,
    overview: isDigest ? new URL("/changes", addresses.baseUrl).href : null,
  };
}

const MAX_TITLES = 3;

/** "5 changes: Price, Jobs, Weather and 2 more". */
function digestTitle(entries: readonly MessageEntry[], { say }: Language): string {
  if (entries.length === 0) return say("digest.nothing");
  const names = [...new Set(entries.map(({ title }) => title))];
  const more = names.length - MAX_TITLES;
  const list = names.slice(0, MAX_TITLES).join(say("list.comma"));
  const titles = more > 0 ? `${list} ${say("list.more", { count: more })}` : list;
  return say("digest.title", { count: entries.length, titles });
}

/** By sheet, then by follow, each in the order of what happened. What is on no sheet comes last. */
function inOrderOfSheets(entries: readonly MessageEntry[], sheets: readonly string[]): readonly MessageEntry[] {
  const placeOf = ({ sheet }: MessageEntry): number => (sheet === null ? sheets.length : sheets.indexOf(sheet.id));
  const bySheet = Map.groupBy(entries, placeOf);
  return [...bySheet.keys()]
    .sort((one, other) => one - other)
    .flatMap((place) =>
      [...Map.groupBy(bySheet.get(place)!, ({ followId, title }) => followId ?? title).values()].flat(),
    );
}

/** What is told of one block. */
export function entryOf(
  message: Message,
  { baseUrl, picturePath }: Addresses,
  language: Language,
  { followId = null, sheet = null }: EntryPlace = {},
): MessageEntry {
  const { reason, summary = null, after } = message;
  const entry = {
    followId,
    title: oneLine(message.title),
    reason,
    wanted: wantedIn(message.condition, language),
    reached: reachedIn(message, language),
    summary,
    before: message.before,
    after: reason === "unreachable" ? whyIn(message, language) : after,
    movedTo: message.movedTo ?? null,
    link: new URL(message.link, baseUrl).href,
    sourceUrl: message.sourceUrl,
    page: oneLine(message.pageTitle ?? "") || (URL.parse(message.sourceUrl)?.hostname ?? null),
    sheet,
    pictureUrl: message.picture === null ? null : new URL(picturePath(message.picture), baseUrl).href,
    at: message.at,
  };
  return { ...entry, headline: oneLine(sentenceOf(entry, { ...PLAIN, language }, "whole")) };
}

function wantedIn(condition: Condition | undefined, { amount }: Language): string | null {
  if (!condition) return null;
  if ("words" in condition) return oneLine(condition.words.text);
  if (condition.kind !== "number-changed-by") return null;
  return amount(condition.amount, condition.unit === "percent" ? { unit: "%" } : {});
}

function reachedIn({ reason, reached }: Message, { say, amount }: Language): string | null {
  const key = KEYS.find((one) => one === `reached.${reason}`);
  return reached && key ? say(key, { number: reached.number, limit: amount(reached.limit, reached) }) : null;
}

/** By the code of the failure. What a page shows instead of itself is stored in English; what else there is stays as it is. */
function whyIn({ failure, after: stored }: Message, { say }: Language): string | null {
  if (failure) {
    const { code, status, wall = code === "status" && !status ? "error" : null } = failure;
    return wall ? say(`wall.${wall}`) : say(`failure.${code}`, { status: String(status) });
  }
  const wall = KEYS.find((key) => key.startsWith("wall.") && ENGLISH.say(key) === stored);
  return wall ? say(wall) : stored;
}

/** Without line breaks and other control characters: what stands in a subject or a title ends no header. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
