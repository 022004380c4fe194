/** Memory for the arrays of one trace, used again for the next: making and freeing them took longer than filling them. */

/** What a page of a few thousand nodes needs; larger pages take what they need and give it back. */
const KEPT_BYTES = 1 << 22;
const ALIGNMENT = 8;

export class Scratch {
  #buffer = new ArrayBuffer(1 << 16);
  #used = 0;

  /** Takes all arrays back that were given out so far: whoever still holds one sees it overwritten. */
  reset(): void {
    this.#used = 0;
    if (this.#buffer.byteLength > KEPT_BYTES) this.#buffer = new ArrayBuffer(KEPT_BYTES);
  }

  /** All 0. */
  bytes(length: number): Uint8Array {
    const start = this.#take(length);
    return new Uint8Array(this.#buffer, start, length).fill(0);
  }

  /** Of any content. */
  integers(length: number): Uint32Array {
    const start = this.#take(length * Uint32Array.BYTES_PER_ELEMENT);
    return new Uint32Array(this.#buffer, start, length);
  }

  /** Of any content. */
  numbers(length: number): Float64Array {
    const start = this.#take(length * Float64Array.BYTES_PER_ELEMENT);
    return new Float64Array(this.#buffer, start, length);
  }

  /** Of any content. */
  singles(length: number): Float32Array {
    const start = this.#take(length * Float32Array.BYTES_PER_ELEMENT);
    return new Float32Array(this.#buffer, start, length);
  }

  /** Where so many bytes begin; arrays that were given out before stay where they are. */
  #take(bytes: number): number {
    if (this.#used + bytes > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(Math.max(2 * this.#buffer.byteLength, bytes));
      this.#used = 0;
    }
    const start = this.#used;
    this.#used = Math.ceil((start + bytes) / ALIGNMENT) * ALIGNMENT;
    return start;
  }
}
