/** The menu of a tile of blocks: what is done with all of them, and the settings of each. */
import type { TileStyle } from "@tessera/model";
import type { FollowReply, FollowTileReply, RedesignReply } from "@tessera/model/api";
import { lensOf } from "@tessera/model/tracers";
import type { MenuItem } from "../../components/Menu.svelte";
import { fetchedAs } from "../../follow/fetched-as.ts";
import { day } from "../../i18n/format.ts";
import { locale, t } from "../../i18n/words.svelte.ts";
import { shownNow } from "../../shell/clock.svelte.ts";
import { historyPath, pickPath, repairPath, safeHref, tileHistoryPath } from "../../shell/place.ts";
import { place } from "../../shell/router.svelte.ts";
import { me } from "../../shell/session.svelte.ts";
import { arrangingItems, type RunCommand } from "../../tile/kind.ts";
import { canBe, wayOfPart, waysToShow, withWayOfPart } from "../../tile/part-ways.ts";
import { recentRedesign } from "../../tile/redesign.ts";

export type Restyle = (style: TileStyle) => void;

export function blockMenu(tile: FollowTileReply, run: RunCommand, onrestyle: Restyle): readonly MenuItem[] {
  if (!tile.follow.isOwn) return sharedMenu(tile, run);
  if (tile.content.kind === "joined") return joinedMenu(tile, run, onrestyle);
  return [
    ...followItems(tile.follow, run),
    nameItem(run),
    ...arrangingItems(run),
    { label: t("tile.off"), icon: "close", onselect: () => run("off") },
    { label: t("tile.delete"), icon: "trash", onselect: () => run("delete"), isDanger: true },
  ];
}

/** What is done with a follow, in a tile of its own or as a part of one. */
function followItems(follow: FollowReply, run: RunCommand): readonly MenuItem[] {
  const redesign = recentRedesign(follow, shownNow());
  return [
    ...lookItems(follow),
    ...(redesign ? [{ label: redesignedOn(redesign), icon: "grid", href: historyPath(follow.id) } as const] : []),
    { label: t("tile.check"), icon: "refresh", onselect: () => run("check") },
    { label: t("tile.interval"), icon: "clock", onselect: () => run("interval"), startsGroup: true },
    { label: t(`intent.now.${follow.pick.intent}`), icon: "point", onselect: () => run("intent") },
    ...cutItems(follow),
    { label: lensNow(follow.tracer), icon: "point", onselect: () => run("lens") },
    {
      label: t(`fetch.now.${fetchedAs(follow.page.fetcher, follow.page.hasSteps)}`),
      icon: "gear",
      onselect: () => run("fetch"),
    },
    { label: t("tile.page"), icon: "gear", onselect: () => run("page") },
    ...tellingItems(follow, run),
    // what only a browser of the person can look at is nobody else's, and that browser opens no page by itself
    ...(follow.page.fetcher === "own-browser"
      ? []
      : ([
          { label: t("tile.like"), icon: "grid", onselect: () => run("like") },
          { label: t("tile.embed"), icon: "leave", onselect: () => run("embed") },
        ] as const)),
    pauseItem(follow, run),
    { label: t("tile.wrong"), icon: "warn", href: repairPath(follow.id), startsGroup: true },
  ];
}

/** Only in a block that is there can anybody point at parts. */
function cutItems({ id, verdict, page: { url } }: FollowReply): readonly MenuItem[] {
  if (verdict !== "found") return [];
  const here = place();
  const back = here.page === "sheet" ? { sheet: here.id } : {};
  return [{ label: t("tile.cut"), icon: "point", href: pickPath({ url, follow: id, show: "cuts", ...back }) }];
}

/** Who is told of it, what is kept of it, and where else it is found. */
function tellingItems({ tags }: FollowReply, run: RunCommand): readonly MenuItem[] {
  return [
    { label: t("tile.notify"), icon: "bell", onselect: () => run("notify") },
    { label: t("tile.retention"), icon: "keep", onselect: () => run("retention") },
    { label: tagsNow(tags), icon: "tag", onselect: () => run("tags") },
    { label: t("tile.feed"), icon: "feed", onselect: () => run("feed") },
  ];
}

/** Of anybody's follow: where it comes from, and what it was. */
function lookItems({ id, page }: FollowReply, history: string = historyPath(id)): readonly MenuItem[] {
  const source = safeHref(page.url);
  return [
    ...(source ? [{ label: t("tile.open"), icon: "open", href: source } as const] : []),
    { label: t("tile.history"), icon: "history", href: history },
  ];
}

/** Of one or of several, which are paused where all of them are. */
export function pauseItem(of: FollowReply | readonly FollowReply[], run: RunCommand): MenuItem {
  const isPaused = [of].flat().every(({ pausedAt }) => pausedAt !== null);
  return {
    label: t(isPaused ? "tile.resume" : "tile.pause"),
    icon: isPaused ? "play" : "pause",
    onselect: () => run("pause"),
  };
}

/** One of several that a tile shows: it leads on to what a tile of its own would offer, and to `more`, which only a part has. */
export function partItem(part: FollowReply, run: RunCommand, more: readonly MenuItem[] = []): MenuItem {
  return leadingTo(part, run, (runPart) => [...followItems(part, runPart), nameItem(runPart), ...more]);
}

/** A feed of a tile: nobody points at anything in it, so nothing is said of what stands where. */
export function feedItem(part: FollowReply, run: RunCommand): MenuItem {
  return leadingTo(part, run, (runPart) => [
    ...lookItems(part),
    { label: t("tile.check"), icon: "refresh", onselect: () => runPart("check") },
    { label: t("tile.interval"), icon: "clock", onselect: () => runPart("interval"), startsGroup: true },
    ...tellingItems(part, runPart),
    pauseItem(part, runPart),
    nameItem(runPart),
  ]);
}

type OfPart = (run: RunCommand) => readonly MenuItem[];

/** What may be done with somebody else's is to look at it. */
function leadingTo(part: FollowReply, run: RunCommand, itemsOf: OfPart): MenuItem {
  const runPart: RunCommand = (command) => run(command, part);
  return {
    label: part.title,
    icon: part.pausedAt === null ? "point" : "pause",
    items: () =>
      part.isOwn
        ? [
            ...itemsOf(runPart),
            { label: t("tile.delete"), icon: "trash", onselect: () => runPart("delete"), isDanger: true },
          ]
        : lookItems(part),
  };
}

function nameItem(run: RunCommand): MenuItem {
  return { label: t("tile.name"), icon: "note", onselect: () => run("name") };
}

/** Of somebody else's sheet: what its owner has set for the block stays theirs. */
function sharedMenu({ id, follow, follows, content }: FollowTileReply, run: RunCommand): readonly MenuItem[] {
  return [
    ...lookItems(follow, follows.length > 1 ? tileHistoryPath(id) : undefined),
    ...(content.kind === "joined"
      ? [
          ...partsGroup(follows.map((part) => partItem(part, run))),
          { label: t("tile.separate"), icon: "grid", onselect: () => run("separate"), startsGroup: true } as const,
        ]
      : []),
    { label: t("tile.off"), icon: "close", onselect: () => run("off") },
  ];
}

/** What is done with all of them, and each part with everything of its own. */
function joinedMenu(tile: FollowTileReply, run: RunCommand, onrestyle: Restyle): readonly MenuItem[] {
  const { id, follow, follows } = tile;
  return [
    ...lookItems(follow, tileHistoryPath(id)),
    { label: t("tile.check"), icon: "refresh", onselect: () => run("check") },
    pauseItem(follows, run),
    ...partsGroup(
      follows.map((part) =>
        partItem(part, run, [
          showAs(tile, part, { run, onrestyle }),
          { label: t("tile.takeOut"), icon: "leave", onselect: () => run("takeOut", part) },
        ]),
      ),
    ),
    { label: t("tile.separate"), icon: "grid", onselect: () => run("separate"), startsGroup: true },
    ...arrangingItems(run),
    { label: t("tile.off"), icon: "close", onselect: () => run("off") },
    { label: t("tile.delete"), icon: "trash", onselect: () => run("delete"), isDanger: true },
  ];
}

function partsGroup(parts: readonly MenuItem[]): readonly MenuItem[] {
  return parts.map((part, at) => ({ ...part, startsGroup: at === 0 }));
}

interface Choosing {
  readonly run: RunCommand;
  readonly onrestyle: Restyle;
}

function showAs({ style }: FollowTileReply, part: FollowReply, { run, onrestyle }: Choosing): MenuItem {
  const chosen = wayOfPart(style, part.id);
  const can = canBe({ follow: part, shown: part.latestFound });
  return {
    label: t("tile.partShownAs", { way: t(`look.way.${chosen}`) }),
    icon: "text",
    items: () => [
      ...waysToShow(can, chosen).map(
        (way): MenuItem => ({
          label: t(`look.way.${way}`),
          icon: "check",
          isChosen: way === chosen,
          onselect: () => onrestyle(withWayOfPart(style, part.id, way)),
        }),
      ),
      // it leads to where the page is given a browser, if that helps
      ...(can.noPicture
        ? [
            {
              label: t(`tile.noPicture.${can.noPicture}`),
              icon: "wrong",
              ...(can.noPicture === "raw" ? { onselect: () => run("fetch", part) } : {}),
            } as const,
          ]
        : []),
    ],
  };
}

function redesignedOn({ at }: RedesignReply): string {
  return t("tile.redesigned", { when: day(at, { locale: locale(), timeZone: me().timeZone }) });
}

function lensNow(tracer: string): string {
  const lens = lensOf(tracer);
  return lens ? t(`lens.now.${lens}`) : t("lens.now.other", { name: tracer });
}

/** The tags that it has, where there are some. */
function tagsNow(tags: readonly string[]): string {
  return tags.length > 0 ? t("tags.now", { tags: tags.join(", ") }) : t("tile.tags");
}
