/** From the history of a follow to the entries of its feed: one a change, or one an item where the block is a list. */
import { createHash } from "node:crypto";
import {
  type Change,
  type Content,
  type ContentItem,
  type Follow,
  looksDifferent,
  movedToOf,
  type Observation,
} from "@tessera/model";
import { messageAbout } from "../notify/compose.ts";
import { ENGLISH, type Language } from "../notify/message/language.ts";
import { entryOf, type MessageEntry } from "../notify/message/outgoing-message.ts";
import { isSameInOtherOrder } from "../notify/message/summarize.ts";
import { summaryLines } from "../notify/message/summary-words.ts";
import { HTML, movedWords, shortened } from "../notify/message/words.ts";
import type { FeedEntry } from "./write-feed.ts";

/** An observation with what it stores by hash. */
export interface FeedSource {
  readonly observation: Observation;
  readonly content: Content | null;
  readonly change: Change | null;
}

export interface EntryOptions {
  readonly follow: Pick<Follow, "id" | "title">;
  readonly sourceUrl: string;
  /** Address of the history at an observation. */
  readonly linkTo: (observation: Observation) => string;
  /** That of the person whose feed it is. */
  readonly language?: Language;
}

const MAX_TITLE = 200;
const MAX_TEXT = 5_000;

/** The entries of a history, newest first. */
export function feedEntries(sources: readonly FeedSource[], options: EntryOptions): readonly FeedEntry[] {
  return sources.flatMap((source) => entriesOf(source, options));
}

function entriesOf(source: FeedSource, options: EntryOptions): readonly FeedEntry[] {
  const { observation, content, change } = source;
  // items of what may be another block are not told one by one
  if (looksDifferent(observation.verdict)) return [changeEntry(source, options)];
  const isList = content?.items && (change === null || change.items);
  // where the history begins, the items that stood there are the first entries
  const fresh = isList ? (change?.items?.added ?? content.items ?? []) : [];
  if (fresh.length > 0) return fresh.map((item) => itemEntry(item, observation, options));
  return isList && isOnlyMoved(change) ? [] : [changeEntry(source, options)];
}

/** The same items in another order, or with other links, are nothing to read. */
function isOnlyMoved(change: Change | null): boolean {
  return change?.items?.removed.length === 0 && isSameInOtherOrder(change.parts);
}

function itemEntry(item: ContentItem, observation: Observation, options: EntryOptions): FeedEntry {
  return {
    id: createHash("sha256").update(`${options.follow.id}\n${item.key}`).digest("hex").slice(0, 32),
    title: shortened(item.title || options.follow.title, MAX_TITLE),
    link: item.href ?? options.sourceUrl,
    html: `<p>${HTML.text(shortened(item.text, MAX_TEXT))}</p>`,
    at: observation.at,
  };
}

function changeEntry({ observation, content, change }: FeedSource, options: EntryOptions): FeedEntry {
  const { follow, sourceUrl, language = ENGLISH } = options;
  const said = { follow, observation, change, last: null, sourceUrl };
  const link = options.linkTo(observation);
  const addresses = { baseUrl: link, picturePath: () => "" };
  const entry = entryOf(messageAbout(said), addresses, language);
  const { summary } = entry;
  const text = content?.text ?? "";
  const told = numberTold(entry, language) ?? titleOf(entry, observation, text);
  const title = looksDifferent(observation.verdict) && summary ? `${told} (${language.say("feed.different")})` : told;
  return {
    id: observation.id,
    title: shortened(title, MAX_TITLE),
    link,
    html: summary
      ? `<p>${summaryLines(summary, { ...HTML, language }).join("<br>")}</p>`
      : `<p>${HTML.text(shortened(text, MAX_TEXT))}</p>${movedHtml(observation, language)}`,
    at: observation.at,
  };
}

/** Of a block that is a number, what it is comes first: "Price: 99 € (was 129 €)". Null for any other. */
function numberTold({ title, summary, reason }: MessageEntry, { say }: Language): string | null {
  const line =
    summary?.kind === "lines" && summary.lines.length === 1 && reason === "any-change" ? summary.lines[0] : null;
  if (!line?.isNumber) return null;
  const side = (name: "was" | "is"): string =>
    line.pieces
      .map((piece) => piece[name])
      .join("")
      .trim();
  return say("feed.number", { title, was: side("was"), is: side("is") });
}

/** What there is to say where no words changed is what stands there. */
function titleOf({ title, headline, summary }: MessageEntry, { verdict, change }: Observation, text: string): string {
  if (summary || verdict.kind !== "found" || change === "verdict") return headline;
  return [title, text.split("\n")[0]].filter(Boolean).join(": ");
}

/** Where a block seems to be that is no longer on its page. */
function movedHtml({ verdict }: Observation, language: Language): string {
  const said = movedWords({ movedTo: movedToOf(verdict) }, { ...HTML, language });
  return said.map((line) => `<p>${line}</p>`).join("");
}
