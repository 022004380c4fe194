/**
 * Another pick for a follow: another element, other parts cut out or ignored, one block or all like it, place or thing,
 * another way to find it.
 */
import {
  AUTOMATIC,
  asksPerson,
  type Block,
  type BlockPath,
  type BlockPick,
  type Capture,
  type CaptureId,
  type FollowId,
  type Intent,
  type MemoryRecord,
  type Observation,
  type PersonId,
  type TracerName,
  tracerOf,
  type VerdictRecord,
} from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { withoutParts } from "../changes/followed-parts.ts";
import type { CheckParts } from "../check/check-page.ts";
import { isNews, newObservation, untoldRedesign } from "../check/compare.ts";
import { storedPage } from "../check/trace-blocks.ts";
import type { Learned } from "../trace/learn-block.ts";
import { pickedAt } from "./follow-block.ts";
import { lookAgain, type SeenBlock } from "./look-again.ts";
import { memoryFor } from "./memory-for.ts";

/** What is undefined stays as it is. */
export interface RepickRequest {
  readonly personId: PersonId;
  readonly followId: FollowId;
  /** The capture that the person saw; the one in which the block was last looked for where there is none. */
  readonly captureId: CaptureId | null;
  /** Another element of that capture. */
  readonly path?: BlockPath | undefined;
  readonly intent?: BlockPick["intent"] | undefined;
  readonly extent?: BlockPick["extent"] | undefined;
  readonly tracer?: TracerName | undefined;
  /** Elements of that capture, instead of the parts that were cut out or ignored so far. */
  readonly cutPaths?: readonly BlockPath[] | undefined;
  readonly ignoredPaths?: readonly BlockPath[] | undefined;
  /** Elements of that capture to ignore besides. */
  readonly alsoIgnored?: readonly BlockPath[] | undefined;
}

export type RepickOutcome =
  | { readonly kind: "repicked"; readonly view: FollowView }
  /** No such follow, capture or element. */
  | { readonly kind: "missing" }
  | { readonly kind: "invalid"; readonly message: string };

export async function repickFollow(request: RepickRequest, parts: CheckParts): Promise<RepickOutcome> {
  const { store } = parts;
  const view = await store.follows.find(request.personId, request.followId);
  if (view && isSameElement(request)) return followOtherwise(view, request, parts);
  const captureId = request.captureId ?? view?.block.seenCaptureId;
  const capture = captureId && (await store.captures.find(request.personId, captureId));
  if (!view || !capture || capture.pageId !== view.page.id) return { kind: "missing" };
  const path = request.path ?? knownPath(view, capture);
  if (!path) return { kind: "invalid", message: "the block was not found in this capture: point at it" };
  const learned = await learnPick(request, { view, capture, path }, parts);
  if (learned.kind !== "learned") return learned;
  const now = parts.now();
  await store.bodies.put(learned.content.body, now);
  const block = await store.checks.block(view.block.id);
  if (!block) return { kind: "missing" };
  const isElsewhere = request.path !== undefined;
  const known = isElsewhere ? learned : await knownOf(request, { view, block }, parts);
  if (!known) return NOT_THERE;
  const repicked = await store.follows.repick(request.personId, request.followId, {
    // the path of a pick is one of the capture in which it was made, and so is what was learned there
    pick: isElsewhere ? learned.pick : { ...learned.pick, path: block.pick.path },
    memory: isElsewhere ? known.memory : withIntent(known.memory, learned.pick.intent),
    ...("shelved" in known ? { shelved: known.shelved } : {}),
    firstCaptureId: isElsewhere ? capture.id : null,
    ...(hasOtherParts(request) ? { dynamics: withoutParts(block.dynamics) } : {}),
    observation: newObservation(view.block, {
      captureId: capture.id,
      now,
      verdict: pickedAt(path, learned.content),
      change: isElsewhere ? "first" : "quiet",
      content: learned.content,
    }),
    now,
  });
  return repicked ? { kind: "repicked", view: repicked } : { kind: "missing" };
}

function isSameElement({ path, extent, cutPaths, ignoredPaths, alsoIgnored }: RepickRequest): boolean {
  return [path, extent, cutPaths, ignoredPaths, alsoIgnored].every((part) => part === undefined);
}

function hasOtherParts({ cutPaths, ignoredPaths, alsoIgnored }: RepickRequest): boolean {
  return [cutPaths, ignoredPaths, alsoIgnored].some((part) => part !== undefined);
}

const NOT_THERE = {
  kind: "invalid",
  message: "the block is not in the page that it was picked in: point at it",
} as const;

/** What the tracer that is asked for knows of the same element; null where it cannot learn it. */
async function knownOf(
  { tracer }: RepickRequest,
  { view, block }: { readonly view: FollowView; readonly block: Block },
  parts: CheckParts,
) {
  return memoryFor({ view, block, tracer: tracer ?? tracerOf(block.pick) }, parts);
}

/** A place or a thing, by another tracer: the element, its parts and its history stay, and it need not have been found. */
async function followOtherwise(view: FollowView, request: RepickRequest, parts: CheckParts): Promise<RepickOutcome> {
  const { store } = parts;
  const { follow } = view;
  const now = parts.now();
  const block = await store.checks.block(view.block.id);
  if (!block) return { kind: "missing" };
  const { tracer: _, ...before } = block.pick;
  const pick = { ...before, intent: request.intent ?? before.intent, ...byTracer(block.pick, request) };
  const isSame = block.pick.intent === pick.intent && tracerOf(block.pick) === tracerOf(pick);
  if (isSame) return { kind: "repicked", view };
  const known = await knownOf(request, { view, block }, parts);
  if (!known) return NOT_THERE;
  const memory = withIntent(known.memory, pick.intent);
  // the reading counts for the page of today, not only for the next one
  const captureId = view.page.latestCaptureId ?? block.seenCaptureId;
  const asked = { view: { ...view, block: { ...view.block, pick } }, block: { ...block, memory }, latest: view.latest };
  const seen = await lookAgain(captureId, asked, parts);
  const observation = seen && observationOf(view, seen, now);
  const { body, diff } = (observation && seen?.content) || { body: null, diff: null };
  for (const stored of [body, diff]) if (stored) await store.bodies.put(stored, now);
  const repicked = await store.follows.repick(follow.personId, follow.id, {
    pick,
    memory: seen?.memory ?? memory,
    shelved: known.shelved,
    firstCaptureId: null,
    observation,
    now,
  });
  return repicked ? { kind: "repicked", view: repicked } : { kind: "missing" };
}

/** The one that is asked for, or that it is; without a name where it is the usual one. */
function byTracer(pick: Pick<BlockPick, "tracer">, { tracer }: RepickRequest): Pick<BlockPick, "tracer"> {
  const wanted = tracer ?? tracerOf(pick);
  return wanted === AUTOMATIC ? {} : { tracer: wanted };
}

/** Null where the block is what it was. */
function observationOf({ block, latest }: FollowView, seen: SeenBlock, now: number): Observation | null {
  const { captureId, verdict, content } = seen;
  const isSameKind = latest?.verdict.kind === verdict.kind;
  if (isSameKind && !isNews(content?.difference) && bestOf(latest.verdict) === bestOf(verdict)) return null;
  const change = isNews(content?.difference) ? "changed" : isSameKind ? "quiet" : "verdict";
  const redesign = untoldRedesign(latest);
  return newObservation(block, { captureId, now, verdict, change, content, redesign });
}

/** The element that is shown, or guessed. */
function bestOf(verdict: VerdictRecord): BlockPath | undefined {
  if (verdict.kind === "found") return verdict.path;
  return asksPerson(verdict) ? verdict.candidates[0]?.path : undefined;
}

/** A memory says what is followed in the words of a pick; one that cannot be read is learned anew from the pick. */
function withIntent(memory: MemoryRecord, intent: Intent): MemoryRecord {
  return { ...memory, intent };
}

/** Where the block is in this capture, as far as is known. */
function knownPath({ block }: FollowView, capture: Capture): BlockPath | null {
  if (block.seenCaptureId === capture.id && block.verdict === "found") return block.path;
  return block.firstCaptureId === capture.id ? block.pick.path : null;
}

interface Place {
  readonly view: FollowView;
  readonly capture: Capture;
  readonly path: BlockPath;
}

async function learnPick(request: RepickRequest, { view, capture, path }: Place, parts: CheckParts): Promise<Learned> {
  const { store, workers } = parts;
  const { pick } = view.block;
  // parts of another element are none of this one's
  const kept = request.path === undefined ? pick : { cuts: [], ignored: [] };
  return workers.learnBlock({
    ...(await storedPage(store, capture)),
    wish: { kind: "path", path },
    pick: {
      intent: request.intent ?? pick.intent,
      extent: request.extent ?? pick.extent,
      ...byTracer(pick, request),
    },
    cutPaths: request.cutPaths ?? [],
    ignoredPaths: [...(request.ignoredPaths ?? []), ...(request.alsoIgnored ?? [])],
    known: {
      cuts: request.cutPaths ? [] : kept.cuts,
      ignored: request.ignoredPaths ? [] : kept.ignored,
    },
  });
}
