/** The numbers that can be rows of a board: those that are on it, then the person's own; of very many by what is looked for. */
import type { FollowReply } from "@tessera/model/api";
import { ask } from "../../api/ask.ts";
import { showFailure } from "../../components/toasts.svelte.ts";

const SLICE = 200;
/** As many follows are gone through at once; whoever has more looks for what they want. */
const MAX_FOLLOWS = 1_000;

export class OfferedRows {
  readonly #rows: readonly FollowReply[];
  /** By id, in the order in which they came. */
  #known = $state.raw<ReadonlyMap<string, FollowReply>>(new Map());
  /** What the server found by its own way of comparing, also by addresses. */
  #found = $state.raw<{ readonly words: string; readonly ids: ReadonlySet<string> } | null>(null);
  readonly all = $derived([...this.#known.values()]);
  /** Whether nobody has to look for more. */
  isWhole = $state(true);
  isReading = $state(true);
  #questions = 0;

  constructor(rows: readonly FollowReply[]) {
    this.#rows = rows;
  }

  async read(): Promise<void> {
    try {
      const { numbers, isAll } = await numbersAmong();
      this.#add([...this.#rows, ...numbers]);
      this.isWhole = isAll;
    } finally {
      this.isReading = false;
    }
  }

  async find(words: string): Promise<void> {
    const question = ++this.#questions;
    this.isReading = true;
    try {
      const { numbers } = await numbersAmong(words);
      this.#add(numbers);
      if (question === this.#questions) this.#found = { words, ids: new Set(numbers.map(({ id }) => id)) };
    } catch (failure) {
      showFailure(failure);
    } finally {
      if (question === this.#questions) this.isReading = false;
    }
  }

  shown(filter: string): readonly FollowReply[] {
    const words = filter.trim();
    const low = words.toLocaleLowerCase();
    const found = this.#found?.words === words ? this.#found.ids : null;
    return this.all.filter(
      ({ id, title, value }) => found?.has(id) || `${title} ${value ?? ""}`.toLocaleLowerCase().includes(low),
    );
  }

  #add(more: readonly FollowReply[]): void {
    const known = new Map(this.#known);
    for (const follow of more) if (!known.has(follow.id)) known.set(follow.id, follow);
    this.#known = known;
  }
}

async function numbersAmong(words?: string) {
  const numbers: FollowReply[] = [];
  let after: string | undefined;
  for (let count = 0; count < MAX_FOLLOWS; count += SLICE) {
    const { items, next } = await ask("GET /follows", { query: { limit: SLICE, words, after } });
    numbers.push(...items.filter(({ number }) => number !== null));
    if (next === null) return { numbers, isAll: true };
    after = next;
  }
  return { numbers, isAll: false };
}
