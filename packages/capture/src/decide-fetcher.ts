/**
 * The cheapest fetcher that works: raw HTTP unless a block cannot be found there with the same confidence as in the
 * rendered page, or shows less there. Pure decisions; whoever checks a page asks `planFetch` what to fetch, says what was seen, and keeps
 * the decision with its reason.
 */
import type { FetcherChoice, FetcherDecision, Instant } from "@tessera/model";

/** A block that was found, and shows something. */
export interface FoundBlock {
  readonly confidence: number;
  /** Equal where it says the same. */
  readonly meaning: string;
  /** How many pictures, drawings and controls are to be seen in it. */
  readonly visible: number;
}

/** How well the followed blocks of a page were found in one capture of it. */
export type FetchResult =
  | {
      readonly kind: "page";
      /** For every block, in one order: null where it was not found for sure, or is blank. */
      readonly found: readonly (FoundBlock | null)[];
      /** Signs that parts of it are made by scripts, where somebody wants to see the whole page; a rendered page has none. */
      readonly signs: readonly string[];
      /** Undefined where nobody has looked. */
      readonly runsScripts?: boolean | undefined;
    }
  /** A wall (captcha, consent, login) instead of the page. */
  | { readonly kind: "wall" }
  /** No page at all, for reasons that have nothing to do with how it is fetched. */
  | { readonly kind: "failed" };

/** What to fetch now. */
export type FetchPlan =
  | "http"
  | "browser"
  /** What a browser of the page's person has seen. */
  | "own-browser"
  | "both"
  /** Rendered, and raw where that fails. */
  | "browser-first";

export interface PlanInput {
  readonly choice: FetcherChoice;
  /** Steps before the capture need a browser. */
  readonly hasSteps: boolean;
  readonly decision: FetcherDecision | null;
  readonly now: Instant;
}

/** A difference in confidence that tells nothing about the pages. */
const SAME_CONFIDENCE = 0.05;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** The other way is tried again after as long as the decision has held, but not sooner and not later than this. */
const SOONEST_PROBE_MS = DAY_MS;
const LATEST_PROBE_MS = 30 * DAY_MS;
/** A page without scripts is the same in a browser, today and tomorrow; until it has one, it is not rendered twice. */
const NEVER_MS = 100 * 365 * DAY_MS;

export function planFetch({ choice, hasSteps, decision, now }: PlanInput): FetchPlan {
  if (choice === "own-browser") return "own-browser";
  if (choice === "browser" || hasSteps) return "browser";
  if (choice === "http" || decision === null) return "http";
  // A decision from the time when the owner had asked for one fetcher is none.
  if (decision.reason === "asked") return "http";
  const isDue = decision.probeAt !== null && decision.probeAt <= now;
  if (isDue && decision.fetcher === "http" && decision.reason === "made-by-scripts") return "browser-first";
  return decision.fetcher === "browser" && isDue ? "both" : decision.fetcher;
}

/** The decision before anything was fetched. */
export function firstDecision({ choice, hasSteps, now }: Omit<PlanInput, "decision">): FetcherDecision {
  const fetcher = choice === "own-browser" ? choice : "browser";
  if (fetcher === choice || hasSteps) return { fetcher, reason: "asked", decidedAt: now, probeAt: null };
  return { fetcher: "http", reason: choice === "http" ? "asked" : "first-try", decidedAt: now, probeAt: null };
}

/** After a raw capture of a page that has the choice: is the rendered page needed as well, before anything is told to anyone? */
export function needsBrowser(raw: FetchResult, decision: FetcherDecision, now: Instant): boolean {
  if (decision.reason === "asked" || raw.kind === "failed" || isComplete(raw)) return false;
  // The rendered page was no better the last time, or could not be had; it is not asked for again at every check.
  if (decision.probeAt === null || decision.probeAt <= now) return true;
  return raw.kind === "page" && raw.runsScripts === true && decision.probeAt > now + LATEST_PROBE_MS;
}

/** True where the raw page can be shown until the rendered one is there: all of it that is followed is found. */
export function canBeShownRaw(raw: FetchResult): boolean {
  return raw.kind === "page" && !raw.signs.includes("shell") && raw.found.every((block) => block !== null);
}

/** The raw page is shown to somebody, and the next check renders it. */
export function renderNext(raw: FetchResult, now: Instant): FetcherDecision {
  const signs = raw.kind === "page" ? [...raw.signs] : [];
  return { fetcher: "http", reason: "made-by-scripts", decidedAt: now, probeAt: now, signs };
}

/** After the plan `browser-first`. */
export function afterTrying(decision: FetcherDecision, isRendered: boolean, now: Instant): FetcherDecision {
  if (!isRendered) return { ...decision, probeAt: now + SOONEST_PROBE_MS };
  return { ...decision, fetcher: "browser", decidedAt: now, probeAt: now + SOONEST_PROBE_MS };
}

export interface FetchResults {
  readonly decision: FetcherDecision;
  readonly raw: FetchResult;
  /** Null where the raw capture was enough. */
  readonly rendered: FetchResult | null;
  readonly now: Instant;
}

/** The decision from now on. What has not changed keeps the time it was decided at. */
export function decideFetcher({ decision, raw, rendered, now }: FetchResults): FetcherDecision {
  if (decision.reason === "asked" || raw.kind === "failed") return decision;
  if (isComplete(raw) && (rendered === null || isAsGood(raw, rendered)))
    return settle(decision, "http", "found-in-raw-html", now);
  if (rendered === null) return decision;
  const isWalled = rendered.kind === "wall" && decision.fetcher === "browser";
  if (rendered.kind === "failed" || isWalled) return { ...decision, probeAt: now + SOONEST_PROBE_MS };
  if (isAsGood(raw, rendered)) {
    const decided = settle(decision, "http", "no-better-rendered", now);
    return runsNoScripts(raw, rendered) ? { ...decided, probeAt: now + NEVER_MS } : decided;
  }
  if (raw.kind === "wall") return settle(decision, "browser", "blocked-in-raw-html", now);
  if (raw.signs.length === 0) return settle(decision, "browser", "not-in-raw-html", now);
  return { ...settle(decision, "browser", "made-by-scripts", now), signs: [...raw.signs] };
}

/** Of a raw page that has not changed nobody may have looked; its scripts are in the rendered one as well. */
function runsNoScripts(raw: FetchResult, rendered: FetchResult): boolean {
  if (raw.kind !== "page" || rendered.kind !== "page" || raw.runsScripts === true) return false;
  return raw.runsScripts === false || rendered.runsScripts === false;
}

function isComplete(result: FetchResult): boolean {
  return result.kind === "page" && result.signs.length === 0 && result.found.every((block) => block !== null);
}

/** Every block that the rendered page shows is in the raw one too, with the same confidence, and shows the same there. */
function isAsGood(raw: FetchResult, rendered: FetchResult): boolean {
  if (rendered.kind !== "page") return true;
  if (raw.kind !== "page") return false;
  const isMadeByScripts = raw.signs.length > 0 && rendered.signs.length === 0;
  if (isMadeByScripts && countFound(rendered.found) >= countFound(raw.found)) return false;
  return rendered.found.every((block, follow) => {
    if (block === null) return true;
    const inRaw = raw.found[follow] ?? null;
    if (inRaw === null || inRaw.confidence < block.confidence - SAME_CONFIDENCE) return false;
    return inRaw.meaning === block.meaning && inRaw.visible >= block.visible;
  });
}

function countFound(found: readonly (FoundBlock | null)[]): number {
  return found.filter((block) => block !== null).length;
}

function settle(
  before: FetcherDecision,
  fetcher: FetcherDecision["fetcher"],
  reason: FetcherDecision["reason"],
  now: Instant,
): FetcherDecision {
  const isSame = before.fetcher === fetcher && before.reason === reason;
  const decidedAt = isSame ? before.decidedAt : now;
  const hasNothingToTry = reason === "found-in-raw-html";
  const waitMs = Math.min(Math.max(now - decidedAt, SOONEST_PROBE_MS), LATEST_PROBE_MS);
  return { fetcher, reason, decidedAt, probeAt: hasNothingToTry ? null : now + waitMs };
}
