/** A body that comes piece by piece: its start can be looked at before anything is done with it. */
import { CaptureFailure } from "@tessera/network/failure";

export class Pieces implements AsyncIterable<Uint8Array> {
  readonly #rest: AsyncIterator<Uint8Array>;
  readonly #seen: Uint8Array[] = [];

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#rest = body[Symbol.asyncIterator]();
  }

  /** The first bytes, at least this many where the body has them. */
  async start(bytes: number): Promise<Buffer> {
    let length = 0;
    while (length < bytes) {
      const { done, value } = await this.#rest.next();
      if (done) break;
      this.#seen.push(value);
      length += value.length;
    }
    return Buffer.concat(this.#seen);
  }

  /** The whole body; throws `too-large` as soon as there is more of it. */
  async all(maxBytes: number): Promise<Buffer> {
    const all: Uint8Array[] = [];
    let length = 0;
    for await (const piece of this) {
      length += piece.length;
      if (length > maxBytes) {
        throw new CaptureFailure("too-large", { message: `it is larger than ${maxBytes} bytes` });
      }
      all.push(piece);
    }
    return Buffer.concat(all, length);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield* this.#seen.splice(0);
    for (;;) {
      const { done, value } = await this.#rest.next();
      if (done) return;
      yield value;
    }
  }
}
