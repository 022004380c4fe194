/** What can be done with a tile, in the order of its menu. */
import type { TileReply } from "../api/replies.ts";
import type { MenuItem } from "../components/Menu.svelte";
import { t } from "../i18n/words.svelte.ts";
import { historyPath, repairPath } from "../shell/place.ts";
import { safeHref } from "../shell/safe-href.ts";

export type TileCommand =
  | "open"
  | "history"
  | "wrong"
  | "check"
  | "interval"
  | "notify"
  | "retention"
  | "feed"
  | "pause"
  | "off"
  | "delete";

export function tileMenu({ follow }: TileReply, run: (command: TileCommand) => void): readonly MenuItem[] {
  const source = safeHref(follow.page.url);
  const isPaused = follow.pausedAt !== null;
  return [
    ...(source ? [{ label: t("tile.open"), icon: "open", href: source } as const] : []),
    { label: t("tile.history"), icon: "history", href: historyPath(follow.id) },
    { label: t("tile.check"), icon: "refresh", onselect: () => run("check") },
    { label: t("tile.interval"), icon: "clock", onselect: () => run("interval"), startsGroup: true },
    { label: t("tile.notify"), icon: "bell", onselect: () => run("notify") },
    { label: t("tile.retention"), icon: "keep", onselect: () => run("retention") },
    { label: t("tile.feed"), icon: "feed", onselect: () => run("feed") },
    {
      label: t(isPaused ? "tile.resume" : "tile.pause"),
      icon: isPaused ? "play" : "pause",
      onselect: () => run("pause"),
    },
    { label: t("tile.wrong"), icon: "warn", href: repairPath(follow.id), startsGroup: true },
    { label: t("tile.off"), icon: "close", onselect: () => run("off") },
    { label: t("tile.delete"), icon: "trash", onselect: () => run("delete"), isDanger: true },
  ];
}
