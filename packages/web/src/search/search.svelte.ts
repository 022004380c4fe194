/** What is being looked for and what was found: asked a moment after the last key, and never an answer to an older question. */
import type { FoundTileReply, SearchHitReply } from "@tessera/model/api";
import { findOwn } from "../api/find-own.ts";

export interface Question {
  readonly words: string;
  readonly where: "current" | "history";
  readonly tag: string;
  /** Title of a sheet. */
  readonly sheet: string;
}

/** Long enough for the next key of somebody who types, too short to be waited for. */
const WAIT_MS = 150;

export class Search {
  hits = $state.raw<readonly SearchHitReply[]>([]);
  /** What the person wrote and says it. */
  tiles = $state.raw<readonly FoundTileReply[]>([]);
  /** More of it may say it. */
  areTilesCut = $state.raw(false);
  next = $state.raw<string | null>(null);
  isBehind = $state.raw(false);
  isBusy = $state.raw(false);
  failure = $state.raw<unknown>(null);
  /** What the hits are an answer to; null before the first. */
  answered = $state.raw<Question | null>(null);
  #asked: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Looks for it in a moment, unless something else is asked meanwhile. */
  look(question: Question, waitMs = WAIT_MS): void {
    this.stop();
    if (!asksAnything(question)) {
      [this.hits, this.tiles, this.next, this.failure, this.answered] = [[], [], null, null, null];
      this.areTilesCut = false;
      return;
    }
    this.isBusy = true;
    this.#timer = setTimeout(() => void this.#ask(question), waitMs);
  }

  /** Those behind the last hit. */
  async more(): Promise<void> {
    if (this.answered && this.next && !this.isBusy) await this.#ask(this.answered, this.next);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    this.#asked = null;
    this.isBusy = false;
  }

  async #ask(question: Question, after: string | null = null): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    this.isBusy = true;
    try {
      const query = { q: textOf(question), in: question.where, cursor: after ?? undefined };
      const answer = await findOwn(query, asked.signal);
      if (asked.signal.aborted) return;
      this.hits = after === null ? answer.hits : [...this.hits, ...answer.hits];
      if (after === null) [this.tiles, this.areTilesCut] = [answer.tiles, answer.areTilesCut];
      [this.next, this.isBehind, this.failure, this.answered] = [answer.next, answer.isBehind, null, question];
    } catch (failure) {
      if (!asked.signal.aborted) this.failure = failure;
    } finally {
      if (this.#asked === asked) this.isBusy = false;
    }
  }
}

export function asksAnything({ words, tag, sheet }: Question): boolean {
  return words.trim() !== "" || tag !== "" || sheet !== "";
}

/** The question as the server takes it: filters first, because the last word may still be being typed. */
function textOf({ words, tag, sheet }: Question): string {
  const quoted = (text: string) => `"${text.replaceAll(/["“”„]/g, " ")}"`;
  const filters = [...(tag ? [`tag:${quoted(tag)}`] : []), ...(sheet ? [`in:${quoted(sheet)}`] : [])];
  return [...filters, words].join(" ");
}

/** The address of a question, so that it can be kept, sent and come back to. */
export function searchPath({ words, where, tag, sheet }: Question): string {
  const said = Object.entries({ q: words, in: where === "history" ? where : "", tag, sheet });
  const query = new URLSearchParams(said.filter(([, value]) => value !== "")).toString();
  return query === "" ? "/search" : `/search?${query}`;
}
