/** Carries out what a person chose for a tile, by menu or key, and says how it went. */
import { changeFollow, checkFollow } from "../api/follows.ts";
import type { TileReply } from "../api/replies.ts";
import { complain, tell } from "../components/toasts.svelte.ts";
import { runUndoable } from "../components/undoable.ts";
import { t } from "../i18n/words.svelte.ts";
import { historyPath, repairPath } from "../shell/place.ts";
import { go } from "../shell/router.svelte.ts";
import { safeHref } from "../shell/safe-href.ts";
import type { TileCommand } from "../tile/tile-menu.ts";
import type { OpenSheet } from "./open-sheet.svelte.ts";

export interface CommandContext {
  readonly tile: TileReply;
  readonly open: OpenSheet;
}

export function runTileCommand(command: TileCommand, { tile, open }: CommandContext): void {
  const { follow } = tile;
  const title = tile.style.title ?? follow.title;
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
      runUndoable({
        text: t("tile.isOff", { title }),
        run: () => open.takeOff(tile.id),
        undo: () => open.putBack(tile),
      });
      return;
    case "delete":
      runUndoable({
        text: t("tile.deleted", { title }),
        run: () => open.stopFollowing(follow.id),
        undo: () => open.undoStop(follow.id),
      });
      return;
    case "interval":
    case "notify":
    case "retention":
    case "feed":
      throw new RangeError("these open a window of their own");
  }
}
