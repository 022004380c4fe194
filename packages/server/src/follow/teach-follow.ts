/** A person's answer on the repair card: taught in the page that they saw, then looked for in the page of today. */
import { DEFAULT_TRACER } from "@tessera/engine";
import {
  type Block,
  type Capture,
  type CaptureId,
  type CorrectionAnswer,
  CorrectionId,
  type FollowId,
  type MemoryRecord,
  newId,
  type Observation,
  type PersonId,
  type VerdictRecord,
} from "@tessera/model";
import type { FollowView, Store } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { isNews, newObservation, untoldRedesign } from "../check/compare.ts";
import { htmlOf, storedPage, traceBlocks } from "../check/trace-blocks.ts";
import type { Taught } from "../trace/learn-block.ts";
import type { TracedContent } from "../trace/page-job.ts";
import { TraceFailure } from "../workers/trace-workers.ts";

export interface Answer {
  readonly personId: PersonId;
  readonly followId: FollowId;
  /** The capture that the card showed: its paths are meant, in no other page. */
  readonly captureId: CaptureId;
  /** How many times the block had been taught when the card was shown; not asked for where it is undefined. */
  readonly teachingVersion?: number | undefined;
  readonly answer: CorrectionAnswer;
}

export type TeachOutcome =
  | { readonly kind: "taught"; readonly view: FollowView }
  | { readonly kind: "missing" }
  /** The capture is not there, or the block was taught or picked again since. Nothing was taught. */
  | { readonly kind: "outdated" }
  /** The capture has no such element. Nothing was taught. */
  | { readonly kind: "elsewhere" };

/** What was answered, and about what. */
interface Question {
  readonly view: FollowView;
  readonly block: Block;
  readonly capture: Capture;
}

/** What a block is in a capture. */
interface AnsweredBlock {
  readonly captureId: CaptureId;
  readonly verdict: VerdictRecord;
  readonly content: TracedContent | null;
}

export async function teachFollow(given: Answer, parts: CheckParts): Promise<TeachOutcome> {
  const { store } = parts;
  const now = parts.now();
  const view = await store.follows.find(given.personId, given.followId);
  if (!view || view.follow.deletedAt !== null) return { kind: "missing" };
  const question = await questionOf(view, given, store);
  if (!question) return { kind: "outdated" };
  const { block, capture } = question;
  const taught = await teachIn(question, given.answer, parts);
  if (taught.kind === "missing") return { kind: "elsewhere" };
  const answered = { captureId: capture.id, verdict: taught.verdict, content: taught.content };
  const today = await lookAtToday(question, { taught, answered, now }, parts);
  const seen = today && today.verdict.kind === answered.verdict.kind ? [today] : [answered, ...(today ? [today] : [])];
  for (const { content } of seen)
    for (const body of [content?.body, content?.diff]) if (body) await store.bodies.put(body, now);
  const { personId, followId, captureId, answer } = given;
  const changed = await store.corrections.teach(personId, {
    correction: { id: newId(CorrectionId, now), personId, followId, blockId: block.id, captureId, answer, at: now },
    lessons: block.lessons,
    memory: today?.memory ?? taught.memory,
    observations: seen.map((each) => observationOf(question, each, now)),
    dueAt: now,
  });
  if (changed.kind === "changed") return { kind: "taught", view: changed.record };
  return changed.kind === "conflict" ? { kind: "outdated" } : changed;
}

/** Null where the answer no longer fits. */
async function questionOf(
  view: FollowView,
  { personId, captureId, teachingVersion }: Answer,
  store: Store,
): Promise<Question | null> {
  const block = await store.checks.block(view.block.id);
  const capture = await store.captures.find(personId, captureId);
  if (!block || capture?.pageId !== view.page.id) return null;
  return teachingVersion === undefined || teachingVersion === block.lessons ? { view, block, capture } : null;
}

async function teachIn(
  { view, block, capture }: Question,
  answer: CorrectionAnswer,
  { store, workers }: CheckParts,
): Promise<Taught> {
  return workers.teachBlock({
    ...(await storedPage(store, capture)),
    tracer: DEFAULT_TRACER,
    block,
    firstHtml: await htmlOf(store, block.firstCaptureId),
    before: view.latestFound?.content ? await store.bodies.readPacked(view.latestFound.content) : null,
    answer,
  });
}

interface Lesson {
  readonly taught: Extract<Taught, { kind: "taught" }>;
  readonly answered: AnsweredBlock;
  readonly now: number;
}

/** What the block is in the latest capture with what was just learned; null where that is the page of the answer. */
async function lookAtToday({ view, block, capture }: Question, lesson: Lesson, { store, workers }: CheckParts) {
  const { latestCaptureId } = view.page;
  const latest =
    latestCaptureId === capture.id ? null : latestCaptureId && (await store.checks.capture(latestCaptureId));
  if (!latest) return null;
  const { taught, answered, now } = lesson;
  const remembered = { memory: JSON.stringify(taught.memory), dynamics: JSON.stringify(block.dynamics) };
  const memories = new Map([[block.id, remembered]]);
  const followed = {
    block: view.block,
    latest: observationOf({ view, block }, answered, now),
    latestFound: view.latestFound,
    doubts: [],
    // whoever answers sees what comes of it
    follows: [],
  };
  try {
    const page = { ...(await storedPage(store, latest)), previous: null };
    const [seen] = (await traceBlocks(page, [followed], { store, workers, memories })).blocks;
    if (!seen) return null;
    const { verdict, content, memory } = seen;
    // the thread made it of a memory
    return {
      captureId: latest.id,
      verdict,
      content,
      memory: memory === null ? null : (JSON.parse(memory) as MemoryRecord),
    };
  } catch (failure) {
    // the answer counts all the same; the check that is due now says what became of the page
    if (failure instanceof TraceFailure) return null;
    throw failure;
  }
}

function observationOf(
  { view, block }: Pick<Question, "view" | "block">,
  { captureId, verdict, content }: AnsweredBlock,
  now: number,
): Observation {
  const change = isNews(content?.difference) ? "changed" : "verdict";
  const redesign = untoldRedesign(view.latest);
  return newObservation(block, { captureId, now, verdict, change, content, redesign });
}
