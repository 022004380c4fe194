/** Parts are cut out of a block that is followed already, and nothing else of it is changed. */
import type { FollowReply } from "@tessera/model/api";
import type { Level } from "@tessera/page";
import { NOTHING_PICKED, type PickState } from "@tessera/page/pick-state";
import { ask } from "../api/ask.ts";
import type { Opening, Picked } from "./picked-page.svelte.ts";

/** The block as it was last found, in the page as it was then. */
export interface FollowedBlock {
  readonly follow: FollowReply;
  readonly page: Extract<Opening, { kind: "open" }>;
  readonly node: number;
  /** Parts that are cut out of it so far. */
  readonly cuts: readonly number[];
}

export async function followedBlock(id: string): Promise<FollowedBlock> {
  const [follow, { capture, node, cuts }] = await Promise.all([
    ask("GET /follows/:id", { params: { id } }),
    ask("GET /follows/:id/pick", { params: { id } }),
  ]);
  const page = await ask("GET /pages/:id", { params: { id: follow.page.id } });
  const opened = { page, capture, scripts: "none" } as const;
  return { follow, page: { kind: "open", source: page.source, opened }, node, cuts };
}

/** Chosen from the start: a press cuts out. `levels` lead to the block, the last of them perhaps to a wrapper of it. */
export function cutChoice(levels: readonly Level[], { follow, node, cuts }: FollowedBlock): PickState {
  const chosen = levels.map((level, at) => (at === levels.length - 1 ? { ...level, node } : level));
  return { ...NOTHING_PICKED, chosen, isCutting: true, cuts, extent: follow.pick.extent };
}

export function saveCuts(
  { id }: FollowReply,
  { page, preview }: Pick<Picked, "page" | "preview">,
): Promise<FollowReply> {
  const body = { captureId: page.opened.capture.id, cutPaths: preview.cutPaths };
  return ask("PUT /follows/:id/pick", { params: { id }, body });
}
