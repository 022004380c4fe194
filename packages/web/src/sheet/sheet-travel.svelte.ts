/** The sheet in the past: whether a person looks at it, and what the blocks were then. */
import type { BlockThen } from "../tile/block-then.ts";

export class SheetTravel {
  isOn = $state(false);
  #then = $state.raw<ReadonlyMap<string, BlockThen> | null>(null);

  start(): void {
    this.isOn = true;
  }

  show(then: ReadonlyMap<string, BlockThen>): void {
    this.#then = then;
  }

  /** Back to now. */
  stop(): void {
    this.isOn = false;
    this.#then = null;
  }

  toggle(): void {
    if (this.isOn) this.stop();
    else this.start();
  }

  /** Undefined for now, null where there was nothing yet. */
  of(followId: string): BlockThen | null | undefined {
    return this.#then ? (this.#then.get(followId) ?? null) : undefined;
  }
}
