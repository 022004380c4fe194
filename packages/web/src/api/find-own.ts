/** The search of one's own: one that has looked at as much as one request may, and found nothing yet, goes on by itself. */
import type { ReplyOf } from "@tessera/model/api";
import { ask } from "./ask.ts";

export interface OwnQuestion {
  readonly q: string;
  readonly in: "current" | "history";
  readonly limit?: number;
  readonly cursor?: string | undefined;
}

export type OwnAnswer = ReplyOf<"GET /search">;

const MAX_TIMES = 8;

export async function findOwn(question: OwnQuestion, signal?: AbortSignal): Promise<OwnAnswer> {
  // what the person wrote comes with the first answer
  let tiles: OwnAnswer["tiles"] | null = null;
  let { cursor } = question;
  for (let times = 1; ; times++) {
    const answer = await ask("GET /search", { query: { ...question, cursor }, ...(signal ? { signal } : {}) });
    tiles ??= answer.tiles;
    if (answer.hits.length > 0 || answer.next === null || times >= MAX_TIMES) return { ...answer, tiles };
    cursor = answer.next;
  }
}
