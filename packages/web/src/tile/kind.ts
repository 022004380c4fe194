/** The contract of a kind of tile: what each gets, what keys and menu do with it, and how a new one begins. */
import type { OwnContent, SheetStyle, TileContent, TileKind, TilePlace, TileStyle } from "@tessera/model";
import type { FollowReply, FollowTileReply, TileReply } from "@tessera/model/api";
import type { Component } from "svelte";
import type { IconName } from "../components/Icon.svelte";
import type { MenuItem } from "../components/Menu.svelte";
import type { FrameTurns } from "../grid/frame-queue.ts";
import type { Direction } from "../grid/grid-places.ts";
import type { Key } from "../i18n/en.ts";
import { t } from "../i18n/words.svelte.ts";
import type { BlockThen } from "./changed-tiles.ts";

/** Of one kind; of any, where nobody knows which. */
export type TileOf<K extends TileKind> = ([K] extends [OwnContent["kind"]]
  ? TileReply
  : [TileKind] extends [K]
    ? TileReply
    : FollowTileReply) & {
  readonly content: Extract<TileContent, { kind: K }>;
};

/** What came of another content: it is stored, somebody else had changed it meanwhile, or it did not go through. */
export type Composed = "stored" | "contested" | "failed";

export interface TileProps<K extends TileKind> {
  readonly tile: TileOf<K>;
  readonly sheetStyle: SheetStyle;
  /** All tiles of the sheet. */
  readonly others: readonly TileReply[];
  /** It has just been added by hand: its editor is open. */
  readonly isFresh: boolean;
  /** What a follow was at the instant that the sheet shows; undefined for now, null where there was nothing yet. */
  readonly thenOf: (followId: string) => BlockThen | null | undefined;
  readonly turns: FrameTurns;
  /** In view from the start: it waits for nobody. */
  readonly isFirst: boolean;
  readonly run: RunCommand;
  readonly onrestyle: (style: TileStyle) => void;
  /** Another name for the block that it shows, which is called so wherever it is told of. */
  readonly onname: (title: string) => void;
  /** Shown at once; where it was not stored, the tile shows again what the server has. */
  readonly oncontent: (content: TileContent) => Promise<Composed>;
  readonly onnudge: (direction: Direction, how: "move" | "resize") => void;
}

/** What the keyboard does with a tile; one without a part for a key leaves it alone. */
export interface TilePart {
  readonly edit?: () => void;
  readonly editTitle?: () => void;
  readonly toggleReader?: () => void;
  readonly toggleMore?: () => void;
}

export type KindComponent<K extends TileKind = TileKind> = Component<TileProps<K>, TilePart>;

/** How a person makes a new one: by an address, with this content at once, or in a window that asks for what is needed. */
export type Beginning =
  | { readonly by: "address" /** What kind of address. */; readonly hint?: Key }
  | { readonly by: "content"; readonly content: () => TileContent | Promise<TileContent> }
  | { readonly by: "window"; readonly load: () => Promise<{ readonly default: Component<NewTileWindow> }> };

export interface NewTileWindow {
  readonly onadd: (content: TileContent) => void;
  readonly onclose: () => void;
}

interface LoadedKind {
  readonly default: KindComponent;
}

export interface Kind {
  readonly icon: IconName;
  readonly name: Key;
  /** Cells that a new one takes. */
  readonly size: Pick<TilePlace, "width" | "height">;
  /** Whether a new one shows what it is called. */
  readonly isTitled?: boolean;
  /** Known from the start, or loaded when the first of them is shown; there at once from then on, so that no tile begins anew. */
  readonly shown: KindComponent | null;
  readonly load: (() => LoadedKind | Promise<LoadedKind>) | null;
  /** What can be done with it besides taking it off; everything with a block. */
  readonly commands: readonly TileCommand[] | "all";
  readonly begins: Beginning;
}

/** Windows with the settings of a follow. */
export type FollowSection =
  | "name"
  | "intent"
  | "lens"
  | "fetch"
  | "interval"
  | "notify"
  | "retention"
  | "tags"
  | "feed";

/** Windows besides those of the follow. */
export type TileWindow = "page" | "like" | "embed";

/** What is done with a tile of any kind, as a thing on a sheet. */
export type ArrangingCommand = "send" | "select";

export type TileCommand =
  | FollowSection
  | TileWindow
  | "open"
  | "history"
  | "wrong"
  | "check"
  | "pause"
  | "separate"
  | "takeOut"
  | ArrangingCommand
  | "off"
  | "delete";

/** With one part of a tile of several where it is given. */
export type RunCommand = (command: TileCommand, part?: FollowReply) => void;

/** An entry of the menu of a tile; those that lead somewhere are for everybody, the others for whoever may change the sheet. */
export interface TileMenuItem extends MenuItem {
  /** About what the owner follows or has on other sheets. */
  readonly isForOwner?: boolean;
}

/** The last entries of every menu that ends nothing but the tile. */
export function lastItems(run: RunCommand): readonly TileMenuItem[] {
  return [...arrangingItems(run), { label: t("tile.off"), icon: "close", onselect: () => run("off") }];
}

export function arrangingItems(run: RunCommand): readonly TileMenuItem[] {
  return [
    { label: t("tile.send"), icon: "move", onselect: () => run("send"), startsGroup: true, isForOwner: true },
    { label: t("tile.select"), icon: "check", onselect: () => run("select") },
  ];
}
