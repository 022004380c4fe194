/** A choice of the four patterns of [following-dynamic-blocks], learned, matched and ranked together. */
import type { Candidate } from "../../tracer/tracer.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { areaPattern, vagueArea } from "./area-pattern.ts";
import { contentPattern } from "./content-pattern.ts";
import { contextPattern } from "./context-pattern.ts";
import { pathPattern } from "./path-pattern.ts";
import type { PatternKind, PatternMatch } from "./pattern.ts";

export type PatternName = "area" | "path" | "content" | "context";

export const PATTERN_NAMES: readonly PatternName[] = ["area", "path", "content", "context"];

/** The sort of each chosen pattern. What a kind wrote only the same kind reads, so the set may forget the types. */
export type PatternSet = ReadonlyMap<PatternName, PatternKind<unknown>>;

/** What is remembered; a pattern that the page could not give is absent. Plain JSON. */
export type Patterns = { readonly [Name in PatternName]?: unknown };

/** How much each pattern counts. */
export type Weights = { readonly [Name in PatternName]?: number };

/** The chosen patterns that both memory and page can answer for. */
export type PatternMatches = ReadonlyMap<PatternName, PatternMatch>;

/** How many candidates a ranking keeps: more than a verdict does, for those who ask why. */
const KEPT = 10;

const FIXED = { area: areaPattern, path: pathPattern, content: contentPattern, context: contextPattern };
const ADAPTIVE = { ...FIXED, area: vagueArea };

/** The chosen patterns as section 4 has them. */
export function fixedPatterns(names: readonly PatternName[]): PatternSet {
  return new Map(names.map((name) => [name, FIXED[name] as PatternKind<unknown>]));
}

/** The chosen patterns as section 5.2 has them. */
export function adaptivePatterns(names: readonly PatternName[]): PatternSet {
  return new Map(names.map((name) => [name, ADAPTIVE[name] as PatternKind<unknown>]));
}

export function learnPatterns(set: PatternSet, page: DomTree, node: number): Patterns {
  const learned = [...set].map(([name, kind]) => [name, kind.of(page, node)] as const);
  return Object.fromEntries(learned.filter(([, pattern]) => pattern !== null));
}

export function matchPatterns(set: PatternSet, patterns: Patterns, page: DomTree): PatternMatches {
  const matches = new Map<PatternName, PatternMatch>();
  for (const [name, kind] of set) {
    const pattern = patterns[name];
    const match = pattern === undefined ? null : kind.match(pattern, page);
    if (match) matches.set(name, match);
  }
  return matches;
}

/** 5.1: "a set containing all these candidates", in document order. */
export function allCandidates(matches: PatternMatches): number[] {
  const candidates = new Set<number>();
  for (const match of matches.values()) for (const node of match.candidates) candidates.add(node);
  return [...candidates].sort((a, b) => a - b);
}

/**
 * Equations 1 and 2, divided by the sum of the weights so that scores end at 1: the best candidates, ties in document
 * order. `candidates` are in document order.
 */
export function rankCandidates(matches: PatternMatches, candidates: readonly number[], weights: Weights): Candidate[] {
  const parts = [...matches].map(([name, match]) => ({ match, weight: weights[name] ?? 0 }));
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const best: { node: number; score: number }[] = [];
  for (const node of candidates) {
    let sum = 0;
    for (const { match, weight } of parts) if (weight > 0) sum += weight * match.similarityOf(node);
    const score = total === 0 ? 0 : Math.min(1, sum / total);
    if (best.length === KEPT && score <= best[KEPT - 1].score) continue;
    let place = best.length;
    while (place > 0 && best[place - 1].score < score) place--;
    best.splice(place, 0, { node, score });
    if (best.length > KEPT) best.pop();
  }
  return best.map(({ node, score }) => ({ node, score, signals: similaritiesOf(matches, node) }));
}

function similaritiesOf(matches: PatternMatches, node: number): Record<string, number> {
  return Object.fromEntries([...matches].map(([name, match]) => [name, match.similarityOf(node)]));
}

/** Reads stored patterns; null where one of them is not what its kind writes. */
export function revivePatterns(set: PatternSet, stored: unknown): Patterns | null {
  if (typeof stored !== "object" || stored === null) return null;
  const revived: { [Name in PatternName]?: unknown } = {};
  for (const [name, kind] of set) {
    const pattern = (stored as Patterns)[name];
    if (pattern === undefined) continue;
    const read = kind.revive(pattern);
    if (read === null) return null;
    revived[name] = read;
  }
  return revived;
}
