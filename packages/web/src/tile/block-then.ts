/** What a block was at an instant of the past. */
import type { ObservationReply, SheetThenReply } from "../api/replies.ts";

export interface BlockThen {
  /** What the look at that time said. */
  readonly observation: ObservationReply;
  /** The last content up to then: where the look found nothing for sure, an earlier one. */
  readonly shown: ObservationReply | null;
}

export function blocksThen(replies: readonly SheetThenReply[]): ReadonlyMap<string, BlockThen> {
  return new Map(replies.map(({ followId, observation, shown }) => [followId, { observation, shown }]));
}
