/** Groups of tiles as one sees them: closed, or each with all that it holds. */
import { type Grouped, groupsOf } from "@tessera/model/groups";

export { withoutClosed } from "@tessera/model/groups";

/** The tile alone, or a heading with all that it holds. */
export function withGroup<T extends Grouped>(tiles: readonly T[], id: string): readonly T[] {
  const group = groupsOf(tiles).find(({ heading }) => heading?.id === id);
  return group?.heading ? [group.heading, ...group.tiles] : tiles.filter((tile) => tile.id === id);
}
