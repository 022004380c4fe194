/** Runs in the picker's frame: draws rectangles over the page, where no style of the page reaches them. */
import type { FrameBox, Mark } from "./picker-messages.ts";

export const COLOURS = {
  hover: "#e11d2e",
  picked: "#1a7f37",
  fragment: "#1f6feb",
  changing: "#b35900",
  cut: "#6b7280",
  alike: "#1a7f37",
  followed: "#1a7f37",
  selected: "#6f42c1",
} as const;
export const MAX_MARKS = 500;
export const MAX_LABEL = 80;
/** Of so many the labels are kept apart; more are only seen where somebody asks for every block of a page. */
export const MAX_SPREAD = 60;
/** Between two labels, in CSS pixels. */
export const LABEL_GAP = 2;

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

/**
 * Brings the rectangles to what is marked now. Those that stay are changed in place: marks change with every move of the
 * pointer, and a button that is replaced between press and release gets no click.
 */
export function drawMarks(layer: ShadowRoot | HTMLElement, marks: readonly Mark[], page: MarkedPage): void {
  const drawn = new Map(
    Array.from(layer.querySelectorAll<HTMLElement>("[data-mark]"), (each) => [each.dataset.key, each]),
  );
  const rectangles = new Map<string, HTMLElement>();
  for (const mark of marks.slice(0, MAX_MARKS)) {
    const box = page.boxOf(mark.node);
    if (!box) continue;
    const key = keyOf(mark, rectangles);
    rectangles.set(key, updateRectangle(drawn.get(key) ?? createRectangle(key), mark, { box, page }));
  }
  for (const [key, rectangle] of drawn) if (!rectangles.has(key ?? "")) rectangle.remove();
  let next = layer.firstChild;
  for (const rectangle of rectangles.values()) {
    if (rectangle === next) next = next.nextSibling;
    else layer.insertBefore(rectangle, next);
  }
  const nearest = [...rectangles.values()].slice(0, MAX_SPREAD);
  keepApart(nearest.flatMap((rectangle) => [...rectangle.querySelectorAll<HTMLElement>("[data-label]")]));
}

/** The same for a mark and the one that takes its place; an element may have several, of which one has the button. */
export function keyOf({ node, button }: Mark, taken: ReadonlyMap<string, unknown>): string {
  let key = `${node} ${button ? "with" : "without"} button`;
  while (taken.has(key)) key += " again";
  return key;
}

/** Rectangles inside each other have their corners, and so their labels, in the same place. */
export function keepApart(labels: readonly HTMLElement[]): void {
  const boxes = labels.map((label): FrameBox => {
    const { left, top, width, height } = label.getBoundingClientRect();
    return [left, top, width, height];
  });
  const places = spreadBoxes(boxes, document.documentElement.clientWidth);
  for (const [index, label] of labels.entries()) {
    const [[fromLeft, fromTop], [left, top]] = [boxes[index]!, places[index]!];
    label.style.translate = `${left - fromLeft}px ${top - fromTop}px`;
  }
}

/** Boxes of which none covers another: the first stay, others go on to the right, and below where there is no room. */
export function spreadBoxes(boxes: readonly FrameBox[], right: number): readonly FrameBox[] {
  const placed: FrameBox[] = [];
  for (const [start, startTop, width, height] of boxes) {
    let [left, top] = [start, startTop];
    for (;;) {
      const other = placed.find((each) => isOver(each, [left, top, width, height]));
      if (!other) break;
      const next = other[0] + other[2] + LABEL_GAP;
      if (next + width <= right) left = next;
      else [left, top] = [start, top + height + LABEL_GAP];
    }
    placed.push([left, top, width, height]);
  }
  return placed;
}

export function isOver(
  [left, top, width, height]: FrameBox,
  [otherLeft, otherTop, otherWidth, otherHeight]: FrameBox,
): boolean {
  const isBeside = left + width <= otherLeft || otherLeft + otherWidth <= left;
  return !isBeside && top < otherTop + otherHeight && otherTop < top + height;
}

export function createRectangle(key: string): HTMLElement {
  const rectangle = document.createElement("div");
  rectangle.dataset.key = key;
  return rectangle;
}

export function updateRectangle(
  rectangle: HTMLElement,
  mark: Mark,
  { box, page }: { readonly box: FrameBox; readonly page: MarkedPage },
): HTMLElement {
  const [left, top, width, height] = box;
  const colour = COLOURS[mark.look] ?? COLOURS.hover;
  const isDashed = mark.look === "fragment" || mark.look === "alike" || mark.look === "changing";
  const inside =
    mark.look === "cut" ? `repeating-linear-gradient(45deg,${colour}66 0 6px,${colour}22 6px 12px)` : `${colour}14`;
  // what a person looks at shows its button: see `showButtonsAt`
  rectangle.dataset.mark = box.join(" ");
  rectangle.style.cssText =
    `position:absolute;box-sizing:border-box;pointer-events:none;left:${left}px;top:${top}px;width:${width}px;` +
    `height:${height}px;border:2px ${isDashed ? "dashed" : "solid"} ${colour};background:${inside}`;
  updateLabel(rectangle, mark, { colour, top, page });
  updateButton(rectangle, mark, { colour, page });
  return rectangle;
}

/** Above the rectangle where there is room, else inside. */
export function updateLabel(
  rectangle: HTMLElement,
  { node, label: words, isPressable }: Mark,
  { colour, top, page }: { readonly colour: string; readonly top: number; readonly page: MarkedPage },
): void {
  let label = rectangle.querySelector<HTMLElement>("[data-label]");
  if (!words) {
    label?.remove();
    return;
  }
  if (!label) {
    label = document.createElement("span");
    label.dataset.label = "";
    rectangle.prepend(label);
  }
  label.style.cssText =
    `position:absolute;left:-2px;top:${top > 24 ? -20 : 0}px;max-width:40em;overflow:hidden;white-space:nowrap;` +
    `text-overflow:ellipsis;font:12px/18px sans-serif;color:#fff;background:${colour};padding:0 6px;border-radius:3px 3px 3px 0`;
  label.textContent = words.slice(0, MAX_LABEL);
  label.onclick = isPressable ? () => page.onButton(node) : null;
  if (isPressable) {
    // beside the page there is the same for the keyboard
    label.style.cssText +=
      ";pointer-events:auto;cursor:pointer;min-width:24px;box-sizing:border-box;text-align:center;font-weight:600";
  }
}

export function updateButton(
  rectangle: HTMLElement,
  { node, button: words, isPressed }: Mark,
  { colour, page }: { readonly colour: string; readonly page: MarkedPage },
): void {
  let button = rectangle.querySelector<HTMLButtonElement>("[data-button]");
  if (!words) {
    button?.remove();
    return;
  }
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    // the list beside the page has the same buttons for the keyboard
    button.tabIndex = -1;
    button.dataset.button = "";
    rectangle.append(button);
  }
  button.style.cssText =
    `position:absolute;right:4px;top:4px;pointer-events:auto;cursor:pointer;border:0;border-radius:14px;min-height:28px;` +
    `padding:0 12px;font:600 13px/28px sans-serif;color:#fff;background:${colour};box-shadow:0 1px 4px #0005`;
  button.textContent = words.slice(0, MAX_LABEL);
  if (isPressed === undefined) button.removeAttribute("aria-pressed");
  else button.setAttribute("aria-pressed", String(isPressed));
  button.onclick = () => page.onButton(node);
}

/**
 * Of the buttons in the corners of rectangles those are seen that the pointer is in, given in pixels of the page. Where
 * nothing can hover, all of them are.
 */
export function showButtonsAt(layer: Pick<ParentNode, "querySelectorAll">, at: { x: number; y: number } | null): void {
  const isTouch = matchMedia("(hover: none)").matches;
  for (const rectangle of layer.querySelectorAll<HTMLElement>("[data-mark]")) {
    const [left = 0, top = 0, width = 0, height = 0] = (rectangle.dataset.mark ?? "").split(" ").map(Number);
    const isIn = at !== null && at.x >= left && at.x <= left + width && at.y >= top && at.y <= top + height;
    const button = rectangle.querySelector<HTMLElement>("[data-button]");
    if (button) button.style.opacity = isIn || isTouch ? "1" : "0";
  }
}
