/** Gives every distinct string one number. */
export class Interner {
  readonly strings: string[];
  readonly #numbers = new Map<string, number>();

  constructor(first: readonly string[] = []) {
    this.strings = [...first];
    for (const [number, string] of this.strings.entries()) this.#numbers.set(string, number);
  }

  /** The number of a string, a new one where it was not seen before. */
  indexOf(string: string): number {
    const known = this.#numbers.get(string);
    if (known !== undefined) return known;
    this.#numbers.set(string, this.strings.length);
    return this.strings.push(string) - 1;
  }
}
