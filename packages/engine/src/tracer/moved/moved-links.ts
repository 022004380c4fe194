/**
 * Where a block went that is no longer on its page, as a person would look for it: a link with its name, or one that
 * stands where it stood. Nothing rather than a guess: a link that was always there, or says nothing of the block, counts
 * only where the block is then found behind it.
 */
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { attributeOf, type DomTree, textOf } from "../../tree/dom-tree.ts";
import { type FusedMemory, revive } from "../fused/memory.ts";
import { type Name, nameInside } from "../fused/naming.ts";
import { jaccard } from "../fused/similarity.ts";
import type { Fingerprint } from "../fused/stored-features.ts";
import type { Memory } from "../tracer.ts";
import { type OldPlace, oldPlaceOf } from "./old-place.ts";

/** A link that may lead to the block. */
export interface MovedLink {
  readonly url: string;
  /** The words of the link. */
  readonly text: string;
  /** True where the page itself says so; otherwise it is worth telling only if the block is found there. */
  readonly isLikely: boolean;
}

/** The address that an `href` leads to, or null where it is none to go to: another scheme, or the page itself. */
export type Resolve = (href: string) => string | null;

/** More would be guessing. */
const MAX_LINKS = 2;
/** So many links are compared, and so many of those with its name or in its place are looked at: pages are hostile. */
const MAX_COMPARED = 20_000;
const MAX_MATCHES = 200;
const MAX_TEXT = 200;

/** Best first; empty where no link says where the block is. Linear in the size of the page. */
export function movedLinks(stored: Memory, page: DomTree, resolve: Resolve): readonly MovedLink[] {
  const memory = revive(stored);
  const anchor = page.tagNames.indexOf("a");
  if (!memory || anchor < 0) return [];
  const search = searchOf(memory, page);
  const best = new Map<string, MovedLink & { readonly rank: number }>();
  let [compared, matches] = [0, 0];
  for (let node = 0; node < page.size && compared < MAX_COMPARED && matches < MAX_MATCHES; node++) {
    if (page.tag[node] !== anchor) continue;
    compared++;
    const rank = rankOf(search, node);
    if (rank === 0) continue;
    matches++;
    const url = resolve(attributeOf(page, node, "href") ?? "");
    if (url === null || (best.get(url)?.rank ?? 0) >= rank) continue;
    best.set(url, { url, text: wordsOf(page, node), isLikely: rank >= LIKELY, rank });
  }
  return chosen([...best.values()]);
}

/** Those of the best rank alone; of two neither can be told to be the one. */
function chosen(links: readonly (MovedLink & { readonly rank: number })[]): readonly MovedLink[] {
  const top = links.reduce((most, { rank }) => Math.max(most, rank), 0);
  const first = links.filter(({ rank }) => rank === top);
  if (first.length > MAX_LINKS) return [];
  return first.map(({ url, text, isLikely }) => ({ url, text, isLikely: isLikely && first.length === 1 }));
}

function wordsOf(page: DomTree, node: number): string {
  return textOf(page, node).replace(/\s+/g, " ").trim().slice(0, MAX_TEXT);
}

interface Search {
  readonly memory: FusedMemory;
  readonly page: DomTree;
  readonly index: PageIndex;
  readonly names: readonly Name[];
  readonly place: OldPlace | null;
}

function searchOf(memory: FusedMemory, page: DomTree): Search {
  const index = pageIndex(page);
  return { memory, page, index, names: namesOf(memory, page, index), place: oldPlaceOf(memory.latest, page, index) };
}

/** Habits below this show a name that is another one at each look, as a headline is. */
const STEADY = 0.6;
/** Shorter names are too easily part of other words. */
const MIN_PAIRS = 3;

/** What the block was called: by itself, as part of a row or card, by what stands above it. The page's own title is no name. */
function namesOf({ latest, habits }: FusedMemory, page: DomTree, index: PageIndex): readonly Name[] {
  const title = index.topHeading < 0 ? [] : nameInside(page, index, index.topHeading);
  const isHeaded = latest.headingAbove !== 0 && latest.headingAbove === latest.before[0];
  const names = [
    habits.name >= STEADY && latest.namesakes === 0 ? latest.name : [],
    habits.unitName >= STEADY && (isHeaded || hasOwnUnitName(latest)) ? latest.unitName : [],
    habits.heading >= STEADY && isHeaded ? latest.nameAbove : [],
  ];
  return names.filter((name) => name.length >= MIN_PAIRS && jaccard(name, title) < NAMESAKE);
}

/** A row or card without a name of its own is called by what stands before it: the end of the one above, unless it is a term. */
function hasOwnUnitName({ unit, unitName, nameAbove, self, ancestors }: Fingerprint): boolean {
  const { tag } = unit.levels > 0 ? (ancestors[unit.levels - 1] ?? self) : self;
  return tag === "dd" || jaccard(unitName, nameAbove) < NAMESAKE;
}

/** As much as two spellings of one name have in common, at least. */
const NAMESAKE = 0.8;
/** From this rank on the page itself says that the block is there. */
const LIKELY = 4;

/** How much a link says of where the block went, 0 for nothing. */
function rankOf(search: Search, node: number): number {
  const { page, index, place, names } = search;
  const called = nameInCommon(search, nameInside(page, index, node));
  const isInPlace = place?.holds(node) === true;
  if (called === "none" && !isInPlace) return 0;
  const known = wasThere(search, node);
  if (isInPlace && known !== "yes") {
    if (called !== "none") return 6;
    const isSaid = place.links === 1 && saysMoved(wordsOf(page, node), place.text);
    return isSaid ? 5 : place.isNamed(names) ? 3 : 0;
  }
  if (called === "part") return known === "yes" ? 0 : saysMoved(wordsOf(page, node)) ? LIKELY : 2;
  return called === "none" ? 0 : known === "no" ? LIKELY : 1;
}

/** Whether a link has the name of the block, or says it among other words. */
function nameInCommon({ names }: Search, words: Name): "all" | "part" | "none" {
  if (words.length < MIN_PAIRS) return "none";
  if (names.some((name) => jaccard(name, words) >= NAMESAKE)) return "all";
  return names.some((name) => isPart(name, words)) ? "part" : "none";
}

/** All pairs but the first, which differs where other words stand before the name; one may be missing of a long name. */
function isPart(name: Name, words: Name): boolean {
  const missing = name.slice(1).filter((pair) => !words.includes(pair)).length;
  return missing <= (name.length > LONG ? 1 : 0) && name.length > MIN_PAIRS;
}

const LONG = 12;

/** Whether this link was on the page when the block was last seen, as far as the memory can tell. */
function wasThere({ memory, index }: Search, node: number): "yes" | "no" | "unknown" {
  const { hash, start } = index.links;
  const target = hash[start[node]];
  if (start[node] === start[node + 1] || target === undefined) return "unknown";
  const pages = [memory.page, ...(memory.sights ?? []).map(({ page }) => page)];
  if (pages.some(({ links }) => links.hashes.includes(target))) return "yes";
  return target <= memory.page.links.limit ? "no" : "unknown";
}

/** Says that something is elsewhere now. Words only ever confirm what else speaks for a link. */
const MOVED =
  /\b(moved|relocated|now (at|here|found|available)|new (page|address|home))\b|umgezogen|verschoben nach|verlegt nach|jetzt (unter|hier)|neue[rn]? (seite|adresse)|déplacée?s?\b|désormais (sur|ici|à)|trasladad[oa]|ahora está en|spostat[oaie] |انتقل|تم نقل|الآن (في|على)|移至|移到|搬到|移転/iu;

/** The whole of a short link that leads on to all of something. */
const LEADS_ON =
  /^\P{L}{0,3}((read|see|view|show|learn|find out) )?(more|all|everything)\b.{0,25}$|^\P{L}{0,3}(weiterlesen|mehr|alle|lire la suite|voir tout|leer más|ver todo|leggi tutto|اقرأ المزيد|المزيد|عرض الكل|كل|続きを|もっと|更多|全部)(?!\p{L}).{0,25}$/iu;

function saysMoved(words: string, around = ""): boolean {
  return LEADS_ON.test(words) || MOVED.test(words) || MOVED.test(around);
}
