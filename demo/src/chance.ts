/** Chance that is the same every time: numbers from a seed, so that a page is a pure function of its moment. */

/** From 0 up to, not including, 1; unlike for every seed. FNV-1a with a final mix. */
export function chance(...seed: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of seed.join("|")) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 2 ** 32;
}

/** One of the list, by the seed. */
export function oneOf<T>(list: readonly T[], ...seed: readonly (string | number)[]): T {
  return at(list, Math.floor(chance(...seed) * list.length));
}

/** The list without end, in both directions. */
export function at<T>(list: readonly T[], index: number): T {
  const length = list.length;
  const value = list[((index % length) + length) % length];
  if (value === undefined) throw new RangeError("an empty list has nothing to choose");
  return value;
}

/** The list begun at another place. */
export function turned<T>(list: readonly T[], by: number): readonly T[] {
  return list.map((_, index) => at(list, index + by));
}
