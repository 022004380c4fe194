/** Who wants to know what a look showed. People who asked for the same are answered together. */
import {
  type Change,
  type Condition,
  type Content,
  type FollowId,
  isAboutContent,
  type Quiet,
  type StoredContent,
  type VerdictKind,
} from "@tessera/model";
import type { Doubt } from "@tessera/store";
import { changeThatCounts, Differences } from "../changes/compare.ts";
import { type BlockState, firstMet } from "../changes/conditions.ts";
import { WordMatcher, wordsIn } from "../changes/pattern.ts";
import { persists } from "../changes/second-look.ts";
import { type Compared, contentOf, sinceThen } from "./compare-with-before.ts";
import type { BlockJob, Follower, Notice } from "./page-job.ts";

export interface BlockResult {
  readonly verdict: VerdictKind;
  /** Null where the block was not found. */
  readonly content: Compared | null;
  readonly looksDifferent?: boolean;
}

export interface Notices {
  readonly notices: readonly Notice[];
  /** Those for whom what is there now is settled, told or not: later looks are compared with it. */
  readonly settledFor: readonly FollowId[];
}

/** Steps of the patterns of one follow at one look: a hundred patterns of usual size on a long article. */
const MAX_STEPS_EACH = 20_000_000;
/** Of all follows of a page together, which are looked at in one job: some seconds at the worst. */
const MAX_STEPS = 200_000_000;

/** How many steps the patterns of each follow may take, so that all together stay within those of the page. */
export function patternSteps(blocks: readonly BlockJob[]): number {
  const hasPattern = ({ conditions, quiet: { lines } }: Follower): boolean =>
    wordsIn({ conditions, lines }).some(({ words }) => words.as === "pattern");
  const count = blocks.reduce((sum, { followers }) => sum + followers.filter(hasPattern).length, 0);
  return Math.min(MAX_STEPS_EACH, Math.floor(MAX_STEPS / Math.max(1, count)));
}

/** `steps` is what the patterns of each follow may take. */
export function noticesOf(job: BlockJob, result: BlockResult, steps: number): Notices {
  // the first look shows what the person has just pointed at
  if (job.latest === null) return { notices: [], settledFor: [] };
  const notices: Notice[] = [];
  const settledFor: FollowId[] = [];
  const differences = result.content?.differences ?? new Differences();
  for (const followers of Map.groupBy(job.followers, alikeKey).values()) {
    const followIds = followers.map((follower) => follower.id);
    const matcher = new WordMatcher(steps);
    const answer = answerFor({ ...followers[0]!, matcher, differences }, job, result);
    if (answer.isSettled) settledFor.push(...followIds);
    if (answer.notice) notices.push({ ...answer.notice, followIds });
  }
  return { notices, settledFor };
}

/** Equal for followers who get the same answer. */
function alikeKey({ conditions, quiet, toldNumbers, told }: Follower): string {
  return JSON.stringify([conditions, quiet, toldNumbers, told?.hash ?? null]);
}

/** One of those who are answered together. */
interface Asker extends Follower {
  readonly matcher: WordMatcher;
  readonly differences: Differences;
}

interface Answer {
  readonly notice: Omit<Notice, "followIds"> | null;
  readonly isSettled: boolean;
}

function answerFor(follower: Asker, job: BlockJob, result: BlockResult): Answer {
  if (!follower.quiet.secondLook) {
    const notice = noticeFor(follower, job, { result, before: result.content?.before ?? null });
    return { notice, isSettled: notice !== null };
  }
  return result.content
    ? answerToSecondLook(follower, job, { result, compared: result.content })
    : answerToSecondVerdict(follower, job, result);
}

/** A change of content is told when the look after it still shows some of it. */
function answerToSecondLook(
  follower: Asker,
  job: BlockJob,
  { result, compared }: { readonly result: BlockResult; readonly compared: Compared },
): Answer {
  const told = follower.told && sinceThen(contentOf(follower.told), compared.now);
  if (!told || !compared.before) return { notice: null, isSettled: true };
  const { quiet } = follower;
  if (!countingChange(told, compared.now, follower)) return { notice: null, isSettled: true };
  const [was, first, second] = [told, compared.before, compared.now].map((content) => comparable(content, quiet));
  if (!persists(was!, first!, second!)) return { notice: null, isSettled: false };
  // the first look alone saw how far it was from before: the second is compared with the first
  const looksDifferent = result.looksDifferent === true || lookedDifferent(job.latest?.verdict);
  return { notice: noticeFor(follower, job, { result: { ...result, looksDifferent }, before: told }), isSettled: true };
}

function lookedDifferent(verdict: NonNullable<BlockJob["latest"]>["verdict"] | undefined): boolean {
  return verdict?.kind === "found" && verdict.looksDifferent !== undefined;
}

/** That the block is gone or in doubt is told when a second look says so too. */
function answerToSecondVerdict(follower: Asker, job: BlockJob, result: BlockResult): Answer {
  const { latest } = job;
  if (latest?.verdict.kind !== result.verdict || latest.looks !== 1) return { notice: null, isSettled: false };
  // seen once and seen again: news now, as if it had become so at this look
  return { notice: noticeFor(follower, job, { result, before: null, verdictBefore: "found" }), isSettled: false };
}

function noticeFor(
  follower: Asker,
  job: BlockJob,
  facts: {
    readonly result: BlockResult;
    readonly before: StoredContent | null;
    readonly verdictBefore?: VerdictKind;
  },
): Omit<Notice, "followIds"> | null {
  const { before } = facts;
  const { verdict, content, looksDifferent = false } = facts.result;
  const changes = content && before ? changesFor(before, content.now, follower) : null;
  const { numbers = [] } = content?.seen ?? {};
  const after: BlockState = { verdict, text: content?.now.text ?? "", numbers, looksDifferent };
  const isTold = ({ looks }: Doubt): boolean => looks > 1 || !follower.quiet.secondLook;
  const earlier: BlockState = {
    verdict: facts.verdictBefore ?? job.latest?.verdict.kind ?? "found",
    doubts: job.doubts.filter(isTold).map((doubt) => doubt.verdict),
    text: before?.text ?? "",
    numbers: job.numbersBefore,
  };
  const met = byWeight(follower.conditions).find((condition) => {
    // changes that build up in small steps are measured from what was told last
    const numbers = condition.kind === "number-changed-by" ? follower.toldNumbers : null;
    const change = changes?.(condition) ?? null;
    const { matcher } = follower;
    const seenBefore = numbers ? { ...earlier, numbers } : earlier;
    return firstMet([condition], { before: seenBefore, after, change, matcher }) !== null;
  });
  return met ? { condition: met, change: isAboutContent(met) ? (changes?.(met) ?? null) : null } : null;
}

/** That it may be another block says more than that it says something else. */
function byWeight(conditions: readonly Condition[]): readonly Condition[] {
  const [alerts, others] = [true, false].map((isAlert) =>
    conditions.filter(({ kind }) => (kind === "looks-different") === isAlert),
  );
  return [...alerts!, ...others!];
}

/** Whoever names the words or the number to wait for gets them wherever they stand, in volatile parts too. */
const ABOUT_NAMED: ReadonlySet<Condition["kind"]> = new Set([
  "contains",
  "lacks",
  "number-above",
  "number-below",
  "number-changed-by",
]);

function changesFor(
  before: StoredContent,
  now: StoredContent,
  asker: Pick<Asker, "quiet" | "matcher" | "differences">,
): (condition: Condition) => Change | null {
  const counting = countingChange(before, now, asker);
  // the same contents compared another way, and only where somebody asks
  let any: Change | null | undefined;
  return ({ kind }) => {
    if (counting || !ABOUT_NAMED.has(kind)) return counting;
    any ??= countingChange(before, now, { ...asker, quiet: { ...asker.quiet, volatileParts: false } });
    return any;
  };
}

function countingChange(
  before: StoredContent,
  now: StoredContent,
  counting: Pick<Asker, "quiet" | "matcher" | "differences">,
): Change | null {
  const { quiet } = counting;
  return changeThatCounts(comparable(before, quiet), comparable(now, quiet), counting);
}

function comparable(content: StoredContent, quiet: Quiet): Content {
  return quiet.volatileParts && content.steady ? content.steady : content;
}
