/** What `fused` remembers: what the person pointed at, what was seen last, and what all sightings had in common. */
import { derived } from "../../feature/derived.ts";
import { pageIndex } from "../../feature/page-index.ts";
import { intersection, type Sample, sampleOf } from "../../feature/token-list.ts";
import { hashText } from "../../feature/words.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { pathOf } from "../../tree/path.ts";
import type { Intent, Memory, Ranking, Teacher } from "../tracer.ts";
import { inDesignOf, sightsBeside } from "./designs.ts";
import { NO_LISTING } from "./listing.ts";
import { NO_NAME } from "./naming.ts";
import { jaccard, UNKNOWN } from "./similarity.ts";
import { type Fingerprint, fingerprintOf } from "./stored-features.ts";
import { headingAbove, outerRuns } from "./wording.ts";

export interface FusedMemory extends Memory {
  readonly intent: Intent;
  /** What the person pointed at: the first one always, then the latest corrections. Never empty. */
  readonly pointed: readonly Fingerprint[];
  /** The last confident sighting. */
  readonly latest: Fingerprint;
  /** What every sighting so far had in common. */
  readonly lasting: Lasting;
  readonly habits: Habits;
  readonly page: PageMark;
  /** The last sight in each other design of the page, that of the pick first. */
  readonly sights?: readonly Sight[];
  /** What the person said is not the block. */
  readonly rejected: readonly Rejection[];
  /** What stood there when the person said that the block is gone: not asked about again, but found where it is sure. */
  readonly denied?: readonly Rejection[];
  /** The best candidate of the last unsure verdict: followed on beside the trusted sightings, never one of them. */
  readonly guess: Guess | null;
}

/** The block as it was seen for sure in one design of its page. */
export interface Sight {
  readonly print: Fingerprint;
  readonly page: PageMark;
}

/** What would be remembered if the best candidate of an unsure verdict were the block. */
export interface Guess {
  readonly print: Fingerprint;
  readonly page: PageMark;
  /** How likely it was to be the block, and the block to be gone, when it was guessed. */
  readonly belief: number;
  readonly gone: number;
}

export interface Lasting {
  readonly words: Sample;
  readonly patterns: Sample;
  readonly links: Sample;
  readonly classes: Sample;
}

/** How much of the block usually survives from one sighting to the next, from 0 to 1. */
export interface Habits {
  readonly sightings: number;
  readonly path: number;
  readonly words: number;
  readonly runs: number;
  readonly links: number;
  readonly heading: number;
  readonly name: number;
  readonly unitName: number;
  /** Its place in the list it stands in. */
  readonly rank: number;
}

/** How large a page is, and what it is called. */
export interface PageFigures {
  readonly words: number;
  readonly elements: number;
  readonly title: number;
}

/** The page of the last sighting as a whole. */
export interface PageMark extends PageFigures {
  readonly classes: Sample;
  readonly links: Sample;
  /** The last text runs of the page: a capture that was cut off does not have them. */
  readonly tail: readonly number[];
  /** Hash of all its tags; absent in memories of before it was kept. */
  readonly shape?: number;
}

export interface Rejection {
  readonly path: string;
  readonly firstRun: number;
  readonly headingAbove: number;
  readonly shape: number;
}

/** @internal */
export const FUSED_VERSION = 3;
const MAX_CORRECTIONS = 2;
const MAX_REJECTIONS = 20;
const MAX_PAGE_TOKENS = 64;
const MAX_TAIL = 8;
/** Weight of the newest sighting in the habits. */
const NEWEST = 0.3;

export function firstMemory(page: DomTree, node: number, intent: Intent): FusedMemory {
  const print = fingerprintOf(page, node);
  return {
    tracer: "fused",
    version: FUSED_VERSION,
    intent,
    pointed: [print],
    latest: print,
    lasting: lastingOf(print),
    habits: { sightings: 1, path: 1, words: 1, runs: 1, links: 1, heading: 1, name: 1, unitName: 1, rank: 1 },
    page: pageMarkOf(page),
    rejected: [],
    guess: null,
  };
}

/**
 * The memory after the block was seen again: the first sight stays, the rest moves on. A person who answers a question
 * (the guess is what was asked about) vouches for a sighting like any other; one who corrects what was shown says that
 * some sightings were wrong, so that what they had in common is worth nothing.
 */
export function nextMemory(before: FusedMemory, page: DomTree, node: number, teacher: Teacher): FusedMemory {
  const print = fingerprintOf(page, node);
  const sights = sightsBeside(before, page);
  const memory = inDesignOf(before, page);
  const isByPerson = teacher === "person";
  const isCorrection = isByPerson && before.guess === null;
  const [first, ...corrections] = before.pointed;
  return {
    ...memory,
    pointed: isByPerson ? [first, ...[...corrections, print].slice(-MAX_CORRECTIONS)] : before.pointed,
    latest: print,
    lasting: isCorrection ? lastingOf(print) : stillLasting(memory.lasting, print),
    habits: isCorrection ? memory.habits : nextHabits(memory.habits, memory.latest, print),
    page: pageMarkOf(page),
    sights,
    guess: null,
  };
}

/** The memory with the best candidate of an unsure verdict noted beside it. */
export function withGuess(memory: FusedMemory, page: DomTree, ranking: Ranking): FusedMemory {
  const [best] = ranking.candidates;
  if (!best) return memory;
  const { confidence: belief = 0, gone = 0 } = ranking;
  return { ...memory, guess: { print: fingerprintOf(page, best.node), page: pageMarkOf(page), belief, gone } };
}

/** The memory as it would be if the guess had been the block. */
export function asIfRight(memory: FusedMemory, { print, page }: Guess): FusedMemory {
  return { ...memory, latest: print, page, guess: null };
}

export function withRejection(memory: FusedMemory, page: DomTree, node: number): FusedMemory {
  const rejected = [...memory.rejected, rejectionOf(page, node)].slice(-MAX_REJECTIONS);
  return { ...memory, rejected };
}

/** The memory after the person said that none of these, and nothing else on the page, is the block. */
export function withDenied(memory: FusedMemory, page: DomTree, { candidates }: Ranking): FusedMemory {
  const denied = candidates.slice(0, MAX_REJECTIONS).map(({ node }) => rejectionOf(page, node));
  return { ...memory, denied };
}

function rejectionOf(page: DomTree, node: number): Rejection {
  const { path, firstRun, headingAbove, shape } = fingerprintOf(page, node);
  return { path, firstRun, headingAbove, shape };
}

/** The mark of a page, made once however many blocks are traced on it. */
const pageMarkOf: (page: DomTree) => PageMark = derived(markPage);

/** What a trace asks of the page itself: its samples are for the memory, and take longer. */
export const pageFiguresOf: (page: DomTree) => PageFigures = derived((page: DomTree) => ({
  words: pageIndex(page).words.hash.length,
  elements: pageIndex(page).elements[page.size],
  title: titleOf(page),
}));

function markPage(page: DomTree): PageMark {
  const index = pageIndex(page);
  const { words, elements, title } = pageFiguresOf(page);
  return {
    classes: sampleOf(index.classes, 0, index.classes.hash.length, MAX_PAGE_TOKENS),
    links: sampleOf(index.links, 0, index.links.hash.length, MAX_PAGE_TOKENS),
    words,
    elements,
    title,
    tail: Array.from(index.runs.hash.subarray(-MAX_TAIL)),
    shape: page.shapeHash[0],
  };
}

/** Hash of the page's title, 0 where it has none. */
function titleOf(page: DomTree): number {
  const tag = page.tagNames.indexOf("title");
  if (tag <= TEXT_TAG) return 0;
  const node = page.tag.indexOf(tag);
  return node < 0 ? 0 : hashText(page.text, page.textStart[node], page.textStart[page.end[node]]);
}

function lastingOf({ words, patterns, links, classes }: Fingerprint): Lasting {
  return { words, patterns, links, classes };
}

function stillLasting(lasting: Lasting, print: Fingerprint): Lasting {
  return {
    words: intersection(lasting.words, print.words),
    patterns: intersection(lasting.patterns, print.patterns),
    links: intersection(lasting.links, print.links),
    classes: intersection(lasting.classes, print.classes),
  };
}

function nextHabits(habits: Habits, before: Fingerprint, now: Fingerprint): Habits {
  const blend = (old: number, kept: number): number => round(old + NEWEST * (kept - old));
  return {
    sightings: habits.sightings + 1,
    path: blend(habits.path, before.path === now.path ? 1 : 0),
    words: blend(habits.words, kept(before.words, now.words)),
    runs: blend(habits.runs, kept(before.runs, now.runs)),
    links: blend(habits.links, kept(before.links, now.links)),
    heading: blend(habits.heading, before.headingAbove === now.headingAbove ? 1 : 0),
    name: blend(habits.name, jaccard(before.name, now.name)),
    unitName: blend(habits.unitName, jaccard(before.unitName, now.unitName)),
    rank: blend(habits.rank, before.unit.before === now.unit.before ? 1 : 0),
  };
}

function kept(before: Sample, now: Sample): number {
  const within = before.hashes.filter((hash) => hash <= now.limit).length;
  return within === 0 ? 1 : intersection(before, now).hashes.length / within;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

// Reads stored memories: those of today as they are, older ones with what they could not know yet.

/** Version 2 knew no names. */
type SecondFingerprint = Omit<Fingerprint, "name" | "nameAbove" | "unitName" | "namesakes" | "listing">;
/** Version 1 knew neither last words nor shares of a block, and of a guess only its path. */
type FirstFingerprint = Omit<SecondFingerprint, "lastWords" | "spread" | "shareOfParent">;

interface OlderMemory extends Omit<FusedMemory, "pointed" | "latest" | "guess" | "habits" | "sights"> {
  readonly pointed: readonly (FirstFingerprint | SecondFingerprint)[];
  readonly latest: FirstFingerprint | SecondFingerprint;
  readonly habits: Omit<Habits, "name" | "unitName" | "rank">;
  readonly guess: (Omit<Guess, "print"> & { readonly print: SecondFingerprint }) | null;
  readonly sights?: readonly (Omit<Sight, "print"> & { readonly print: SecondFingerprint })[];
}

/** Null where it is no memory of this tracer, or of a later version: it is then learned anew from the first capture. */
export function revive(stored: unknown): FusedMemory | null {
  const memory = stored as Partial<FusedMemory> | null;
  if (typeof memory !== "object" || memory?.tracer !== "fused") return null;
  if (!Array.isArray(memory.pointed) || memory.pointed.length === 0 || !memory.latest) return null;
  if (memory.version === 1 || memory.version === 2) return ofOlderVersion(memory as OlderMemory);
  return memory.version === FUSED_VERSION ? (memory as FusedMemory) : null;
}

function ofOlderVersion({ version, guess, sights = [], ...memory }: OlderMemory): FusedMemory {
  return {
    ...memory,
    version: FUSED_VERSION,
    pointed: memory.pointed.map(completed),
    latest: completed(memory.latest),
    habits: { ...memory.habits, name: 1, unitName: 1, rank: 1 },
    guess: version === 1 || !guess ? null : { ...guess, print: completed(guess.print) },
    sights: sights.map((sight) => ({ ...sight, print: completed(sight.print) })),
  };
}

function completed(print: FirstFingerprint | SecondFingerprint): Fingerprint {
  const names = { name: NO_NAME, nameAbove: NO_NAME, unitName: NO_NAME, namesakes: 0, listing: NO_LISTING };
  return { lastWords: [], spread: UNKNOWN, shareOfParent: UNKNOWN, ...names, ...print };
}

// Remembered refusals: "not this one" stays said as long as the element stays what it was.

/** True where the person has refused this element: at least two of place, first text, heading and shape agree. */
export function isRejected(memory: FusedMemory, page: DomTree, node: number): boolean {
  return memory.rejected.some((rejection) => agrees(rejection, page, node));
}

/** True where this element stood there when the person said that the block is gone. */
export function isDenied({ denied = [] }: FusedMemory, page: DomTree, node: number): boolean {
  return denied.some((rejection) => agrees(rejection, page, node));
}

function agrees(rejection: Rejection, page: DomTree, node: number): boolean {
  const index = pageIndex(page);
  const [firstRun] = outerRuns(index, node, page.end[node]);
  const isSamePath = rejection.path === pathOf(page, node);
  const isSameText = rejection.firstRun !== 0 && rejection.firstRun === firstRun;
  const isSameShape = rejection.shape === page.shapeHash[node];
  const isSameHeading = rejection.headingAbove === headingAbove(page, index, node);
  return (isSamePath && (isSameText || isSameShape)) || (isSameText && isSameShape && isSameHeading);
}
