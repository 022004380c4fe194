/** Runs in the picker's frame beside a captured page: reports the element under the pointer, draws rectangles on request. */
import type { FrameBox, FrameMessage, Mark, PickerMessage, WalkDirection } from "./picker-messages.ts";

/** What the functions of this script hand each other. */
export interface Frame {
  /** Shadow root that holds the rectangles; closed, so that no style of the page reaches in. */
  readonly layer: ShadowRoot;
  readonly numbers: string;
  marks: readonly Mark[];
  hovered: Element | null;
  wheelWalks: boolean;
}

export const COLOURS = { hover: "#e11d2e", picked: "#1a7f37", fragment: "#1f6feb", changing: "#b35900" } as const;
export const MOST_MARKS = 500;
/** Keys that the picker acts on; all others stay with the page's scrolling. */
export const PICKER_KEYS = ["Enter", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "x", "a"] as const;

/** Starts the script; `numbers` is the name of the attribute that carries an element's number. */
export function startPickerFrame(numbers: string): void {
  const host = document.createElement("div");
  host.style.cssText = "all:initial;position:absolute;left:0;top:0;width:0;height:0;z-index:2147483647";
  const frame: Frame = {
    layer: host.attachShadow({ mode: "closed" }),
    numbers,
    marks: [],
    hovered: null,
    wheelWalks: false,
  };
  document.documentElement.append(host);
  listenToPointer(frame);
  listenToKeys(frame);
  addEventListener("message", (event) => {
    if (event.source === parent) obey(frame, event.data as PickerMessage);
  });
  addEventListener("resize", () => draw(frame));
  document.addEventListener("load", () => draw(frame), true);
  tell({ kind: "ready", elements: document.querySelectorAll(`[${numbers}]`).length });
}

/** The frame has an opaque origin and does not know the picker's: nothing it says is secret. */
export function tell(message: FrameMessage): void {
  parent.postMessage(message, "*");
}

export function listenToPointer(frame: Frame): void {
  addEventListener("pointermove", (event) => {
    const element = numbered(frame, event.target);
    if (!element || element === frame.hovered) return;
    frame.hovered = element;
    tell({ kind: "hover", node: numberOf(frame, element), box: boxOf(element) });
  });
  document.addEventListener("pointerleave", () => {
    frame.hovered = null;
    tell({ kind: "leave" });
  });
  for (const type of ["click", "dblclick"] as const) {
    document.addEventListener(
      type,
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        const element = numbered(frame, event.target);
        if (element) tell({ kind: "press", node: numberOf(frame, element), isDouble: type === "dblclick" });
      },
      true,
    );
  }
  for (const type of ["auxclick", "contextmenu", "submit", "dragstart"] as const) {
    document.addEventListener(type, (event) => event.preventDefault(), true);
  }
  document.addEventListener(
    "wheel",
    (event) => {
      if (!frame.wheelWalks || event.deltaY === 0) return;
      event.preventDefault();
      tell({ kind: "wheel", direction: event.deltaY < 0 ? "out" : "in" });
    },
    { capture: true, passive: false },
  );
}

export function listenToKeys(frame: Frame): void {
  addEventListener(
    "keydown",
    (event) => {
      const isForPicker = (PICKER_KEYS as readonly string[]).includes(event.key);
      if (event.ctrlKey || event.metaKey || !isForPicker) return;
      event.preventDefault();
      tell({ kind: "key", key: event.key, shift: event.shiftKey, alt: event.altKey });
    },
    true,
  );
  addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLElement && numbered(frame, event.target)) event.target.blur();
  });
}

export function obey(frame: Frame, message: PickerMessage): void {
  switch (message.kind) {
    case "mark":
      frame.marks = message.marks.slice(0, MOST_MARKS);
      draw(frame);
      break;
    case "reveal":
      elementOf(frame, message.node)?.scrollIntoView({ block: "center", inline: "nearest" });
      break;
    case "walk": {
      const from = elementOf(frame, message.node);
      const to = from && neighbourOf(frame, from, message.direction);
      if (to) tell({ kind: "walked", node: numberOf(frame, to), box: boxOf(to) });
      break;
    }
    case "wheel-walks":
      frame.wheelWalks = message.isOn;
  }
}

export function draw(frame: Frame): void {
  const rectangles = frame.marks.flatMap((mark) => {
    const element = elementOf(frame, mark.node);
    if (!element) return [];
    const [left, top, width, height] = boxOf(element);
    const rectangle = document.createElement("div");
    const colour = COLOURS[mark.look] ?? COLOURS.hover;
    rectangle.style.cssText =
      `position:absolute;box-sizing:border-box;pointer-events:none;left:${left}px;top:${top}px;width:${width}px;` +
      `height:${height}px;border:2px ${mark.look === "fragment" ? "dashed" : "solid"} ${colour};` +
      `background:${colour}14`;
    if (mark.label) {
      const label = document.createElement("span");
      label.style.cssText = `position:absolute;left:0;top:0;font:12px/1.4 sans-serif;color:#fff;background:${colour};padding:0 4px`;
      label.textContent = mark.label.slice(0, 80);
      rectangle.append(label);
    }
    return [rectangle];
  });
  frame.layer.replaceChildren(...rectangles);
}

export function neighbourOf(frame: Frame, element: Element, direction: WalkDirection): Element | null {
  if (direction === "out") return numbered(frame, element.parentElement);
  if (direction === "in") return element.querySelector(`[${frame.numbers}]`);
  let neighbour: Element | null = element;
  do {
    neighbour = direction === "next" ? neighbour.nextElementSibling : neighbour.previousElementSibling;
  } while (neighbour && !neighbour.hasAttribute(frame.numbers));
  return neighbour;
}

/** The element itself or the nearest one around it that has a number. */
export function numbered(frame: Frame, target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(`[${frame.numbers}]`) : null;
}

export function numberOf(frame: Frame, element: Element): number {
  return Number(element.getAttribute(frame.numbers));
}

export function elementOf(frame: Frame, node: number): Element | null {
  return Number.isSafeInteger(node) ? document.querySelector(`[${frame.numbers}="${node}"]`) : null;
}

export function boxOf(element: Element): FrameBox {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + scrollX, top + scrollY, width, height].map(Math.round) as unknown as FrameBox;
}
