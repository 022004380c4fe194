/** Something that is done again and again in the background: at once when it is woken, otherwise after as long as it says. */

export interface LoopOptions {
  /** Before the first round. */
  readonly begin?: () => Promise<unknown>;
  /** Gives the time until the next round in milliseconds. */
  readonly round: () => Promise<number>;
  readonly onError: (error: unknown) => void;
  /** Until the next round after one that threw: what fails must not be tried without a pause. */
  readonly afterErrorMs: number;
}

export class Loop {
  readonly #options: LoopOptions;
  #running: Promise<void> | null = null;
  #isStopping = false;
  /** Since the round began: whoever wakes may come before it sleeps. */
  #isWoken = false;
  #endSleep: () => void = () => undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** Idempotent; it can be started again once it has stopped. */
  start(): void {
    if (this.#running !== null) return;
    this.#isStopping = false;
    this.#running = this.#run();
  }

  /** Finishes the round under way. Idempotent. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#running;
    this.#running = null;
  }

  /** The next round begins now, or after the one under way. */
  wake(): void {
    this.#isWoken = true;
    this.#endSleep();
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  async #run(): Promise<void> {
    const { begin, round, onError, afterErrorMs } = this.#options;
    await begin?.().catch(onError);
    while (!this.#isStopping) {
      this.#isWoken = false;
      const sleepMs = await round().catch((error: unknown) => {
        onError(error);
        return afterErrorMs;
      });
      if (sleepMs > 0 && !this.#isWoken) await this.#sleep(sleepMs);
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
