/** Runs in the picker's frame: draws rectangles over the page, where no style of the page reaches them. */
import type { FrameBox, Mark } from "./picker-messages.ts";

export const COLOURS = {
  hover: "#e11d2e",
  picked: "#1a7f37",
  fragment: "#1f6feb",
  changing: "#b35900",
  cut: "#6b7280",
  alike: "#1a7f37",
} as const;
export const MOST_MARKS = 500;
export const MOST_LABEL = 80;

export interface MarkedPage {
  readonly boxOf: (node: number) => FrameBox | null;
  readonly onButton: (node: number) => void;
}

/** A shadow root that holds the rectangles; closed, so that no style of the page reaches in. */
export function createLayer(): ShadowRoot {
  const host = document.createElement("div");
  host.style.cssText = "all:initial;position:absolute;left:0;top:0;width:0;height:0;z-index:2147483647";
  const layer = host.attachShadow({ mode: "closed" });
  document.documentElement.append(host);
  return layer;
}

/** Replaces all rectangles. */
export function drawMarks(layer: ShadowRoot, marks: readonly Mark[], page: MarkedPage): void {
  const rectangles = marks.slice(0, MOST_MARKS).flatMap((mark) => {
    const box = page.boxOf(mark.node);
    return box ? [rectangleOf(mark, box, page)] : [];
  });
  layer.replaceChildren(...rectangles);
}

export function rectangleOf(mark: Mark, box: FrameBox, page: MarkedPage): HTMLElement {
  const [left, top, width, height] = box;
  const colour = COLOURS[mark.look] ?? COLOURS.hover;
  const isDashed = mark.look === "fragment" || mark.look === "alike" || mark.look === "changing";
  const rectangle = document.createElement("div");
  const inside =
    mark.look === "cut" ? `repeating-linear-gradient(45deg,${colour}66 0 6px,${colour}22 6px 12px)` : `${colour}14`;
  rectangle.style.cssText =
    `position:absolute;box-sizing:border-box;pointer-events:none;left:${left}px;top:${top}px;width:${width}px;` +
    `height:${height}px;border:2px ${isDashed ? "dashed" : "solid"} ${colour};background:${inside}`;
  if (mark.label) rectangle.append(labelOf(mark.label, colour, top));
  if (mark.button) rectangle.append(buttonOf(mark, colour, page));
  return rectangle;
}

/** Above the rectangle where there is room, else inside. */
export function labelOf(words: string, colour: string, top: number): HTMLElement {
  const label = document.createElement("span");
  label.style.cssText =
    `position:absolute;left:-2px;top:${top > 24 ? -20 : 0}px;max-width:40em;overflow:hidden;white-space:nowrap;` +
    `text-overflow:ellipsis;font:12px/18px sans-serif;color:#fff;background:${colour};padding:0 6px;border-radius:3px 3px 3px 0`;
  label.textContent = words.slice(0, MOST_LABEL);
  return label;
}

export function buttonOf(mark: Mark, colour: string, page: MarkedPage): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  // the list beside the page has the same buttons for the keyboard
  button.tabIndex = -1;
  button.style.cssText =
    `position:absolute;right:4px;top:4px;pointer-events:auto;cursor:pointer;border:0;border-radius:14px;min-height:28px;` +
    `padding:0 12px;font:600 13px/28px sans-serif;color:#fff;background:${colour};box-shadow:0 1px 4px #0005`;
  button.textContent = (mark.button ?? "").slice(0, MOST_LABEL);
  button.addEventListener("click", () => page.onButton(mark.node));
  return button;
}
