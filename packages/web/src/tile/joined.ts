/** A tile of several blocks: how all of them are together. */
import type { FollowReply, FollowTileReply, TileReply } from "@tessera/model/api";
import { isBlank } from "@tessera/model/ways";

export type PartState = FollowReply["verdict"] | "blank";

/** From what is right to what is worst. */
const WORSE: readonly PartState[] = ["found", "blank", "unsure", "unreachable", "blocked", "gone"];

/** One that is paused is not looked for. */
export function stateOf({ verdict, pausedAt, latest }: FollowReply): PartState {
  if (pausedAt !== null) return "found";
  return verdict === "found" && isBlank(latest) ? "blank" : verdict;
}

/** The part by which the whole is judged: the worst of them, of equals the first. */
export function worstOf(follows: readonly [FollowReply, ...FollowReply[]]): FollowReply {
  const rank = (part: FollowReply): number => WORSE.indexOf(stateOf(part));
  return follows.reduce((worst, part) => (rank(part) > rank(worst) ? part : worst));
}

/** A part as if it had a tile of its own: what is done with that is done with the part alone. */
export function tileOfPart(tile: TileReply, part: FollowReply): FollowTileReply {
  const style = { ...tile.style, title: null };
  return { ...tile, followId: part.id, follow: part, follows: [part], content: { kind: "follow" }, style };
}
