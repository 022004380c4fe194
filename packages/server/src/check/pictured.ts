/**
 * Which blocks of a rendered page a picture is taken of: only those that somebody sees as one, on a sheet or in a message.
 * Each takes a tenth of a second and some kilobytes; all others are shown by their markup.
 */
import type { BlockPath } from "@tessera/model";
import type { FollowedBlock, Store } from "@tessera/store";
import type { TracedBlock } from "../trace/page-job.ts";

/** Where they are; several people who want one get the same. */
export async function picturedPaths(
  blocks: readonly FollowedBlock[],
  traced: readonly TracedBlock[],
  { checks }: Pick<Store, "checks">,
): Promise<readonly BlockPath[]> {
  const byId = new Map(blocks.map((followed) => [followed.block.id, followed]));
  const open = traced.filter((block) => isOpen(block, byId.get(block.blockId)));
  if (open.length === 0) return [];
  const chosen = await checks.shownAsPictures(open.map(({ blockId }) => blockId));
  const wanted = open.filter((block) => chosen.has(block.blockId) || isSeenAsPicture(block, byId.get(block.blockId)!));
  return wanted.flatMap(({ verdict }) => (verdict.kind === "found" ? [verdict.path] : []));
}

/** An observation of it begins, shows something else, or has no picture yet. */
function isOpen({ verdict, content }: TracedBlock, followed: FollowedBlock | undefined): boolean {
  if (verdict.kind !== "found" || !followed) return false;
  return content?.difference !== "none" || followed.latest?.picture === null;
}

function isSeenAsPicture(traced: TracedBlock, { block, follows }: FollowedBlock): boolean {
  const { verdict, content, notices } = traced;
  if (verdict.kind !== "found") return false;
  // what a script draws is in no markup
  if (verdict.shows === "drawing") return true;
  // words of the colour of their ground, which lies beside the block
  const isLost = [verdict.laidOut, ...follows.map(({ layout }) => layout)].some((seen) => seen?.isLegible === false);
  if (block.pick.extent === "one" && isLost) return true;
  const told = new Set(notices.flatMap(({ followIds }) => followIds));
  // what is told after a second look is shown as it was at the first
  const isToldLater = content?.difference !== "none";
  return follows.some(
    ({ id, channels, quiet }) => channels.length > 0 && (told.has(id) || (isToldLater && quiet.secondLook)),
  );
}
