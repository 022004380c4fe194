/** A person's answer on the repair card: remembered as a labelled sample, taught to the tracer, shown at once. */
import { DEFAULT_TRACER } from "@tessera/engine";
import {
  type CaptureId,
  type CorrectionAnswer,
  CorrectionId,
  type FollowId,
  newId,
  type Observation,
  ObservationId,
  type PersonId,
  type VerdictRecord,
} from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { htmlOf } from "./check/trace-page.ts";
import type { CheckParts } from "./check-page.ts";
import type { SeenContent } from "./look/page-job.ts";

export interface Answer {
  readonly personId: PersonId;
  readonly followId: FollowId;
  /** The capture that the card showed. */
  readonly captureId: CaptureId;
  readonly answer: CorrectionAnswer;
}

export type TeachOutcome =
  | { readonly kind: "taught"; readonly view: FollowView }
  /** No such follow, capture or element. */
  | { readonly kind: "missing" };

export async function teachFollow(given: Answer, parts: CheckParts): Promise<TeachOutcome> {
  const { store, looks } = parts;
  const now = parts.now();
  const view = await store.follows.find(given.personId, given.followId);
  const capture = await store.captures.find(given.personId, given.captureId);
  if (!view || !capture || capture.pageId !== view.page.id) return { kind: "missing" };
  const block = await store.checks.block(view.block.id);
  if (!block) return { kind: "missing" };
  const before = view.latestFound?.content ? await store.bodies.readPacked(view.latestFound.content) : null;
  const taught = await looks.teachBlock({
    html: await htmlOf(store, capture.id),
    layout: capture.layout && (await store.bodies.read(capture.layout)),
    finalUrl: capture.finalUrl,
    tracer: DEFAULT_TRACER,
    block,
    firstHtml: await htmlOf(store, block.firstCaptureId),
    before,
    answer: given.answer,
  });
  if (taught.kind === "missing") return { kind: "missing" };
  const { content, verdict } = taught;
  if (content) for (const body of [content.body, content.diff]) if (body) await store.bodies.put(body, now);
  const correction = { ...given, id: newId(CorrectionId, now), blockId: block.id, at: now };
  const lesson = {
    correction,
    memory: taught.memory,
    observation: observationOf(view, { verdict, content, captureId: capture.id, now }),
    dueAt: now,
  };
  const after = await store.corrections.teach(given.personId, lesson);
  return after ? { kind: "taught", view: after } : { kind: "missing" };
}

function observationOf(
  { block }: FollowView,
  facts: {
    readonly verdict: VerdictRecord;
    readonly content: SeenContent | null;
    readonly captureId: CaptureId;
    readonly now: number;
  },
): Observation {
  const { verdict, content, captureId, now } = facts;
  const isNews = content?.difference === "changed" || content?.difference === "moved";
  return {
    id: newId(ObservationId, now),
    blockId: block.id,
    captureId,
    at: now,
    lastAt: now,
    looks: 1,
    quietLooks: 0,
    verdict,
    change: isNews ? "changed" : "verdict",
    content: content?.body.hash ?? null,
    meaning: content?.meaning ?? null,
    excerpt: content?.excerpt ?? "",
    numbers: [...(content?.numbers ?? [])],
    diff: content?.diff?.hash ?? null,
    picture: null,
  };
}
