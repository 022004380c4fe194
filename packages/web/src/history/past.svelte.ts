/** The past of one block: its observations in the order of time, and the one that is looked at. */
import type { FollowReply, NumbersReply, ObservationReply } from "@tessera/model/api";
import { ask } from "../api/ask.ts";
import { areWithinMinutes } from "../i18n/format.ts";

/** More than this is not read at once; older ones come when they are asked for. */
const FIRST_SLICES = 2;
/** So far back a moment is looked for. */
const MAX_SLICES = 25;

export class Past {
  readonly followId: string;
  follow = $state.raw<FollowReply | null>(null);
  /** Oldest first. */
  observations = $state.raw<readonly ObservationReply[]>([]);
  numbers = $state.raw<readonly NumbersReply[]>([]);
  shownId = $state<string | null>(null);
  failure = $state.raw<unknown>(null);
  #next: string | null = $state(null);

  constructor(followId: string, shownId: string | null) {
    this.followId = followId;
    this.shownId = shownId;
  }

  /** Where in time the shown observation is, from 0 for the oldest. */
  get position(): number {
    const at = this.observations.findIndex(({ id }) => id === this.shownId);
    return at === -1 ? this.observations.length - 1 : at;
  }

  get shown(): ObservationReply | null {
    return this.observations[this.position] ?? null;
  }

  /** The one before the shown one that had content. */
  get before(): ObservationReply | null {
    return this.observations.slice(0, Math.max(0, this.position)).findLast(({ hasContent }) => hasContent) ?? null;
  }

  /** Where the latest redesign of the page is told, or -1. */
  get redesigned(): number {
    return this.observations.findLastIndex(({ redesign }) => redesign !== null);
  }

  /** Several observations in a minute: seconds tell them apart. */
  get isFast(): boolean {
    return areWithinMinutes(this.observations.map(({ at }) => at));
  }

  get hasOlder(): boolean {
    return this.#next !== null;
  }

  async load(): Promise<void> {
    try {
      const [follow, numbers] = await Promise.all([
        ask("GET /follows/:id", { params: { id: this.followId } }),
        ask("GET /follows/:id/numbers", { params: { id: this.followId }, query: { limit: 200 } }),
      ]);
      this.follow = follow;
      this.numbers = numbers;
      await this.#readSlices(FIRST_SLICES);
      await this.#readToShown();
    } catch (failure) {
      this.failure = failure;
    }
  }

  /** When something was observed while the page is open: what is shown stays, unless it was the latest. */
  async reload(): Promise<void> {
    const wasLatest = this.position === this.observations.length - 1;
    this.observations = [];
    await this.load();
    if (wasLatest) this.shownId = null;
  }

  async loadOlder(): Promise<void> {
    await this.#readSlices(1, this.#next);
  }

  go(position: number): void {
    const to = Math.min(this.observations.length - 1, Math.max(0, position));
    this.shownId = this.observations[to]?.id ?? null;
  }

  /** A link may lead to a moment that is further back. */
  async #readToShown(): Promise<void> {
    const isShown = () => this.shownId === null || this.observations.some(({ id }) => id === this.shownId);
    for (let count = 0; count < MAX_SLICES && this.#next !== null && !isShown(); count++) await this.loadOlder();
  }

  async #readSlices(most: number, after: string | null = null): Promise<void> {
    let next = after;
    for (let count = 0; count < most; count++) {
      const slice = await ask("GET /follows/:id/history", {
        params: { id: this.followId },
        query: { limit: 200, after: next ?? undefined },
      });
      this.observations = [...slice.items.toReversed(), ...this.observations];
      next = slice.next;
      if (next === null) break;
    }
    this.#next = next;
  }
}
