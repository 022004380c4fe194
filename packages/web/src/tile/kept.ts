/** What was measured and is worth keeping in the browser; where it keeps nothing, it is measured again. */

export type Entries<T> = readonly (readonly [key: string, value: T])[];

/** Anything may stand there: what is no such entry is left out. */
export function readKept<T>(
  name: string,
  isValue: (value: unknown) => value is T,
  storage = (): Storage => sessionStorage,
): [string, T][] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(name) ?? "[]");
    const isEntry = (entry: unknown): entry is [string, T] =>
      Array.isArray(entry) && typeof entry[0] === "string" && isValue(entry[1]);
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

export function keep<T>(name: string, entries: Entries<T>, storage = (): Storage => sessionStorage): void {
  try {
    storage().setItem(name, JSON.stringify(entries));
  } catch {
    // full, or forbidden
  }
}
