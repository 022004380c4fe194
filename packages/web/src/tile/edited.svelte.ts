/** What is edited in a window while others may change the same: it is stored over what it was made from, and over nothing else. */
import type { Composed } from "./kind.ts";

export class Edited {
  /** Somebody else has changed it since: the person decides which of both stays. */
  isContested = $state(false);
  readonly #now: () => unknown;
  #from: string;
  #isSaving = false;

  /** Given what says how it is at any time. */
  constructor(now: () => unknown) {
    this.#now = now;
    this.#from = JSON.stringify(now());
  }

  /** Whether it is stored, and the window has nothing more to do. */
  async save(send: () => Promise<Composed>): Promise<boolean> {
    if (this.#isSaving) return false;
    this.isContested = JSON.stringify(this.#now()) !== this.#from;
    if (this.isContested) return false;
    this.#isSaving = true;
    const came = await send();
    this.#isSaving = false;
    this.isContested = came === "contested";
    return came === "stored";
  }

  /** From what it is now, whatever that is. */
  begin(): void {
    this.#from = JSON.stringify(this.#now());
    this.isContested = false;
  }
}
