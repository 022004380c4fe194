/** Fewer versions of a page than there are, still spread over its time. */

export interface Thinning {
  readonly everyMs?: number;
  readonly limit?: number;
}

/** Of versions in the order of time at most one in `everyMs`, and at most `limit` of those, the first and last among them. */
export function thinOut<T extends { readonly at: number }>(
  versions: readonly T[],
  { everyMs = 0, limit }: Thinning,
): readonly T[] {
  const spaced: T[] = [];
  for (const version of versions) {
    const last = spaced.at(-1);
    if (!last || version.at - last.at >= everyMs) spaced.push(version);
  }
  if (limit === undefined || spaced.length <= limit) return spaced;
  if (limit <= 1) return limit === 1 ? spaced.slice(-1) : [];
  const step = (spaced.length - 1) / (limit - 1);
  return Array.from({ length: limit }, (_, index) => spaced[Math.round(index * step)]!);
}
