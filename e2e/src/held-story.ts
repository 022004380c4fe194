/**
 * The story of the demo, many times faster than it is told: it stands still at each of its stops until what the story
 * promises there was seen. A busy machine makes it longer, never another one.
 */
import type { GivenAnswer } from "./demo-visitor.ts";

export interface StoryStop {
  readonly tick: number;
  readonly name: string;
  readonly isSeen: (answers: readonly GivenAnswer[]) => Promise<boolean>;
}

const SPEED = 8;
/** As long as a busy machine may take to look at a page and show it. */
const PATIENCE_MS = 60_000;

/** As long as a story can take that is held at every stop until nobody waits any longer. */
export const longestStoryMs = (stops: number, ticks: number, tickMs: number): number =>
  stops * PATIENCE_MS + (ticks * tickMs) / SPEED;

export class HeldStory {
  readonly #tickMs: number;
  readonly #lastTick: number;
  #stops: readonly StoryStop[] = [];
  /** Where it went on, and when. */
  #from = { tick: 0, at: Date.now() };
  #heldSince: number | null = null;
  #hasBegun = false;
  readonly #missed: string[] = [];

  constructor(tickMs: number, lastTick: number) {
    this.#tickMs = tickMs;
    this.#lastTick = lastTick;
  }

  /** Begins, and stops there. */
  tell(stops: readonly StoryStop[]): void {
    this.#stops = stops;
    this.#from = { tick: 0, at: Date.now() };
    this.#hasBegun = true;
  }

  /** The time of the story in milliseconds. It stands at its beginning until it is told. */
  readonly now = (): number => {
    const elapsed = ((Date.now() - this.#from.at) * SPEED) / this.#tickMs;
    const next = this.#stops[0]?.tick ?? (this.#hasBegun ? this.#lastTick : 0);
    return Math.min(this.#from.tick + elapsed, next) * this.#tickMs;
  };

  get tick(): number {
    return Math.floor(this.now() / this.#tickMs);
  }

  /** When it came to the stop at which it stands. */
  get heldSince(): number {
    return this.#heldSince ?? Number.POSITIVE_INFINITY;
  }

  /** What was promised and never seen. */
  get missed(): readonly string[] {
    return this.#missed;
  }

  isOver(): boolean {
    return this.#stops.length === 0 && this.tick >= this.#lastTick;
  }

  /** Goes on where the promise of the stop was seen, or was waited for too long. */
  async look(answers: readonly GivenAnswer[]): Promise<void> {
    const [stop, ...others] = this.#stops;
    if (!stop || this.now() < stop.tick * this.#tickMs) return;
    this.#heldSince ??= Date.now();
    // a frame that is loaded anew while it is looked at shows nothing yet
    const seen = await stop.isSeen(answers).catch((failure: unknown) => String(failure));
    if (seen !== true && Date.now() < this.#heldSince + PATIENCE_MS) return;
    if (seen !== true) this.#missed.push(seen === false ? stop.name : `${stop.name}: ${seen}`);
    this.#from = { tick: stop.tick, at: Date.now() };
    this.#stops = others;
    this.#heldSince = null;
  }
}
