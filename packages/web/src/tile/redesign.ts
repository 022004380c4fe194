/** A redesign of the page that a block was followed through: in words, and for how long a tile tells it. */
import type { FollowReply, RedesignReply } from "@tessera/model/api";
import { type Clock, instant } from "../i18n/format.ts";
import { t } from "../i18n/words.svelte.ts";

/** Long enough to be met by whoever looks at the sheet once a week. */
const TOLD_FOR_MS = 7 * 86_400_000;

/** The redesign that the tile tells; null where there was none since it is followed, or a while ago. */
export function recentRedesign({ page, createdAt }: FollowReply, now: number): RedesignReply | null {
  const { redesign } = page;
  return redesign && redesign.at > createdAt && now - redesign.at < TOLD_FOR_MS ? redesign : null;
}

/** What became of the block is said by `isFound`. */
export function redesignWords({ at, sameShare }: RedesignReply, isFound: boolean, clock: Clock): string {
  const told = { when: instant(at, clock), percent: Math.round(sameShare * 100) };
  return t(isFound ? "redesign.found" : "redesign.page", told);
}
