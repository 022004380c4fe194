/** From the history of a follow to the entries of its feed: one a change, or one an item where the block is a list. */
import { createHash } from "node:crypto";
import type { Change, Content, ContentItem, DiffPart, Follow, Observation } from "@tessera/model";
import { escapeHtml, shortened } from "../tell/words.ts";
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
}

const MOST_TITLE = 200;
const MOST_TEXT = 5_000;

/** The entries of a history, newest first. */
export function feedEntries(sources: readonly FeedSource[], options: EntryOptions): readonly FeedEntry[] {
  return sources.flatMap((source) => entriesOf(source, options));
}

function entriesOf(source: FeedSource, options: EntryOptions): readonly FeedEntry[] {
  const { observation, content, change } = source;
  if (content?.items && (change === null || change.items)) {
    // where the history begins, the items that stood there are the first entries
    const fresh = change?.items ? change.items.added : content.items;
    return fresh.map((item) => itemEntry(item, observation, options));
  }
  return [changeEntry(source, options)];
}

function itemEntry(item: ContentItem, observation: Observation, options: EntryOptions): FeedEntry {
  return {
    id: createHash("sha256").update(`${options.follow.id}\n${item.key}`).digest("hex").slice(0, 32),
    title: shortened(item.title || options.follow.title, MOST_TITLE),
    link: item.href ?? options.sourceUrl,
    html: `<p>${multiline(shortened(item.text, MOST_TEXT))}</p>`,
    at: observation.at,
  };
}

function changeEntry({ observation, content, change }: FeedSource, options: EntryOptions): FeedEntry {
  const verdict = observation.verdict.kind;
  const text = content?.text ?? "";
  const headline = firstNewLine(change) ?? text.split("\n")[0] ?? "";
  const title = verdict === "found" ? headline : VERDICTS[verdict];
  return {
    id: observation.id,
    title: shortened(title ? `${options.follow.title}: ${title}` : options.follow.title, MOST_TITLE),
    link: options.linkTo(observation),
    html: change ? diffHtml(change.parts) : `<p>${multiline(shortened(text, MOST_TEXT))}</p>`,
    at: observation.at,
  };
}

const VERDICTS: Readonly<Record<Exclude<Observation["verdict"]["kind"], "found">, string>> = {
  unsure: "may have moved, please have a look",
  gone: "gone from its page",
  blocked: "the page shows a wall instead",
  unreachable: "the page cannot be reached",
};

function firstNewLine(change: Change | null): string | null {
  const added = change?.parts.find(({ kind, text }) => kind === "added" && text.trim() !== "");
  return added?.text.trim().split("\n")[0] ?? null;
}

/** The change with insertions and deletions marked; long stretches in between are cut out of the middle. */
function diffHtml(parts: readonly DiffPart[]): string {
  const marked = parts.map(({ kind, text }) => {
    if (kind === "added") return `<ins>${multiline(shortened(text, MOST_TEXT))}</ins>`;
    if (kind === "removed") return `<del>${multiline(shortened(text, MOST_TEXT))}</del>`;
    return multiline(text.length > 2 * CONTEXT ? `${text.slice(0, CONTEXT)} … ${text.slice(-CONTEXT)}` : text);
  });
  return `<p>${marked.join("")}</p>`;
}

const CONTEXT = 200;

function multiline(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}
