/** The changes of a span of time, by sheet: read in slices, marked as seen here before the server has heard of it. */
import type { BodyOf, ChangeReply } from "@tessera/model/api";
import { ask } from "../api/ask.ts";
import { runUndoable, showFailure } from "../components/toasts.svelte.ts";
import { t } from "../i18n/words.svelte.ts";
import { unseenChanged } from "../shell/unseen.svelte.ts";
import type { Span } from "./periods.ts";

const A_SLICE = 50;
/** As many as the server takes at once. */
const UNSEEN_AT_ONCE = 1_000;

export interface SheetOfChanges {
  /** Null for what is on no sheet. */
  readonly sheet: ChangeReply["sheet"];
  readonly changes: readonly ChangeReply[];
}

export class ShownChanges {
  readonly span: Span;
  changes = $state.raw<readonly ChangeReply[] | null>(null);
  next = $state.raw<string | null>(null);
  failure = $state.raw<unknown>(null);
  isReadingMore = $state(false);

  constructor(span: Span) {
    this.span = span;
  }

  async load(): Promise<void> {
    try {
      const shown = Math.max(A_SLICE, Math.min(200, this.changes?.length ?? 0));
      const { items, next } = await this.#ask({ limit: shown });
      // what was seen just now stays on the page until the person comes again
      const fresh = new Set(items.map(keyOf));
      const kept = this.span.unseen ? (this.changes ?? []).filter((one) => one.isSeen && !fresh.has(keyOf(one))) : [];
      this.changes = [...items, ...kept].sort((one, other) => other.at - one.at);
      this.next = next;
      this.failure = null;
    } catch (reason) {
      this.failure = reason;
    }
  }

  async more(): Promise<void> {
    const after = this.next;
    if (after === null || this.isReadingMore) return;
    this.isReadingMore = true;
    try {
      const { items, next } = await this.#ask({ limit: A_SLICE, after });
      // all of it was read again meanwhile: behind that this slice would leave a gap
      if (this.next !== after) return;
      const known = new Set(this.changes?.map(keyOf));
      this.changes = [...(this.changes ?? []), ...items.filter((one) => !known.has(keyOf(one)))];
      this.next = next;
    } catch (reason) {
      showFailure(reason);
    } finally {
      this.isReadingMore = false;
    }
  }

  /** With what came before it on the same follow. */
  async see(change: ChangeReply): Promise<void> {
    const { followId: id, observationId } = change;
    const meant = this.#keys((one) => !one.isSeen && one.followId === id && one.at <= change.at);
    await this.#mark(meant, true, () =>
      ask("POST /follows/:id/seen", { params: { id }, body: { observationId } }),
    ).catch(showFailure);
  }

  /** With what came after it on the same follow. */
  async unsee({ followId, observationId, at }: ChangeReply): Promise<void> {
    const meant = this.#keys((one) => one.isSeen && one.followId === followId && one.at >= at);
    await this.#mark(meant, false, () => unseen([{ followId, observationId }])).catch(showFailure);
  }

  /**
   * Everything of the span, or of it on one sheet, up to the latest that is shown: also what is older than the slices that are
   * here, and nothing that came since.
   */
  seeAll(of?: SheetOfChanges): void {
    const until = Math.max(...(of?.changes ?? this.changes ?? []).map(({ at }) => at));
    const meant = this.#keys((one) => !one.isSeen && (!of || one.sheet?.id === of.sheet?.id));
    if (!Number.isFinite(until) || (meant.size === 0 && !this.next)) return;
    const since = this.span.since === undefined ? {} : { since: this.span.since };
    const sheet = of ? { sheet: of.sheet?.id ?? ("none" as const) } : {};
    runUndoable({
      text: t("changes.allAreSeen"),
      run: () => this.#mark(meant, true, () => ask("POST /changes/seen", { body: { ...since, until, ...sheet } })),
      undo: ({ first }) => this.#mark(meant, false, () => unseen(first)),
    });
  }

  /** Marked here at once, and no more where the server did not take it. */
  async #mark<Reply>(keys: ReadonlySet<string>, isSeen: boolean, send: () => Promise<Reply>): Promise<Reply> {
    this.#put(keys, isSeen);
    try {
      return await send();
    } catch (failure) {
      this.#put(keys, !isSeen);
      throw failure;
    } finally {
      unseenChanged();
    }
  }

  #keys(isMeant: (change: ChangeReply) => boolean): ReadonlySet<string> {
    return new Set((this.changes ?? []).filter(isMeant).map(keyOf));
  }

  #put(keys: ReadonlySet<string>, isSeen: boolean): void {
    this.changes = this.changes?.map((one) => (keys.has(keyOf(one)) ? { ...one, isSeen } : one)) ?? null;
  }

  #ask(slice: { readonly limit: number; readonly after?: string | undefined }) {
    const { since, until, unseen } = this.span;
    return ask("GET /changes", { query: { ...slice, since, until, unseen: unseen ? "true" : undefined } });
  }
}

export function keyOf({ followId, observationId }: Pick<ChangeReply, "followId" | "observationId">): string {
  return `${followId}.${observationId}`;
}

type Unseen = BodyOf<"POST /changes/unseen">["changes"];

async function unseen(changes: Unseen): Promise<void> {
  for (let at = 0; at < changes.length; at += UNSEEN_AT_ONCE)
    await ask("POST /changes/unseen", { body: { changes: changes.slice(at, at + UNSEEN_AT_ONCE) } });
}

/** In the order of the person's sheets, what is on none last. */
export function bySheet(
  changes: readonly ChangeReply[],
  order: readonly { readonly id: string }[],
): readonly SheetOfChanges[] {
  const groups = Map.groupBy(changes, ({ sheet }) => sheet?.id ?? null);
  const places = new Map(order.map(({ id }, at) => [id, at]));
  const placeOf = (id: string | null): number => (id === null ? order.length + 1 : (places.get(id) ?? order.length));
  return [...groups]
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([, theirs]) => ({ sheet: theirs[0]?.sheet ?? null, changes: theirs }));
}
