/** Calls that come close together, done as one: what a database does for a hundred costs little more than for one. */

export interface GatherOptions {
  /** How long the first of them waits for others. */
  readonly waitMs: number;
  readonly most: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (failure: unknown) => void;
}

/** `run` answers in the order of its items. Where it fails, all that were gathered fail alike. */
export function gather<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { waitMs, most }: GatherOptions,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    const gathered = waiting;
    waiting = [];
    run(gathered.map(({ item }) => item)).then(
      (results) => {
        for (const [index, { resolve }] of gathered.entries()) resolve(results[index] as Result);
      },
      (failure: unknown) => {
        for (const { reject } of gathered) reject(failure);
      },
    );
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= most) flush();
      else timer ??= setTimeout(flush, waitMs);
    });
}
