/** Carries out what a person chose for a tile, by menu or key, and says how it went. */
import { changeFollow, checkFollow } from "../api/follows.ts";
import type { TileReply } from "../api/replies.ts";
import { addTile } from "../api/sheets.ts";
import { complain, tell } from "../parts/toasts.svelte.ts";
import { historyPath, repairPath } from "../route/place.ts";
import { go } from "../route/router.svelte.ts";
import { t } from "../words/words.svelte.ts";
import type { OpenSheet } from "./open-sheet.svelte.ts";
import { safeHref } from "./safe-href.ts";
import type { TileCommand } from "./tile-menu.ts";

export interface CommandContext {
  readonly tile: TileReply;
  readonly open: OpenSheet;
}

export function runTileCommand(command: TileCommand, { tile, open }: CommandContext): void {
  const { follow } = tile;
  switch (command) {
    case "open": {
      const source = safeHref(follow.page.url);
      if (source) window.open(source, "_blank", "noopener,noreferrer");
      return;
    }
    case "history":
      go(historyPath(follow.id));
      return;
    case "wrong":
      go(repairPath(follow.id));
      return;
    case "check":
      void checkFollow(follow.id).then(() => tell(t("tile.checking")), complain);
      return;
    case "pause":
      void changeFollow(follow.id, { isPaused: follow.pausedAt === null }).then(
        (changed) => open.take(changed),
        complain,
      );
      return;
    case "off":
      void open.takeOff(tile.id).then((isSaved) => {
        if (isSaved) tell(t("tile.isOff"), { undo: () => void putBack({ tile, open }) });
      });
      return;
    case "delete":
      void open.stopFollowing(follow.id).then((isSaved) => {
        const title = tile.style.title ?? follow.title;
        if (isSaved) tell(t("tile.deleted", { title }), { undo: () => void open.undoStop(follow.id) });
      });
      return;
    case "interval":
    case "notify":
    case "retention":
    case "feed":
      throw new RangeError("these open a window of their own");
  }
}

async function putBack({ tile, open }: CommandContext): Promise<void> {
  try {
    const { followId, place, style } = tile;
    await addTile(open.id, { followId, place, style });
    await open.load();
  } catch (failure) {
    complain(failure);
  }
}
