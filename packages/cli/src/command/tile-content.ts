/** What a person writes into a tile, from the words of a call; of a tile that is there, what is not said stays. */
import type { FeedContent, FollowId, LinkGroup, Opens, TileContent } from "@tessera/model";
import type { BodyOf } from "@tessera/model/api";
import { findFollow } from "./follows.ts";
import type { Instance } from "./instance.ts";
import { CliError, EXIT, type Terminal } from "./verb.ts";

export const WRITTEN_KINDS = ["note", "links", "search", "board", "feed", "heading"] as const;
export type WrittenKind = (typeof WRITTEN_KINDS)[number];

export type GivenContent = NonNullable<BodyOf<"POST /sheets/:id/tiles">["content"]>;
type Of<Kind extends WrittenKind> = Extract<TileContent, { kind: Kind }>;

export interface Written<Kind extends WrittenKind = WrittenKind> {
  readonly title: string;
  /** Addresses or follows. */
  readonly words: readonly string[];
  /** `-` for what is piped in. */
  readonly text: string | undefined;
  /** Where links, and the answers of a search box, open. */
  readonly opens: Opens | undefined;
  /** What is seen of each item of a feed, and of how many. */
  readonly shows: FeedContent["shows"] | undefined;
  readonly limit: number | undefined;
  /** Whether a group is closed. */
  readonly isClosed: boolean | undefined;
  /** As it is until now; null for a new one. */
  readonly before: Of<Kind> | null;
  readonly terminal: Terminal;
  readonly instance: Instance;
}

type Writers = { readonly [Kind in WrittenKind]: (written: Written<Kind>) => Promise<GivenContent> };

const WRITERS: Writers = {
  note: async ({ title, text, before, terminal }) => {
    const isPiped = text === "-" || (text === undefined && before === null);
    const given = isPiped ? (await terminal.readInput()).toString("utf8") : text;
    return { kind: "note", title, text: given ?? before?.text ?? "" };
  },
  links: async ({ title, words, before, opens = before?.opens ?? "here" }) => {
    if (before && words.length === 0) return { ...before, title, opens };
    return { kind: "links", title, opens, groups: groupsOf(words) };
  },
  search: async ({ title, words, before, opens = before?.opens ?? "here" }) => {
    const engines = words.map(named).map(({ name, address }) => ({ name: name || hostOf(address), template: address }));
    const usual = [{ name: "DuckDuckGo", template: "https://duckduckgo.com/?q=%s", prefix: "!d" }];
    if (before) return { ...before, title, opens, ...(engines.length > 0 ? { engines } : {}) };
    return { kind: "search", title, opens, engines: engines.length > 0 ? engines : usual };
  },
  board: async ({ title, words, before, instance }) => {
    if (words.length === 0) {
      if (before) return { ...before, title };
      throw new CliError(EXIT.usage, "a board takes what you follow, a row each");
    }
    return { kind: "board", title, followIds: await followsBy(words, instance) };
  },
  feed: async ({ title, words, before, instance, shows = before?.shows, limit = before?.limit }) => {
    if (words.length === 0 && !before) throw new CliError(EXIT.usage, "a feed tile takes feeds that you follow");
    const followIds = words.length > 0 ? await followsBy(words, instance) : (before?.followIds ?? []);
    return { kind: "feed", title, followIds, ...(shows ? { shows } : {}), ...(limit ? { limit } : {}) };
  },
  heading: async ({ title, words, before, isClosed = before?.isClosed ?? false }) => {
    if (words.length > 0) throw new CliError(EXIT.usage, "a heading takes its title and nothing else");
    return { kind: "heading", title, isClosed };
  },
};

async function followsBy(words: readonly string[], instance: Instance): Promise<FollowId[]> {
  const ids: FollowId[] = [];
  for (const word of words) ids.push((await findFollow(instance, word)).id);
  return ids;
}

/** A word with a colon at its end is the heading of the links after it. */
function groupsOf(words: readonly string[]): LinkGroup[] {
  const groups: LinkGroup[] = [];
  for (const word of words) {
    const [, heading] = /^(.*\S)\s*:$/s.exec(word) ?? [];
    if (heading !== undefined || groups.length === 0) groups.push({ heading: heading ?? null, links: [] });
    if (heading !== undefined) continue;
    const { name, address } = named(word);
    groups.at(-1)?.links.push({ title: name || hostOf(address), url: address });
  }
  return groups;
}

/** Throws where the words are not what this kind takes. */
export function contentOf<Kind extends WrittenKind>(kind: Kind, written: Written<Kind>): Promise<GivenContent> {
  return WRITERS[kind](written);
}

export function isWritten(kind: string): kind is WrittenKind {
  return WRITTEN_KINDS.some((known) => known === kind);
}

/** `NAME=https://…`; an address may have signs like that in itself. */
function named(word: string): { readonly name: string; readonly address: string } {
  const [, name = "", address = word] = /^([^=]*)=(https?:\/\/.*)$/s.exec(word) ?? [];
  return /^https?:\/\//.test(word) ? { name: "", address: word } : { name, address };
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address.slice(0, 60);
}
