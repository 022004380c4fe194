/** The items of a feed tile, and what has been read of them: shown at once, kept on the server. */
import type { FeedItemReply, FeedItemsReply } from "@tessera/model/api";
import { ask } from "../../api/ask.ts";
import { runUndoable, showFailure } from "../../components/toasts.svelte.ts";
import { t } from "../../i18n/words.svelte.ts";

type ItemName = Pick<FeedItemReply, "followId" | "id">;

/** Ids are those of the feeds: two may use the same. */
export function keyOf({ followId, id }: ItemName): string {
  return `${followId} ${id}`;
}

/** What the person did, until the server has answered. */
interface Mark {
  readonly isRead: boolean;
}

export class FeedItems {
  /** As the server has it. */
  #stored = $state.raw<FeedItemsReply | null>(null);
  /** By item; the latest where there are several. */
  #marks = $state.raw<ReadonlyMap<string, Mark>>(new Map());
  #questions = 0;
  /** Why the items could not be read the last time. */
  failure = $state.raw<unknown>(null);
  readonly reply = $derived(this.#stored && withMarks(this.#stored, this.#marks));

  async load(tileId: string, limit: number): Promise<void> {
    const question = ++this.#questions;
    try {
      const reply = await ask("GET /tiles/:id/items", { params: { id: tileId }, query: { limit } });
      if (question === this.#questions) [this.#stored, this.failure] = [reply, null];
    } catch (failure) {
      if (question === this.#questions) this.failure = failure;
    }
  }

  get unread(): number {
    return this.reply?.items.filter(({ isRead }) => !isRead).length ?? 0;
  }

  async mark(items: readonly FeedItemReply[], isRead: boolean): Promise<void> {
    const changed = items.filter((item) => item.isRead !== isRead);
    const mark: Mark = { isRead };
    this.#marks = new Map([...this.#marks, ...changed.map((item) => [keyOf(item), mark] as const)]);
    const byFeed = Map.groupBy(changed, ({ followId }) => followId);
    await Promise.all([...byFeed].map(([id, some]) => this.#send(id, some, mark)));
  }

  /** One press, and so one to take it back. */
  markAll(): void {
    const unread = (this.reply?.items ?? []).filter(({ isRead }) => !isRead);
    if (unread.length === 0) return;
    const read = unread.map((item) => ({ ...item, isRead: true }));
    runUndoable({
      text: t("feed.markedAll", { count: unread.length }),
      run: () => this.mark(unread, true),
      undo: () => this.mark(read, false),
    });
  }

  /** What the server did not take is shown as it was. */
  async #send(id: FeedItemReply["followId"], items: readonly FeedItemReply[], mark: Mark): Promise<void> {
    const sent = new Map(items.map((item) => [keyOf(item), mark]));
    try {
      const body = { items: items.map((item) => item.id), isRead: mark.isRead };
      await ask("POST /follows/:id/items/read", { params: { id }, body });
      if (this.#stored) this.#stored = withMarks(this.#stored, sent);
    } catch (failure) {
      showFailure(failure);
    } finally {
      this.#marks = new Map([...this.#marks].filter(([key, latest]) => !sent.has(key) || latest !== mark));
    }
  }
}

function withMarks(reply: FeedItemsReply, marks: ReadonlyMap<string, Mark>): FeedItemsReply {
  if (marks.size === 0) return reply;
  return { ...reply, items: reply.items.map((item) => ({ ...item, ...marks.get(keyOf(item)) })) };
}
