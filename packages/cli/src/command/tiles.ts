/** Tiles by the words a person types: the title, the id or the end of one. */
import type { Screen } from "@tessera/model";
import type { TileReply } from "@tessera/model/api";
import { onScreen } from "@tessera/model/screens";
import { theSheet } from "./follows.ts";
import type { Instance } from "./instance.ts";
import { meantBy } from "./meant.ts";

/** A tile where it lies. */
export type FoundTile = TileReply & { readonly sheet: string };

/** Of this sheet, or of all of mine, in the order in which they are read. */
export async function tilesOn(
  instance: Instance,
  sheet: string | undefined,
  screen: Screen = "wide",
): Promise<readonly FoundTile[]> {
  const sheets = sheet === undefined ? await instance.ask("GET /sheets") : [await theSheet(instance, sheet)];
  const found: FoundTile[] = [];
  for (const { id, title } of sheets) {
    const { tiles } = await instance.ask("GET /sheets/:id", { params: { id } });
    const ordered = onScreen(tiles, screen).toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
    found.push(...ordered.map((tile) => ({ ...tile, sheet: title })));
  }
  return found;
}

/** Each the only one that is meant. */
export async function theTiles(
  instance: Instance,
  words: readonly string[],
  sheet: string | undefined,
): Promise<readonly [FoundTile, ...FoundTile[]]> {
  const tiles = await tilesOn(instance, sheet);
  const named = { kind: "tiles", title: titleOf, place: (tile: FoundTile) => ` on ${tile.sheet}` };
  const [first = "", ...others] = words;
  return [meantBy(first, tiles, named), ...others.map((each) => meantBy(each, tiles, named))];
}

/** What the person called it, or what it shows is called. */
export function titleOf({ content, style, follows }: TileReply): string {
  const written = "title" in content ? content.title : null;
  return style.title ?? written ?? (follows.map(({ title }) => title).join(", ") || content.kind);
}
