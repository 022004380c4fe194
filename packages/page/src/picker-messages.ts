/** What the picker and the captured page in its frame say to each other, by postMessage, in both directions. */

/** Carries the number of an element in the capture's tree; the frame and the picker speak of elements by it. */
export const NODE_ATTRIBUTE = "data-tessera-node";

/** Left, top, width and height in CSS pixels, in the coordinates of the whole page in the frame. */
export type FrameBox = readonly [left: number, top: number, width: number, height: number];

export type MarkLook = "hover" | "picked" | "fragment" | "changing";

export interface Mark {
  readonly node: number;
  readonly look: MarkLook;
  /** Drawn at the upper edge as plain text. */
  readonly label?: string;
}

/** Parent, first child, and the neighbours among the elements of the same parent. */
export type WalkDirection = "out" | "in" | "next" | "previous";

/** From the page in the frame to the picker. */
export type FrameMessage =
  | { readonly kind: "ready"; readonly elements: number }
  | { readonly kind: "hover"; readonly node: number; readonly box: FrameBox }
  | { readonly kind: "leave" }
  | { readonly kind: "press"; readonly node: number; readonly isDouble: boolean }
  | { readonly kind: "key"; readonly key: string; readonly shift: boolean; readonly alt: boolean }
  | { readonly kind: "wheel"; readonly direction: "out" | "in" }
  | { readonly kind: "walked"; readonly node: number; readonly box: FrameBox };

/** From the picker to the page in the frame. */
export type PickerMessage =
  /** Replaces all rectangles. */
  | { readonly kind: "mark"; readonly marks: readonly Mark[] }
  | { readonly kind: "reveal"; readonly node: number }
  | { readonly kind: "walk"; readonly node: number; readonly direction: WalkDirection }
  /** While true the wheel speaks of parent and child instead of scrolling. */
  | { readonly kind: "wheel-walks"; readonly isOn: boolean };
