/** Progress of a long run: a bar on a terminal, elsewhere a line now and then. */

const WIDTH = 30;
const EVERY_MS = 30_000;

export class Progress {
  readonly #title: string;
  readonly #total: number;
  readonly #startedAt = performance.now();
  #saidAt = performance.now();
  #count = 0;

  constructor(title: string, total: number) {
    this.#title = title;
    this.#total = total;
  }

  step(): void {
    this.#count++;
    if (process.stderr.isTTY) process.stderr.write(`\r${this.#title} [${this.#bar()}] ${this.#standing()}   `);
    else if (performance.now() - this.#saidAt >= EVERY_MS) {
      this.#saidAt = performance.now();
      process.stderr.write(`${this.#title} ${this.#standing()}\n`);
    }
  }

  done(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  }

  #bar(): string {
    return "#".repeat(Math.round((this.#count / this.#total) * WIDTH)).padEnd(WIDTH, ".");
  }

  #standing(): string {
    const leftS = ((performance.now() - this.#startedAt) / this.#count / 1000) * (this.#total - this.#count);
    return `${this.#count}/${this.#total}, ${Math.ceil(leftS)} s left`;
  }
}
