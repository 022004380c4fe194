/** A tile of several blocks: how all of them are together. */
import type { FollowReply } from "@tessera/model/api";

/** From what is right to what is worst. */
const WORSE: readonly FollowReply["verdict"][] = ["found", "unsure", "unreachable", "blocked", "gone"];

/** The part by which the whole is judged: the worst of them, of equals the first. One that is paused is not looked for. */
export function worstOf(follows: readonly [FollowReply, ...FollowReply[]]): FollowReply {
  const rank = ({ verdict, pausedAt }: FollowReply): number => (pausedAt === null ? WORSE.indexOf(verdict) : 0);
  return follows.reduce((worst, part) => (rank(part) > rank(worst) ? part : worst));
}

export interface PartsInTrouble {
  readonly kind: "partMissing" | "partUnsure" | "partUnreachable";
  readonly titles: readonly string[];
}

/** Which parts are not there as they should be, worst first. */
export function partsInTrouble(follows: readonly FollowReply[]): readonly PartsInTrouble[] {
  const titles = (...verdicts: readonly FollowReply["verdict"][]): readonly string[] =>
    follows
      .filter(({ verdict, pausedAt }) => pausedAt === null && verdicts.includes(verdict))
      .map(({ title }) => title);
  const all: readonly PartsInTrouble[] = [
    { kind: "partMissing", titles: titles("gone") },
    { kind: "partUnreachable", titles: titles("blocked", "unreachable") },
    { kind: "partUnsure", titles: titles("unsure") },
  ];
  return all.filter((each) => each.titles.length > 0);
}
