/** What a search finds of one's own on the open sheet, without asking anybody. */
import type { TileReply } from "@tessera/model/api";
import { plain } from "@tessera/model/plain";
import { historyPath } from "../../shell/place.ts";
import { titleOf } from "../../tile/changed-tiles.ts";

export type Marks = readonly (readonly [number, number])[];

export interface Hit {
  readonly id: string;
  readonly title: string;
  /** What stands there, as far as it fits a line. */
  readonly about: string;
  /** What was looked for in them, by offsets. */
  readonly marks?: { readonly title: Marks; readonly about: Marks };
  /** Of a tile that shows nothing else: the server finds this, and not the tile. */
  readonly follow?: string;
  readonly to: { readonly kind: "tile"; readonly id: string } | { readonly kind: "href"; readonly href: string };
}

const MAX_HITS = 6;
const MAX_ABOUT = 90;

/** Those that have all the words, in titles first. */
export function hitsIn(tiles: readonly TileReply[], words: string): readonly Hit[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const has = (text: string): boolean => wanted.every((word) => plain(text).includes(word));
  const all = tiles.flatMap((tile) => candidatesOf(tile));
  const byTitle = all.filter(({ title }) => has(title));
  const byText = all.filter((hit) => !byTitle.includes(hit) && has(`${hit.title} ${hit.about}`));
  return [...byTitle, ...byText].slice(0, MAX_HITS);
}

function candidatesOf(tile: TileReply): readonly Hit[] {
  const { content, follows } = tile;
  const to = { kind: "tile", id: tile.id } as const;
  if (content.kind === "search") return [];
  const own: Hit = { id: tile.id, title: titleOf(tile), about: "", to };
  if (content.kind === "note") return [{ ...own, about: content.text.slice(0, 2_000) }];
  if (content.kind === "links") {
    const links = content.groups.flatMap(({ links }) => links);
    return [
      own,
      ...links.map(({ title, url }, at) => ({
        id: `${tile.id}-${at}`,
        title,
        about: url,
        to: { kind: "href", href: url } as const,
      })),
    ];
  }
  const [follow] = follows;
  if (follow && follows.length === 1) return [{ ...own, about: follow.value ?? "", follow: follow.id }];
  return [
    own,
    ...follows.map(({ id, title, value }) => ({
      id: `${tile.id}-${id}`,
      title,
      about: value ?? "",
      to: { kind: "href", href: historyPath(id) } as const,
    })),
  ];
}

/** In one line. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_ABOUT ? `${line.slice(0, MAX_ABOUT - 1)}…` : line;
}
