/** The same block on other pages: addresses as people write them, links as pages offer them, accounts as they are read. */
import type { LinkGroup, TemplateReply } from "@tessera/model/api";
import { typedUrl } from "../shell/place.ts";

/** As the server has it. */
export const MAX_ADDRESSES = 100;

export interface Addresses {
  readonly urls: readonly string[];
  /** What is no address. */
  readonly wrong: readonly string[];
}

/** A word alone is a host in the address box; in a pasted text it is a word: "Amber lamp: https://…". */
const LOOKS_LIKE_ADDRESS = /[./]|:\d/;

/** A comma is part of many addresses: between two of them it has a space or the next one behind it. */
const BETWEEN = /\s|[,;](?=https?:\/\/)/i;

/** One on each line, or with spaces or commas between them; each once. */
export function addressesIn(text: string): Addresses {
  const words = text
    .split(BETWEEN)
    .map(bare)
    .filter((word) => word !== "");
  const read = words.map((word) => ({ word, url: LOOKS_LIKE_ADDRESS.test(word) ? typedUrl(word) : null }));
  return {
    urls: [...new Set(read.flatMap(({ url }) => url ?? []))],
    wrong: read.filter(({ url }) => url === null).map(({ word }) => word),
  };
}

/** Without the commas around it. */
function bare(word: string): string {
  const isComma = (at: number): boolean => word[at] === "," || word[at] === ";";
  let [start, end] = [0, word.length];
  while (start < end && isComma(start)) start++;
  while (end > start && isComma(end - 1)) end--;
  return word.slice(start, end);
}

/** Links of a list that look like the address of the page: as many parts, and the same ones but for the last. */
export function isLikeAddress(url: string, like: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(like)) return false;
  const [one, other] = [new URL(url), new URL(like)];
  const [parts, others] = [partsOf(one), partsOf(other)];
  return (
    one.origin === other.origin &&
    parts.length === others.length &&
    parts.slice(0, -1).join("/") === others.slice(0, -1).join("/")
  );
}

function partsOf({ pathname }: URL): readonly string[] {
  return pathname.split("/").filter((part) => part !== "");
}

/** The list with most links of this kind first. */
export function orderedGroups(groups: readonly LinkGroup[], like: string): readonly LinkGroup[] {
  const count = ({ links }: LinkGroup): number => links.filter(({ url }) => isLikeAddress(url, like)).length;
  return [...groups].sort((one, other) => count(other) - count(one) || other.links.length - one.links.length);
}

type State = TemplateReply["pages"][number]["state"];

/** In the order in which somebody reads them: what asks for something first. */
export const STATES: readonly State[] = [
  "waiting",
  "asks",
  "other-layout",
  "missing",
  "unreachable",
  "no-room",
  "followed",
  "already",
];

/** Those that somebody may try again, as they are or against the layout. */
export function canTryAgain(state: State): boolean {
  return state === "other-layout" || state === "missing" || state === "unreachable" || state === "no-room";
}

export function counted(pages: TemplateReply["pages"]): readonly { readonly state: State; readonly count: number }[] {
  return STATES.map((state) => ({ state, count: pages.filter((page) => page.state === state).length })).filter(
    ({ count }) => count > 0,
  );
}
