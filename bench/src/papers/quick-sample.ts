/** The fixed sample of page histories that `--quick` looks at. */
import type { History } from "../data/history.ts";
import { seededRandom } from "../seeded-random.ts";

/** Page histories a set in the sample. */
const HISTORIES_PER_SET = 12;
const SEED = 20070508;

/** The same histories on every machine: a seeded choice within each set, of which `share` is kept (at least one). */
export function quickSample(histories: readonly History[], share: number): History[] {
  const kept = new Set<History>();
  for (const group of Map.groupBy(histories, (history) => history.cases[0]!.set).values()) {
    const shuffled = shuffle(group, seededRandom(SEED));
    const count = Math.max(1, Math.round(HISTORIES_PER_SET * share));
    for (const history of shuffled.slice(0, count)) kept.add(history);
  }
  return histories.filter((history) => kept.has(history));
}

/** Fisher–Yates on a copy. */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
