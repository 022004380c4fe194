/** What the picker, which is ours alone, and the script on the live page say to each other through a channel of their own. */
import type { FrameBox, Level, WalkDirection } from "@tessera/page/live";
import type { Linked, PageSnapshot, Removed } from "@tessera/page/snapshot";

/** How a person began to pick. */
export type PickStart = "page" | "block" | "selection";

export type ToPage =
  /** In CSS pixels of what is seen of the page. */
  | { readonly kind: "point"; readonly x: number; readonly y: number }
  | { readonly kind: "press"; readonly x: number; readonly y: number; readonly isDouble: boolean }
  | { readonly kind: "walk"; readonly node: number | null; readonly direction: WalkDirection }
  | { readonly kind: "reveal"; readonly node: number }
  /** Where these are from now on, told whenever it changes. */
  | { readonly kind: "watch"; readonly nodes: readonly number[] }
  | { readonly kind: "scroll"; readonly x: number; readonly y: number; readonly by: readonly [number, number] }
  | { readonly kind: "snapshot"; readonly node: number; readonly cuts: readonly number[] }
  /** Which elements these nodes of the snapshot are. */
  | { readonly kind: "alike"; readonly nodes: readonly number[] }
  | { readonly kind: "close" };

export type FromPage =
  | { readonly kind: "hover"; readonly levels: readonly Level[]; readonly frame: string | null }
  | {
      readonly kind: "press";
      readonly levels: readonly Level[];
      readonly isDouble: boolean;
      readonly frame: string | null;
    }
  | { readonly kind: "walked"; readonly levels: readonly Level[] }
  | { readonly kind: "leave" }
  | { readonly kind: "boxes"; readonly boxes: readonly (readonly [node: number, box: FrameBox])[] }
  | { readonly kind: "taken"; readonly page: TakenPage }
  | { readonly kind: "alike"; readonly nodes: readonly number[] }
  | { readonly kind: "too-large" };

/** The page as it is, with the picked block in it. */
export interface TakenPage {
  readonly snapshot: PageSnapshot;
  readonly title: string;
  /** Numbers in the snapshot; the block is -1 where it has gone meanwhile. */
  readonly node: number;
  readonly cuts: readonly number[];
  readonly removed: Removed;
  readonly linked: readonly Linked[];
}

/** The first word to the picker's frame; the background knows it as well, and no page does. */
export interface Opening {
  readonly tessera: string;
  readonly start: PickStart;
}
