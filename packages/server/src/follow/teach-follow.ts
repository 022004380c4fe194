/** A person's answer on the repair card: taught in the page that they saw, then looked for in the page of today. */
import {
  type Block,
  type Capture,
  type CaptureId,
  type CorrectionAnswer,
  CorrectionId,
  type FollowId,
  newId,
  type Observation,
  type PersonId,
} from "@tessera/model";
import type { FollowView, Store } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { isNews, newObservation, untoldRedesign } from "../check/compare.ts";
import { htmlOf, storedPage } from "../check/trace-blocks.ts";
import type { Taught } from "../trace/learn-block.ts";
import { lookAgain, type SeenBlock } from "./look-again.ts";
import { lookAtOthers } from "./look-at-others.ts";
import { moveInto } from "./move-follow.ts";

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

export async function teachFollow(given: Answer, parts: CheckParts): Promise<TeachOutcome> {
  const { store } = parts;
  const now = parts.now();
  const view = await store.follows.find(given.personId, given.followId);
  if (!view || view.follow.deletedAt !== null) return { kind: "missing" };
  const question = await questionOf(view, given, store);
  if (!question) return { kind: "outdated" };
  const { block, capture } = question;
  if (capture.pageId !== view.page.id) return moveBy(question, given.answer, parts);
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
  if (changed.kind !== "changed") return changed.kind === "conflict" ? { kind: "outdated" } : changed;
  const { verdict, captureId: seenIn } = seen.at(-1)!;
  if (verdict.kind === "found") {
    await lookAtOthers({ view: changed.record, captureId: seenIn, path: verdict.path }, parts);
  }
  return { kind: "taught", view: changed.record };
}

/** The block is on another page: the follow goes there. Nothing else can be said of it in a page that is not its own. */
async function moveBy(question: Question, answer: CorrectionAnswer, parts: CheckParts): Promise<TeachOutcome> {
  if (answer.kind !== "this") return { kind: "outdated" };
  const moved = await moveInto({ ...question, path: answer.path }, parts);
  switch (moved.kind) {
    case "moved":
      return { kind: "taught", view: moved.view };
    case "unreachable":
      return { kind: "outdated" };
    default:
      return moved;
  }
}

/** Null where the answer no longer fits. */
async function questionOf(
  view: FollowView,
  { personId, captureId, teachingVersion }: Answer,
  store: Store,
): Promise<Question | null> {
  const block = await store.checks.block(view.block.id);
  const capture = await store.captures.find(personId, captureId);
  if (!block || !capture) return null;
  return teachingVersion === undefined || teachingVersion === block.lessons ? { view, block, capture } : null;
}

async function teachIn(
  { view, block, capture }: Question,
  answer: CorrectionAnswer,
  { store, workers }: CheckParts,
): Promise<Taught> {
  return workers.teachBlock({
    ...(await storedPage(store, capture)),
    block,
    firstHtml: await htmlOf(store, block.firstCaptureId),
    before: view.latestFound?.content ? await store.bodies.readPacked(view.latestFound.content) : null,
    answer,
  });
}

interface Lesson {
  readonly taught: Extract<Taught, { kind: "taught" }>;
  readonly answered: SeenBlock;
  readonly now: number;
}

/** What the block is in the latest capture with what was just learned; null where that is the page of the answer. */
async function lookAtToday({ view, block, capture }: Question, { taught, answered, now }: Lesson, parts: CheckParts) {
  const { latestCaptureId } = view.page;
  if (latestCaptureId === null || latestCaptureId === capture.id) return null;
  const latest = observationOf({ view, block }, answered, now);
  return lookAgain(latestCaptureId, { view, block: { ...block, memory: taught.memory }, latest }, parts);
}

function observationOf(
  { view, block }: Pick<Question, "view" | "block">,
  { captureId, verdict, content }: SeenBlock,
  now: number,
): Observation {
  const change = isNews(content?.difference) ? "changed" : "verdict";
  const redesign = untoldRedesign(view.latest);
  return newObservation(block, { captureId, now, verdict, change, content, redesign });
}
