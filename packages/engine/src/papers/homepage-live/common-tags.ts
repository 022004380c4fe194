/**
 * The length of the longest common subsequence of two tag sequences, by bit vectors: a row of the usual table is a set of
 * bits and each tag of the text is one addition with carry (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004).
 * O(pattern / 30) a tag of the text.
 *
 * The text is read from its end to its start, so that one run gives the length for every suffix that it passes.
 */

/** Bits a word: two words and a carry stay below 2^31, where integers are cheap. */
const WORD_BITS = 30;
const FULL_WORD = 0x3fff_ffff;

/** A tag sequence made ready for comparison with many others. */
export class CommonTags {
  readonly length: number;
  readonly #words: number;
  /** For each label the positions where the pattern, read backwards, has it: `#words` words a label. */
  readonly #positions: Int32Array;
  readonly #labelRow: Map<number, number>;
  /** Zero bits are where the row of the table grows by one. */
  readonly #row: Int32Array;

  constructor(pattern: Uint32Array) {
    this.length = pattern.length;
    this.#words = Math.max(1, Math.ceil(pattern.length / WORD_BITS));
    this.#labelRow = new Map();
    for (const label of pattern) if (!this.#labelRow.has(label)) this.#labelRow.set(label, this.#labelRow.size);
    this.#positions = new Int32Array(this.#labelRow.size * this.#words);
    for (let at = 0; at < pattern.length; at++) {
      const bit = pattern.length - 1 - at;
      const row = this.#labelRow.get(pattern[at]) as number;
      this.#positions[row * this.#words + Math.floor(bit / WORD_BITS)] |= 1 << (bit % WORD_BITS);
    }
    this.#row = new Int32Array(this.#words);
  }

  /** Words of work that each tag of a text costs. */
  get wordsPerTag(): number {
    return this.#words;
  }

  /** Starts with an empty text. */
  start(): void {
    this.#row.fill(FULL_WORD);
  }

  /** Puts one more tag before the text. */
  prepend(label: number): void {
    const labelRow = this.#labelRow.get(label);
    if (labelRow === undefined) return;
    const from = labelRow * this.#words;
    const row = this.#row;
    let carry = 0;
    for (let word = 0; word < this.#words; word++) {
      const bits = row[word];
      const hit = bits & this.#positions[from + word];
      const sum = bits + hit + carry;
      carry = sum >>> WORD_BITS;
      row[word] = (sum & FULL_WORD) | (bits - hit);
    }
  }

  /** Length of the longest common subsequence of the pattern and the text so far. */
  common(): number {
    let ones = 0;
    for (let word = 0; word < this.#words; word++) ones += popCount(this.#row[word]);
    return this.#words * WORD_BITS - ones;
  }
}

function popCount(bits: number): number {
  let pairs = bits - ((bits >>> 1) & 0x5555_5555);
  pairs = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
