/** What the picker and the captured page in its frame say to each other, by postMessage, in both directions. */

import type { Turned } from "./turned/turned.ts";

/** Carries the number of an element in the capture's tree; the frame and the picker speak of elements by it. */
export const NODE_ATTRIBUTE = "data-tessera-node";

/** Left, top, width and height in CSS pixels, in the coordinates of the whole page in the frame. */
export type FrameBox = readonly [left: number, top: number, width: number, height: number];

export type MarkLook = "hover" | "picked" | "fragment" | "changing" | "cut" | "alike" | "followed" | "selected";

export interface Mark {
  readonly node: number;
  readonly look: MarkLook;
  /** Drawn at the upper edge as plain text. */
  readonly label?: string;
  /** The label is a button: pressing it is told as `add`. */
  readonly isPressable?: boolean;
  /** Words of a button in the corner, which is there while the block is pointed at; pressing it is told as `add`. */
  readonly button?: string;
  /** What the button does is done: pressing it again takes it back. */
  readonly isPressed?: boolean;
}

/** A block as a person would think of it: one element for all the wrappers around the same thing. */
export interface Level {
  readonly node: number;
  readonly tag: string;
  /** Its label, heading, id or first words; empty where it has none. */
  readonly name: string;
  readonly box: FrameBox;
}

/** What lies behind a block and beside it: a sibling of it or of what is around it. */
export interface GroundBeside {
  /** Levels from the block, or what holds several, up to what it is a sibling of. */
  readonly up: number;
  /** How many siblings behind that; before it where negative. */
  readonly offset: number;
  readonly box: FrameBox;
}

/** How the page is laid out around a block, for whoever looks at it. */
export interface Measured {
  readonly node: number;
  /** Width and height of the frame. */
  readonly viewport: readonly [width: number, height: number];
  /** From the root to the block. */
  readonly boxes: readonly FrameBox[];
  /** How many levels of first children begin where the block, or with others alike what holds them, does. */
  readonly flush: number;
  /** False where most of its words have the colour of what is around it, and what they stand on is not known. */
  readonly isLegible: boolean;
  /** Widths of the cells of a row; empty where it is none. */
  readonly cells: readonly number[];
  /** What its words need to be read, where that is not around it, from the uppermost down. */
  readonly grounds: readonly GroundBeside[];
  /** Null where it stands as it was laid out. */
  readonly turned: Turned | null;
}

/** Parent, first child, and the neighbours among the elements of the same parent. */
export type WalkDirection = "out" | "in" | "next" | "previous";

/** Where a drag that began in the frame has got to. */
export type DragPhase = "start" | "move" | "drop" | "cancel";

/** From the page in the frame to the picker. Levels run from the whole page to the smallest block. */
export type FrameMessage =
  | { readonly kind: "ready"; readonly elements: number }
  | { readonly kind: "hover"; readonly levels: readonly Level[] }
  | { readonly kind: "leave" }
  | { readonly kind: "press"; readonly levels: readonly Level[]; readonly isDouble: boolean }
  | { readonly kind: "key"; readonly key: string; readonly shift: boolean; readonly alt: boolean }
  | { readonly kind: "wheel"; readonly direction: "out" | "in" }
  | { readonly kind: "walked"; readonly levels: readonly Level[] }
  | { readonly kind: "add"; readonly node: number; readonly box: FrameBox }
  | ({ readonly kind: "measured" } & Measured)
  /** Of those that were asked for. */
  | { readonly kind: "hidden"; readonly nodes: readonly number[] }
  /** In CSS pixels from the upper left corner of the frame; outside of it while the pointer is. */
  | { readonly kind: "drag"; readonly phase: DragPhase; readonly x: number; readonly y: number };

/** From the picker to the page in the frame. */
export type PickerMessage =
  /** Replaces all rectangles. */
  | { readonly kind: "mark"; readonly marks: readonly Mark[] }
  | { readonly kind: "reveal"; readonly node: number }
  /** From nowhere, `in` leads to the first block of the page. */
  | { readonly kind: "walk"; readonly node: number | null; readonly direction: WalkDirection }
  /** Asks for the levels around an element, told as `walked`. */
  | { readonly kind: "look"; readonly node: number }
  /** Asks how the page is laid out around a block, or around it and others alike. */
  | { readonly kind: "measure"; readonly node: number; readonly isMany: boolean }
  /** Asks of which blocks, or which of them and others alike, nothing can be seen. */
  | {
      readonly kind: "find-hidden";
      readonly blocks: readonly { readonly node: number; readonly isMany: boolean }[];
    }
  /** As if the button of that element had been pressed. */
  | { readonly kind: "add"; readonly node: number }
  /** While true the wheel speaks of parent and child instead of scrolling. */
  | { readonly kind: "wheel-walks"; readonly isOn: boolean }
  /** While true the block can be dragged out of the frame. */
  | { readonly kind: "drags"; readonly isOn: boolean };

/** From the hidden frame in which a tile is measured: what can be seen of it, and how high it is. */
export interface InkMessage {
  readonly kind: "ink";
  readonly ink: "seen" | "blank" | "illegible";
  /** How high all of it is in a frame of that width; null where that was not said. */
  readonly heightPx: number | null;
}
