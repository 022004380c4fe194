/** A follow goes on on another page, because a person says so: one click on where a block seems to have moved, or a pick there. */
import {
  type Block,
  type BlockPath,
  type Capture,
  type CaptureFailureRecord,
  type FollowId,
  movedToOf,
  PageSource,
  type PersonId,
} from "@tessera/model";
import type { FollowView } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { isNews, newObservation } from "../check/compare.ts";
import { htmlOf, storedPage } from "../check/trace-blocks.ts";
import { captureFor, ensurePage, pickedAt } from "./follow-block.ts";
import { lookAgain } from "./look-again.ts";

export interface MoveRequest {
  readonly personId: PersonId;
  readonly followId: FollowId;
  /** Where the person saw that it seems to be. */
  readonly url: string;
}

export type MoveOutcome =
  | { readonly kind: "moved"; readonly view: FollowView }
  | { readonly kind: "missing" }
  /** It is no longer said to be there, or was taught meanwhile. */
  | { readonly kind: "outdated" }
  /** It is not found there for sure. */
  | { readonly kind: "elsewhere" }
  | { readonly kind: "unreachable"; readonly failure: CaptureFailureRecord };

/** To where its page links; the block must be found there. */
export async function moveFollow({ personId, followId, url }: MoveRequest, parts: CheckParts): Promise<MoveOutcome> {
  const { store } = parts;
  const view = await store.follows.find(personId, followId);
  const block = view && (await store.checks.block(view.block.id));
  if (!view || !block || view.follow.deletedAt !== null) return { kind: "missing" };
  if (movedToOf(view.latest?.verdict)?.url !== url) return { kind: "outdated" };
  const { fetcher, lean, respectRobots } = view.page.source;
  const page = await ensurePage(PageSource.parse({ url, fetcher, lean, respectRobots }), personId, parts);
  const capture = await captureFor({ personId, captureId: null }, page.id, parts);
  if ("code" in capture) return { kind: "unreachable", failure: capture };
  const seen = await lookAgain(capture.id, { view, block, latest: view.latest }, parts);
  if (seen?.verdict.kind !== "found") return { kind: "elsewhere" };
  return moveInto({ view, block, capture, path: seen.verdict.path }, parts);
}

export interface Arrival {
  readonly view: FollowView;
  readonly block: Block;
  /** Of the other page. */
  readonly capture: Capture;
  readonly path: BlockPath;
}

/** The block is this element of the other page: taught as by an answer, with its history and what it knows so far. */
export async function moveInto({ view, block, capture, path }: Arrival, parts: CheckParts): Promise<MoveOutcome> {
  const { store, workers } = parts;
  const { follow, latestFound } = view;
  const now = parts.now();
  const taught = await workers.teachBlock({
    ...(await storedPage(store, capture)),
    block,
    firstHtml: await htmlOf(store, block.firstCaptureId),
    before: latestFound?.content ? await store.bodies.readPacked(latestFound.content) : null,
    answer: { kind: "this", path },
  });
  if (taught.kind === "missing") return { kind: "elsewhere" };
  const { content, memory } = taught;
  for (const body of [content?.body, content?.diff]) if (body) await store.bodies.put(body, now);
  const change = isNews(content?.difference) ? "changed" : "verdict";
  const moved = await store.follows.move(follow.personId, follow.id, {
    pageId: capture.pageId,
    captureId: capture.id,
    pick: { ...block.pick, path },
    memory,
    observation: newObservation(block, {
      captureId: capture.id,
      now,
      verdict: pickedAt(path, content),
      change,
      content,
    }),
    lessons: block.lessons,
    now,
  });
  return moved ? { kind: "moved", view: moved } : { kind: "outdated" };
}
