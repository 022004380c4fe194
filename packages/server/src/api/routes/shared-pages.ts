/** What the address of a sheet shows: the sheet, or those of a wall, as far as strangers may see them. */
import {
  type Gadget,
  type GadgetRefusal,
  isOwn,
  type Screen,
  type Sheet,
  type SheetId,
  type Tile,
  type TileId,
  type TilePlace,
} from "@tessera/model";
import { tidied } from "@tessera/model/grid";
import { groupsOf, withoutClosed } from "@tessera/model/groups";
import { COLUMNS, isArranged, onScreen } from "@tessera/model/screens";
import type { FollowView, SheetView, TileView } from "@tessera/store";
import { languageOf } from "../../notify/message/language.ts";
import type { SharedPage, SharedSheetPart, SharedTile } from "../../show/shared-page.ts";
import type { SheetColours, TileColours } from "../../show/sheet-colours.ts";
import { refusalOf } from "../../show/shown-to-others.ts";
import { othersParts } from "../reach.ts";
import type { Services } from "../services.ts";

/** Those that are still there: that of the address, then the others of a wall. None where one board of it is shown alone. */
export async function sheetsOf(gadget: Gadget, { store }: Services): Promise<SheetView[]> {
  const { personId, sheetId, wall, options } = gadget;
  if (options.tileId !== undefined) return [];
  const ids: readonly SheetId[] = [...(sheetId ? [sheetId] : []), ...(wall?.sheetIds ?? [])];
  const views = await Promise.all([...new Set(ids)].map((id) => store.sheets.find(personId, id)));
  return views.filter((view) => view !== null);
}

export type PageParts = Pick<SharedPage, "sheets" | "wall" | "locale" | "direction" | "words">;

/** Null where there is no sheet left. */
export async function pageParts(gadget: Gadget, base: string, services: Services): Promise<PageParts | null> {
  const person = await services.store.people.find(gadget.personId);
  const language = languageOf(person?.locale ?? "en");
  const views = await sheetsOf(gadget, services);
  const zone = await zoneOf(gadget, services);
  const parts = await Promise.all(
    views.map(async ({ sheet, tiles: all }): Promise<SharedSheetPart> => {
      const lying = lyingOn(all.map(({ tile }) => tile));
      const closed = heldByClosed(all.map(({ tile }) => tile));
      const tiles = all.filter(({ tile }) => lying.closedOn(tile.id).length < SCREENS.length);
      const shown = await Promise.all(
        tiles.map((tile) => tileOf(tile, { face: gadget.face, base, zone, language, closed, services })),
      );
      const left = shown.filter((tile) => tile !== null);
      const hidden = tiles.filter(({ views: rows }, at) => rows.length > 0 && shown[at] === null).length;
      const note = hidden > 0 ? language.say("shared.hidden", { count: hidden }) : "";
      return {
        title: sheet.title,
        tiles: placed(left, lying, { closesUp: left.length < tiles.length }),
        theme: themeOf(gadget, { sheet }),
        picture: gadget.face === "link" ? pictureOf(sheet, base) : null,
        colours: gadget.face === "link" ? coloursOf(sheet) : null,
        note: note || (left.length === 0 ? language.say("shared.empty") : ""),
      };
    }),
  );
  const [first, ...rest] = parts;
  if (!first) return null;
  return {
    sheets: [first, ...rest],
    wall: gadget.wall,
    locale: language.code,
    direction: language.direction,
    // the page itself writes the time
    words: { away: language.say("shared.away", { time: "{time}" }), paused: language.say("shared.paused") },
  };
}

const SCREENS = ["wide", "tablet", "phone"] as const;

/** Where the tiles of a sheet lie on each screen: what is closed for its person is closed for those who look, too. */
interface Lying {
  /** Without what is in a closed group there; null where it is as on the next wider screen. */
  readonly on: Readonly<Record<Screen, readonly Tile[] | null>>;
  readonly closedOn: (id: TileId) => readonly Screen[];
}

function lyingOn(tiles: readonly Tile[]): Lying {
  const seen = new Map(SCREENS.map((screen) => [screen, withoutClosed(onScreen(tiles, screen)).tiles]));
  const on = (screen: Screen) => (isArranged(tiles, screen) ? (seen.get(screen) ?? null) : null);
  return {
    on: { wide: on("wide"), tablet: on("tablet"), phone: on("phone") },
    closedOn: (id) => SCREENS.filter((screen) => !seen.get(screen)?.some((tile) => tile.id === id)),
  };
}

/** How many tiles each closed group holds, as its heading says on a wide screen. */
function heldByClosed(tiles: readonly Tile[]): ReadonlyMap<TileId, number> {
  return new Map(
    groupsOf(onScreen(tiles, "wide")).flatMap(({ heading, tiles: inside }) =>
      heading?.content.kind === "heading" && heading.content.isClosed ? [[heading.id, inside.length]] : [],
    ),
  );
}

/** Whether nobody sees this tile on any screen. */
export function isClosedIn({ tiles }: SheetView, id: TileId): boolean {
  return lyingOn(tiles.map(({ tile }) => tile)).closedOn(id).length === SCREENS.length;
}

/**
 * As they are arranged for each screen. Where strangers may not see everything, what is left closes up: nobody wonders about
 * the holes.
 */
function placed(
  shown: readonly SharedTile[],
  { on, closedOn }: Lying,
  { closesUp }: { readonly closesUp: boolean },
): readonly SharedTile[] {
  const there = new Set(shown.map(({ id }) => id));
  const placesOn = (screen: Screen): ReadonlyMap<TileId, TilePlace> => {
    const lying = (on[screen] ?? []).filter(({ id }) => there.has(id));
    return new Map((closesUp ? tidied(lying, COLUMNS[screen]) : lying).map(({ id, place }) => [id, place]));
  };
  const [wide, tablet, phone] = [placesOn("wide"), placesOn("tablet"), placesOn("phone")];
  return shown.map((tile) => ({
    ...tile,
    place: wide.get(tile.id) ?? tile.place,
    screens: { tablet: tablet.get(tile.id) ?? null, phone: phone.get(tile.id) ?? null },
    closedOn: closedOn(tile.id),
  }));
}

export async function zoneOf({ personId }: Pick<Gadget, "personId">, { store }: Services): Promise<Zone> {
  const person = await store.people.find(personId);
  return { locale: person?.locale ?? "en", timeZone: person?.timeZone ?? "UTC" };
}

export interface Zone {
  readonly locale: string;
  readonly timeZone: string;
}

interface TileParts {
  readonly face: Gadget["face"];
  readonly base: string;
  readonly zone: Zone;
  readonly language: ReturnType<typeof languageOf>;
  /** The tile of each closed group, with how many it holds. */
  readonly closed: ReadonlyMap<TileId, number>;
  readonly services: Services;
}

/**
 * Null where strangers may see nothing of it. What a person wrote is for those who were given the link, not for other sites;
 * a box to search from is nothing to look at.
 */
async function tileOf(
  view: TileView,
  { face, base, zone, language, closed, services }: TileParts,
): Promise<SharedTile | null> {
  const { id, place, style, content } = view.tile;
  const rows = await rowsForStrangers(view, services);
  const facts = {
    id,
    place,
    screens: { tablet: null, phone: null },
    colours: face === "link" ? tileColours(style) : null,
    closedOn: [],
    title: style.showTitle ? titleOf(view.tile, rows) : "",
  };
  if (isOwn(content)) {
    if (face !== "link" || content.kind === "search") return null;
    const own = content.kind === "links" ? { ...content, icons: `${base}/icons` } : content;
    const title = content.kind === "heading" ? content.title : facts.title;
    const count = closed.get(id);
    const aside = count === undefined ? null : count.toLocaleString(language.code);
    return { ...facts, title, sources: [], own, aside, mark: "" };
  }
  if (rows.length === 0) return null;
  // a table and a list are one document each
  const parts = content.kind === "board" || content.kind === "feed" ? rows.slice(0, 1) : rows;
  const seenAt = Math.min(...rows.map(lastSeen));
  return {
    ...facts,
    sources: parts.map((_, at) => `${base}/tiles/${id}?part=${at}`),
    own: null,
    aside: Number.isFinite(seenAt) ? language.say("shared.lastSeen", { when: written(seenAt, zone) }) : null,
    mark: [services.tileRenderer.linksUntil, ...rows.map(({ latestFound }) => latestFound?.id)].join(" "),
  };
}

function pictureOf({ id, picture, style }: Sheet, base: string): string | null {
  return picture && style.background?.kind === "picture" ? `${base}/pictures/${id}?${picture}` : null;
}

/** An address may have one of its own. */
export function themeOf({ options: { theme } }: Gadget, { sheet }: Pick<SheetView, "sheet">): Sheet["style"]["theme"] {
  return theme === "system" ? sheet.style.theme : theme;
}

function coloursOf({ style: { palette, background } }: Sheet): SheetColours {
  return { ...(palette ? { palette } : {}), background: background ?? null };
}

function tileColours({ background, foreground }: Tile["style"]): TileColours | null {
  return background || foreground ? { background, foreground } : null;
}

/** Sites that links on these sheets lead to. */
export function linkedSites(views: readonly SheetView[]): ReadonlySet<string> {
  const contents = views.flatMap(({ tiles }) => tiles.map(({ tile }) => tile.content));
  const groups = contents.flatMap((content) => (content.kind === "links" ? content.groups : []));
  return new Set(groups.flatMap(({ links }) => links.map(({ url }) => new URL(url).origin)));
}

/** Infinite where it is there now. */
function lastSeen({ block, page, latestFound }: FollowView): number {
  const isThere = block.verdict === "found" && page.trouble === null;
  return isThere || !latestFound ? Number.POSITIVE_INFINITY : latestFound.lastAt;
}

export function written(at: number, { locale, timeZone }: Zone): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);
}

/** Those of its rows that strangers may see. */
export async function rowsForStrangers({ views }: TileView, services: Services): Promise<readonly FollowView[]> {
  const refusals: readonly (GadgetRefusal | null)[] = await Promise.all(
    views.map((view) => refusalOf(view, othersParts(services))),
  );
  return views.filter((_, at) => refusals[at] === null);
}

/** `rows`: what is shown of it, as nothing else may give its name away. */
export function titleOf({ style, content }: Tile, rows: readonly FollowView[]): string {
  return style.title ?? ("title" in content ? content.title : null) ?? rows[0]?.follow.title ?? "";
}
