/** What is the matter with the parts of a tile of several, said above them. */
import type { FollowReply } from "@tessera/model/api";
import { type PartState, stateOf } from "./joined.ts";

export interface PartsInTrouble {
  readonly kind: "partMissing" | "partUnsure" | "partUnreachable" | "partBlank";
  readonly titles: readonly string[];
}

/** Which parts are not there as they should be, worst first. */
export function partsInTrouble(follows: readonly FollowReply[]): readonly PartsInTrouble[] {
  const titles = (...states: readonly PartState[]): readonly string[] =>
    follows.filter((part) => states.includes(stateOf(part))).map(({ title }) => title);
  const all: readonly PartsInTrouble[] = [
    { kind: "partMissing", titles: titles("gone") },
    { kind: "partUnreachable", titles: titles("blocked", "unreachable") },
    { kind: "partUnsure", titles: titles("unsure") },
    { kind: "partBlank", titles: titles("blank") },
  ];
  return all.filter((each) => each.titles.length > 0);
}
