/** Every kind of tile, one entry each; all but the block are loaded when they are used. */
import type { TileContent, TileKind } from "@tessera/model";
import { NEW_TILES } from "@tessera/model/grid";
import { codeOf } from "@tessera/model/sentence";
import { locale, t } from "../i18n/words.svelte.ts";
import { latePart } from "../shell/late.ts";
import type { Kind, KindComponent, TileCommand } from "../tile/kind.ts";
import BlockTile from "./block/BlockTile.svelte";

type Loaded<K extends TileKind> = () => Promise<{ readonly default: KindComponent<K> }>;

/** A tile is given to the kind of its content and to no other. */
function loading<K extends TileKind>(load: Loaded<K>): Pick<Kind, "shown" | "load"> {
  return { shown: null, load: latePart(load as unknown as Loaded<TileKind>) };
}

const BLOCK = {
  icon: "point",
  name: "kind.follow",
  size: NEW_TILES.follow,
  shown: BlockTile as unknown as KindComponent,
  load: null,
  commands: "all",
  begins: { by: "address" },
} as const satisfies Kind;

const KINDS: Readonly<Record<TileKind, Kind>> = {
  follow: BLOCK,
  joined: BLOCK,
  feed: {
    icon: "feed",
    name: "kind.feed",
    size: NEW_TILES.feed,
    ...loading<"feed">(() => import("./feed/FeedTile.svelte")),
    commands: ["check", "pause"],
    begins: { by: "address", hint: "feed.addLabel" },
  },
  links: {
    icon: "links",
    name: "kind.links",
    size: NEW_TILES.links,
    ...loading<"links">(() => import("./links/LinksTile.svelte")),
    commands: [],
    begins: {
      by: "content",
      content: () => ({ kind: "links", title: t("kind.links"), groups: [{ heading: null, links: [] }], opens: "here" }),
    },
  },
  search: {
    icon: "search",
    name: "kind.search",
    size: NEW_TILES.search,
    isTitled: false,
    ...loading<"search">(() => import("./search/SearchTile.svelte")),
    commands: [],
    begins: {
      by: "content",
      content: async () => {
        const { firstEngines } = await import("./search/engines.ts");
        return { kind: "search", title: null, engines: firstEngines(codeOf(locale())), opens: "here" };
      },
    },
  },
  note: {
    icon: "note",
    name: "kind.note",
    size: NEW_TILES.note,
    ...loading<"note">(() => import("./note/NoteTile.svelte")),
    commands: [],
    begins: { by: "content", content: () => ({ kind: "note", title: t("kind.note"), text: "" }) },
  },
  board: {
    icon: "board",
    name: "kind.board",
    size: NEW_TILES.board,
    ...loading<"board">(() => import("./board/BoardTile.svelte")),
    commands: ["check", "like", "embed"],
    begins: { by: "window", load: () => import("./board/BoardDialog.svelte") },
  },
  heading: {
    icon: "text",
    name: "group.add",
    size: NEW_TILES.heading,
    ...loading<"heading">(() => import("./heading/HeadingTile.svelte")),
    commands: [],
    begins: { by: "content", content: () => ({ kind: "heading", title: t("group.new"), isClosed: false }) },
  },
};

/** What a heading begins; offered like any tile. */
export const GROUP: Kind = KINDS.heading;

export function kindOf({ content }: { readonly content: TileContent }): Kind {
  return KINDS[content.kind];
}

/** What a person can add to a sheet, in the order in which it is offered. */
export const OFFERED: readonly Kind[] = (
  ["follow", "feed", "links", "search", "note", "board", "heading"] as const
).map((kind) => KINDS[kind]);

const ALWAYS: ReadonlySet<TileCommand> = new Set(["off", "send", "select"]);

/** What a key means on this tile: what is only shown there is taken off, and what has no page or history has none of their keys. */
export function meantBy(command: TileCommand, tile: { readonly content: TileContent }): TileCommand | null {
  const { commands } = kindOf(tile);
  if (commands === "all" || ALWAYS.has(command) || commands.includes(command)) return command;
  return command === "delete" ? "off" : null;
}
