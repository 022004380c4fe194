/** The menu of a tile, and what is done when a person chooses from it, by menu or key. */
import type { FollowReply, RedesignReply, TileReply } from "@tessera/model/api";
import { lensOf } from "@tessera/model/tracers";
import { ask } from "../api/ask.ts";
import type { MenuItem } from "../components/Menu.svelte";
import { runUndoable, showFailure, showToast } from "../components/toasts.svelte.ts";
import type { FollowSection } from "../follow/FollowDialog.svelte";
import { day } from "../i18n/format.ts";
import { locale, t } from "../i18n/words.svelte.ts";
import { shownNow } from "../shell/clock.svelte.ts";
import { historyPath, repairPath, safeHref, tileHistoryPath } from "../shell/place.ts";
import { go } from "../shell/router.svelte.ts";
import { me } from "../shell/session.svelte.ts";
import { titleOf } from "../tile/changed-tiles.ts";
import { worstOf } from "../tile/joined.ts";
import { recentRedesign } from "../tile/redesign.ts";
import type { OpenSheet } from "./open-sheet.svelte.ts";

export interface CommandContext {
  readonly tile: TileReply;
  readonly open: OpenSheet;
}

export function runTileCommand(
  command: Exclude<TileCommand, FollowSection | TileWindow>,
  { tile, open }: CommandContext,
): void {
  const { follow } = tile;
  const parts = tile.follows;
  const title = titleOf(tile);
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
        undo: () => open.putBack(tile),
      });
      return;
    case "pause":
      for (const { id } of parts) {
        void ask("PATCH /follows/:id", { params: { id }, body: { isPaused: follow.pausedAt === null } }).then(
          (changed) => open.take(changed),
          showFailure,
        );
      }
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
        run: async () => void (await Promise.all(parts.map(({ id }) => open.stopFollowing(id)))),
        undo: async () => void (await Promise.all(parts.map(({ id }) => open.undoStop(id)))),
      });
      return;
  }
}

/** A check looks at a whole page. */
function onePerPage(parts: readonly FollowReply[]): readonly FollowReply[] {
  return [...new Map(parts.map((part) => [part.page.id, part])).values()];
}

function redesignedOn({ at }: RedesignReply): string {
  return t("tile.redesigned", { when: day(at, { locale: locale(), timeZone: me().timeZone }) });
}

function lensNow(tracer: string): string {
  const lens = lensOf(tracer);
  return lens ? t(`lens.now.${lens}`) : t("lens.now.other", { name: tracer });
}

export type TileCommand =
  | FollowSection
  | TileWindow
  | "open"
  | "history"
  | "wrong"
  | "check"
  | "pause"
  | "separate"
  | "off"
  | "delete";

/** Windows besides those of the follow. */
export type TileWindow = "page" | "like" | "embed";

const WINDOWS: ReadonlySet<TileCommand> = new Set([
  "page",
  "like",
  "embed",
  "intent",
  "lens",
  "fetch",
  "interval",
  "notify",
  "retention",
  "feed",
]);

/** Those that are settings of the follow, or of its page. */
export function opensWindow(command: TileCommand): command is FollowSection | TileWindow {
  return WINDOWS.has(command);
}

type Run = (command: TileCommand, part?: FollowReply) => void;

/** What is done with all of them, and each part's own history and settings. */
function joinedMenu({ id, follow, follows }: TileReply, run: Run): readonly MenuItem[] {
  const source = safeHref(follow.page.url);
  const isPaused = follow.pausedAt !== null;
  return [
    ...(source ? [{ label: t("tile.open"), icon: "open", href: source } as const] : []),
    { label: t("tile.history"), icon: "history", href: tileHistoryPath(id) },
    { label: t("tile.check"), icon: "refresh", onselect: () => run("check") },
    {
      label: t(isPaused ? "tile.resume" : "tile.pause"),
      icon: isPaused ? "play" : "pause",
      onselect: () => run("pause"),
    },
    ...follows.flatMap((part, at): readonly MenuItem[] => [
      {
        label: t("tile.partHistory", { title: part.title }),
        icon: "history",
        href: historyPath(part.id),
        startsGroup: at === 0,
      },
      { label: t("tile.partSettings", { title: part.title }), icon: "clock", onselect: () => run("interval", part) },
    ]),
    { label: t("tile.separate"), icon: "grid", onselect: () => run("separate"), startsGroup: true },
    { label: t("tile.off"), icon: "close", onselect: () => run("off") },
    { label: t("tile.delete"), icon: "trash", onselect: () => run("delete"), isDanger: true },
  ];
}

/** What concerns all rows of a board; a row has its own history and repair card. */
function boardMenu(run: Run): readonly MenuItem[] {
  return [
    { label: t("tile.check"), icon: "refresh", onselect: () => run("check") },
    { label: t("tile.like"), icon: "grid", onselect: () => run("like") },
    { label: t("tile.off"), icon: "close", onselect: () => run("off"), startsGroup: true },
  ];
}

/** What a key means on this tile: a board has no page and no history of its own, and what is on it stays followed. */
export function meantBy(command: TileCommand, { content }: TileReply): TileCommand | null {
  if (content.kind !== "board") return command;
  if (command === "delete") return "off";
  return command === "off" || command === "check" || command === "like" ? command : null;
}

export function tileMenu(tile: TileReply, run: Run): readonly MenuItem[] {
  if (tile.content.kind === "board") return boardMenu(run);
  if (tile.content.kind === "joined") return joinedMenu(tile, run);
  const { follow } = tile;
  const source = safeHref(follow.page.url);
  const isPaused = follow.pausedAt !== null;
  const redesign = recentRedesign(follow, shownNow());
  return [
    ...(source ? [{ label: t("tile.open"), icon: "open", href: source } as const] : []),
    { label: t("tile.history"), icon: "history", href: historyPath(follow.id) },
    ...(redesign ? [{ label: redesignedOn(redesign), icon: "grid", href: historyPath(follow.id) } as const] : []),
    { label: t("tile.check"), icon: "refresh", onselect: () => run("check") },
    { label: t("tile.interval"), icon: "clock", onselect: () => run("interval"), startsGroup: true },
    { label: t(`intent.now.${follow.pick.intent}`), icon: "point", onselect: () => run("intent") },
    { label: lensNow(follow.tracer), icon: "point", onselect: () => run("lens") },
    { label: t(`fetch.now.${follow.page.fetcher}`), icon: "gear", onselect: () => run("fetch") },
    { label: t("tile.page"), icon: "gear", onselect: () => run("page") },
    { label: t("tile.notify"), icon: "bell", onselect: () => run("notify") },
    { label: t("tile.retention"), icon: "keep", onselect: () => run("retention") },
    { label: t("tile.feed"), icon: "feed", onselect: () => run("feed") },
    // what only a browser of the person can look at is nobody else's, and that browser opens no page by itself
    ...(follow.page.fetcher === "own-browser"
      ? []
      : ([
          { label: t("tile.like"), icon: "grid", onselect: () => run("like") },
          { label: t("tile.embed"), icon: "leave", onselect: () => run("embed") },
        ] as const)),
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
