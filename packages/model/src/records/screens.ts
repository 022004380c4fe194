/** Screens of different widths: which one it is, and where the tiles lie on it; for the browser as well, without schemas. */
import { bottomOf, placedBelow, readingOrder, SHEET_COLUMNS, within } from "./grid.ts";
import type { Screen, ScreenPlace, ScreenPlaces } from "./sheet.ts";
import type { TileContent } from "./tile-content.ts";

/** Two columns on a phone: a twelfth of it holds nothing. */
export const COLUMNS: Readonly<Record<Screen, number>> = { phone: 2, tablet: SHEET_COLUMNS, wide: SHEET_COLUMNS };

/** Narrower than these, as media queries: the tiles are laid out for the next smaller screen. */
export const PHONE = "max-width: 44rem";
export const TABLET = "max-width: 68rem";

/** What of a tile says where it lies. */
export interface OnScreens {
  readonly id: string;
  readonly place: ScreenPlace;
  readonly screens?: ScreenPlaces | undefined;
  readonly content: Pick<TileContent, "kind">;
}

/** Whether a person has put the tiles of this screen where they are. */
export function isArranged(tiles: readonly OnScreens[], screen: Screen): boolean {
  return screen === "wide" || tiles.some(({ screens }) => screens?.[screen]);
}

/**
 * The tiles with their places on a screen: as a person arranged it, or else as the next wider one that somebody did. What
 * came to a sheet after that lies below everything.
 */
export function onScreen<T extends OnScreens>(tiles: readonly T[], screen: Screen): readonly T[] {
  if (screen === "wide") return tiles.map((tile) => settled(tile, SHEET_COLUMNS));
  const wider = onScreen(tiles, screen === "phone" ? "tablet" : "wide");
  const here = new Map(
    tiles.flatMap(({ id, screens }) => {
      const place = screens?.[screen];
      return place ? [[id, place] as const] : [];
    }),
  );
  if (here.size === 0) return screen === "phone" ? stacked(wider) : wider;
  const later = wider.filter(({ id }) => !here.has(id));
  const below = screen === "phone" ? stacked(later) : later;
  const added = new Map(placedBelow([...here.values()], below, COLUMNS[screen]).map(({ id, place }) => [id, place]));
  return tiles.map((tile) => {
    const place = here.get(tile.id) ?? added.get(tile.id) ?? tile.place;
    return settled({ ...tile, place }, COLUMNS[screen]);
  });
}

/** One below the other, as wide as the screen, in reading order. */
function stacked<T extends OnScreens>(tiles: readonly T[]): readonly T[] {
  const places = new Map<string, ScreenPlace>();
  let y = 0;
  for (const { id, place } of readingOrder(tiles)) {
    const { height } = place;
    places.set(id, { x: 0, y, width: COLUMNS.phone, height });
    y = bottomOf({ ...place, y });
  }
  return tiles.map((tile) => ({ ...tile, place: places.get(tile.id) ?? tile.place }));
}

/** A heading is as wide as its screen, wherever it came from, and nothing lies beyond the last column. */
function settled<T extends OnScreens>(tile: T, columns: number): T {
  const { y } = tile.place;
  if (tile.content.kind === "heading") return { ...tile, place: { x: 0, y, width: columns, height: 1 } };
  const place = within(tile.place, columns);
  return place === tile.place ? tile : { ...tile, place };
}

/** A tile that lies on no screen beyond its last column. */
export function inGrid<T extends Pick<OnScreens, "place" | "screens">>(tile: T): T {
  const place = within(tile.place, COLUMNS.wide);
  if (!tile.screens) return { ...tile, place };
  const { phone, tablet } = tile.screens;
  const screens = {
    ...(phone ? { phone: within(phone, COLUMNS.phone) } : {}),
    ...(tablet ? { tablet: within(tablet, COLUMNS.tablet) } : {}),
  };
  return { ...tile, place, screens };
}
