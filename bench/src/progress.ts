/** A progress bar on a terminal; silent elsewhere. */

const WIDTH = 30;

export class Progress {
  readonly #title: string;
  readonly #total: number;
  readonly #startedAt = performance.now();
  #count = 0;

  constructor(title: string, total: number) {
    this.#title = title;
    this.#total = total;
  }

  step(): void {
    this.#count++;
    if (!process.stderr.isTTY) return;
    const filled = Math.round((this.#count / this.#total) * WIDTH);
    const leftS = ((performance.now() - this.#startedAt) / this.#count / 1000) * (this.#total - this.#count);
    const bar = "#".repeat(filled).padEnd(WIDTH, ".");
    process.stderr.write(`\r${this.#title} [${bar}] ${this.#count}/${this.#total}, ${Math.ceil(leftS)} s left   `);
  }

  done(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  }
}
