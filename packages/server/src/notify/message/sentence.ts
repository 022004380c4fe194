/** What happened to a block, in one sentence: for each condition the one that people would say. */
import { KEYS, type Key } from "./language.ts";
import type { MessageEntry } from "./outgoing-message.ts";
import { headlineOf, listHead, phrase, shortSummary, type Writing } from "./summary-words.ts";

type Told = Omit<MessageEntry, "headline">;

/** `whole` says all in one line; `head` leaves to the lines below what they say; `bare` is whole without the name. */
export type Manner = "whole" | "head" | "bare";

export function sentenceOf(entry: Told, writing: Writing, manner: Manner, href: string | null = entry.link): string {
  const name = href === null ? writing.name(entry.title, "") : writing.name(entry.title, href);
  const { summary } = entry;
  const isBare = manner === "bare";
  if (entry.reached !== null) {
    const said = writing.text(entry.reached);
    return isBare ? said : phrase(writing, "said.named", { title: name, said });
  }
  const isLabelled = entry.reason !== "adds" && entry.reason !== "removes";
  const said = summary ? shortSummary(summary, writing, { isLabelled }) : "";
  // what may be another block is looked at, not read
  if (!summary || said === "" || entry.reason === "looks-different") return eventOf(entry, name, writing);
  const isOneLine = summary.kind === "lines" && summary.lines.length + summary.more === 1;
  if (manner === "head" && !isOneLine) {
    return (
      (summary.kind === "items" && isSaidByChange(entry) && listHead(summary, name, writing)) ||
      eventOf(entry, name, writing)
    );
  }
  if (entry.reason === "number-changed-by" && entry.wanted !== null) {
    const named = isBare ? said : phrase(writing, "said.named", { title: name, said });
    return phrase(writing, "said.changed-by", { said: named, amount: writing.text(entry.wanted) });
  }
  if (!isSaidByChange(entry)) return phrase(writing, "said.named", { title: eventOf(entry, name, writing), said });
  return isBare ? said : (headlineOf(summary, name, writing) ?? eventOf(entry, name, writing));
}

/** Where the change itself says what the event would. */
export function isSaidByChange({ reason }: Pick<MessageEntry, "reason">): boolean {
  return reason === "any-change" || reason === "new-item";
}

/** What happened, where no words tell it better. */
function eventOf({ reason, wanted }: Told, name: string, writing: Writing): string {
  const key: Key = KEYS.find((one) => one === `event.${reason}`) ?? "event.any-change";
  // what was stored before the words were
  const isUnknown = wanted === null && NEEDS_WORDS.has(reason);
  return phrase(writing, isUnknown ? "event.any-change" : key, { title: name, wanted: writing.text(wanted ?? "") });
}

const NEEDS_WORDS: ReadonlySet<string> = new Set(["contains", "lacks", "adds", "removes", "number-changed-by"]);
