/** What was picked becomes a follow, or the answer to where the block of a follow is now. */
import { correct } from "../api/follows.ts";
import { followBlock, type PreviewReply } from "../api/picking.ts";
import type { FollowReply } from "../api/replies.ts";
import type { Opening } from "./page-opening.svelte.ts";
import type { PickState } from "./pick-state.ts";

export interface Picked {
  readonly page: Extract<Opening, { kind: "open" }>;
  readonly preview: PreviewReply;
  readonly extent: PickState["extent"];
  readonly title: string;
}

export function followPicked({ page, preview, extent, title }: Picked): Promise<FollowReply> {
  return followBlock({
    source: page.source,
    captureId: page.opened.capture.id,
    wish: { kind: "path", path: preview.path },
    extent,
    cutPaths: preview.cutPaths,
    ...(title.trim() ? { title: title.trim() } : {}),
  });
}

/** The block of this follow is the one that was picked. */
export function teachPicked(follow: FollowReply, { page, preview }: Picked): Promise<FollowReply> {
  return correct(follow.id, { captureId: page.opened.capture.id, answer: { kind: "this", path: preview.path } });
}
