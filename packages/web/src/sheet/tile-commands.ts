/** What is done when a person chooses something for a tile, by menu or key. */
import type { FollowReply, TileReply } from "@tessera/model/api";
import { ask } from "../api/ask.ts";
import { runUndoable, showFailure, showToast } from "../components/toasts.svelte.ts";
import { t } from "../i18n/words.svelte.ts";
import { kindOf } from "../kinds/kinds.ts";
import { historyPath, repairPath, safeHref, tileHistoryPath } from "../shell/place.ts";
import { go } from "../shell/router.svelte.ts";
import { hasFollow, titleOf } from "../tile/changed-tiles.ts";
import { worstOf } from "../tile/joined.ts";
import type { FollowSection, TileCommand, TileWindow } from "../tile/kind.ts";
import type { OpenSheet } from "./open-sheet.svelte.ts";

export interface CommandContext {
  readonly tile: TileReply;
  readonly open: OpenSheet;
  /** The tile that the part is in, where `tile` is a part of one. */
  readonly around?: TileReply;
}

export function runTileCommand(
  command: Exclude<TileCommand, FollowSection | TileWindow>,
  { tile, open, around }: CommandContext,
): void {
  const title = titleOf(tile) || t(kindOf(tile).name);
  if (command === "off") {
    runUndoable({
      text: t(hasFollow(tile) ? "tile.isOff" : "tile.ownIsOff", { title }),
      run: () => open.takeOff(new Set([tile.id])),
      undo: (taken) => open.putBack(taken),
    });
    return;
  }
  if (!hasFollow(tile)) return;
  const { follow, follows: parts } = tile;
  switch (command) {
    case "open": {
      const source = safeHref(follow.page.url);
      if (source) window.open(source, "_blank", "noopener,noreferrer");
      return;
    }
    case "history":
      go(parts.length > 1 ? tileHistoryPath(tile.id) : historyPath(follow.id));
      return;
    case "wrong":
      go(repairPath(worstOf([follow, ...parts]).id));
      return;
    case "check":
      void Promise.all(onePerPage(parts).map(({ id }) => ask("POST /follows/:id/check", { params: { id } }))).then(
        () => showToast(t("tile.checking")),
        showFailure,
      );
      return;
    case "separate":
      runUndoable({
        text: t("tile.separated", { title }),
        run: () => open.separate(tile.id),
        undo: () => open.rejoin(tile),
      });
      return;
    case "takeOut":
      if (!around) return;
      runUndoable({
        text: t("tile.takenOut", { title }),
        run: () => open.takeOut(around, follow.id),
        undo: () => open.rejoin(around),
      });
      return;
    case "pause":
      pauseOrResume(parts, open);
      return;
    case "delete":
      runUndoable({
        text: t("tile.deleted", { title }),
        run: async () => void (await Promise.all(parts.map(({ id }) => open.stopFollowing(id)))),
        undo: async () => void (await Promise.all(parts.map(({ id }) => open.undoStop(id)))),
      });
      return;
  }
}

/** Those that go on are paused; where none does, all go on. */
function pauseOrResume(parts: readonly FollowReply[], open: OpenSheet): void {
  const active = parts.filter(({ pausedAt }) => pausedAt === null);
  const isPaused = active.length > 0;
  for (const { id } of isPaused ? active : parts) {
    void ask("PATCH /follows/:id", { params: { id }, body: { isPaused } }).then(
      (changed) => open.take(changed),
      showFailure,
    );
  }
}

/** A check looks at a whole page. */
function onePerPage(parts: readonly FollowReply[]): readonly FollowReply[] {
  return [...new Map(parts.map((part) => [part.page.id, part])).values()];
}

const WINDOWS: ReadonlySet<TileCommand> = new Set([
  "name",
  "page",
  "like",
  "embed",
  "intent",
  "lens",
  "fetch",
  "interval",
  "notify",
  "retention",
  "tags",
  "feed",
]);

/** Those that are settings of the follow, or of its page. */
export function opensWindow(command: TileCommand): command is FollowSection | TileWindow {
  return WINDOWS.has(command);
}
