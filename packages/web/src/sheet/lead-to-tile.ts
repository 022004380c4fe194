/** A link that led to one tile of a sheet: its group is opened, and it takes the focus as soon as it is there. */
import type { TileContent } from "@tessera/model";
import type { TileReply } from "@tessera/model/api";
import { groupsOf } from "@tessera/model/groups";

type Compose = (id: string, content: TileContent) => unknown;

/** Ends by itself when it is there, and with what it returns before. */
export function leadToTile(tiles: readonly TileReply[], id: string, compose: Compose): () => void {
  const heading = groupsOf(tiles).find((group) => group.tiles.some((tile) => tile.id === id))?.heading;
  if (heading?.content.kind === "heading" && heading.content.isClosed) {
    compose(heading.id, { ...heading.content, isClosed: false });
  }
  const isThere = (): boolean => {
    const element = document.getElementById(`tile-${id}`);
    element?.scrollIntoView({ block: "center" });
    element?.focus({ preventScroll: true });
    return element !== null;
  };
  // kinds are loaded when they are used
  const watching = new MutationObserver(() => isThere() && watching.disconnect());
  if (!isThere()) watching.observe(document.body, { childList: true, subtree: true });
  return () => watching.disconnect();
}
