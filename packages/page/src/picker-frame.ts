/** Runs in the picker's frame beside a captured page: tells what the person does there, and obeys the picker. */
import type { MarkedPage } from "./picker-marks.ts";
import type {
  DragPhase,
  FrameMessage,
  GroundBeside,
  Level,
  Mark,
  Measured,
  PickerMessage,
  WalkDirection,
} from "./picker-messages.ts";
import type { Turned } from "./turned/turned.ts";

/** What the other scripts of the frame can do; given, because a script that is sent imports nothing. */
export interface FrameTools {
  readonly levelsOf: (element: Element, numberOf: (element: Element) => number) => Level[];
  readonly walk: (from: Element, direction: WalkDirection, numberOf: (element: Element) => number) => Level[];
  readonly boxOf: (element: Element) => Level["box"];
  readonly isHidden: (element: Element) => boolean;
  readonly isLegible: (element: Element, grounds: readonly Element[]) => boolean;
  readonly groundsBeside: (element: Element) => readonly Element[];
  readonly turnedOf: (element: Element) => Turned | null;
  readonly createLayer: () => ShadowRoot;
  readonly drawMarks: (layer: ShadowRoot, marks: readonly Mark[], page: MarkedPage) => void;
  readonly showButtonsAt: (layer: ShadowRoot, at: { x: number; y: number } | null) => void;
}

/** What the functions of this script hand each other. */
export interface Frame {
  readonly layer: ShadowRoot;
  /** The name of the attribute that carries an element's number. */
  readonly numbers: string;
  readonly numberOf: (element: Element) => number;
  readonly tools: FrameTools;
  marks: readonly Mark[];
  hovered: Element | null;
  /** Where the pointer is on the page. */
  pointer: { readonly x: number; readonly y: number } | null;
  wheelWalks: boolean;
  /** Pixels that the wheel has turned since the last step. */
  turned: number;
  drags: boolean;
  /** Where the button went down, while it is down. */
  pressedAt: { readonly x: number; readonly y: number } | null;
  isDragging: boolean;
}

/** Keys that the picker acts on; all others stay with the page's scrolling. */
export const PICKER_KEYS: readonly string[] = [
  "Enter",
  "Escape",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "x",
  "a",
  "f",
  "+",
  "-",
  "?",
];
export const FOCUSABLE =
  "a[href], area[href], button, input, select, textarea, summary, audio, video, iframe, [tabindex], [contenteditable]";
/** One notch of a wheel; fingers on a pad turn it in many small parts. */
export const STEP_PX = 40;
/** A press that moves further is a drag. */
export const DRAG_PX = 8;

/** Starts the script; `numbers` is the name of the attribute that carries an element's number. */
export function startPickerFrame(numbers: string, tools: FrameTools): void {
  unclobber();
  leaveTabOut();
  const frame: Frame = {
    layer: tools.createLayer(),
    numbers,
    numberOf: (element) => Number(element.getAttribute(numbers) ?? -1),
    tools,
    marks: [],
    hovered: null,
    pointer: null,
    wheelWalks: false,
    turned: 0,
    drags: false,
    pressedAt: null,
    isDragging: false,
  };
  listenToPointer(frame);
  listenToPresses(frame);
  listenToDrags(frame);
  listenToWheel(frame);
  listenToKeys(frame);
  window.addEventListener("message", (event) => {
    if (event.source === parent) obey(frame, event.data as PickerMessage);
  });
  window.addEventListener("resize", () => draw(frame));
  document.addEventListener("load", () => draw(frame), true);
  tell({ kind: "ready", elements: document.querySelectorAll(`[${numbers}]`).length });
}

/** In a form, a field with the id `parentElement` hides the form's own one: such ids are taken away, once, before all else. */
export function unclobber(): void {
  const { getAttribute, removeAttribute } = Element.prototype;
  for (const element of document.querySelectorAll("form [id], [form][id]")) {
    if ((getAttribute.call(element, "id") ?? "") in HTMLFormElement.prototype) removeAttribute.call(element, "id");
  }
}

/** Links and fields of the page do nothing here: Tab leads past them, out of the frame. */
export function leaveTabOut(): void {
  const { setAttribute } = Element.prototype;
  for (const element of document.querySelectorAll(FOCUSABLE)) setAttribute.call(element, "tabindex", "-1");
}

/** The frame has an opaque origin and does not know the picker's: nothing it says is secret. */
export function tell(message: FrameMessage): void {
  parent.postMessage(message, "*");
}

export function listenToPointer(frame: Frame): void {
  window.addEventListener("pointermove", (event) => {
    if (frame.isDragging || event.pointerType === "touch") return;
    frame.pointer = { x: event.pageX, y: event.pageY };
    frame.tools.showButtonsAt(frame.layer, frame.pointer);
    const element = numbered(frame, event.target);
    if (!element || element === frame.hovered) return;
    frame.hovered = element;
    frame.turned = 0;
    tell({ kind: "hover", levels: frame.tools.levelsOf(element, frame.numberOf) });
  });
  document.addEventListener("pointerleave", () => {
    frame.hovered = null;
    frame.pointer = null;
    frame.tools.showButtonsAt(frame.layer, null);
    tell({ kind: "leave" });
  });
}

export function listenToPresses(frame: Frame): void {
  for (const type of ["click", "dblclick"] as const) {
    document.addEventListener(
      type,
      (event) => {
        event.preventDefault();
        const element = numbered(frame, event.target);
        if (!element) return;
        event.stopPropagation();
        const levels = frame.tools.levelsOf(element, frame.numberOf);
        tell({ kind: "press", levels, isDouble: type === "dblclick" });
      },
      true,
    );
  }
  for (const type of ["auxclick", "contextmenu", "submit", "dragstart"] as const) {
    document.addEventListener(type, (event) => event.preventDefault(), true);
  }
}

/** By mouse only: a finger scrolls the page, and drags the preview beside it. */
export function listenToDrags(frame: Frame): void {
  window.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0 || !numbered(frame, event.target)) return;
    frame.pressedAt = { x: event.clientX, y: event.clientY };
  });
  window.addEventListener("pointermove", (event) => {
    const from = frame.pressedAt;
    if (!from || !frame.drags) return;
    const isFar = Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAG_PX;
    if (!frame.isDragging && !isFar) return;
    if (!frame.isDragging) document.documentElement.setPointerCapture(event.pointerId);
    tellDrag(frame.isDragging ? "move" : "start", event);
    frame.isDragging = true;
  });
  const end = (phase: DragPhase) => (event: PointerEvent) => {
    if (frame.isDragging) tellDrag(phase, event);
    frame.pressedAt = null;
    frame.isDragging = false;
  };
  window.addEventListener("pointerup", end("drop"));
  window.addEventListener("pointercancel", end("cancel"));
  // a drag must not select the text it passes over
  document.addEventListener("selectstart", (event) => event.preventDefault());
}

export function tellDrag(phase: DragPhase, { clientX, clientY }: PointerEvent): void {
  tell({ kind: "drag", phase, x: Math.round(clientX), y: Math.round(clientY) });
}

export function listenToWheel(frame: Frame): void {
  document.addEventListener(
    "wheel",
    (event) => {
      // Shift scrolls in any case, so that the rest of the page stays in reach
      if (!frame.wheelWalks || event.shiftKey || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * STEP_PX;
      frame.turned = Math.sign(pixels) === Math.sign(frame.turned) ? frame.turned + pixels : pixels;
      if (Math.abs(frame.turned) < STEP_PX) return;
      tell({ kind: "wheel", direction: frame.turned < 0 ? "out" : "in" });
      frame.turned = 0;
    },
    { capture: true, passive: false },
  );
  document.addEventListener(
    "wheel",
    (event) => {
      if (frame.wheelWalks && event.shiftKey) scrollBy(0, event.deltaY || event.deltaX);
    },
    { capture: true, passive: true },
  );
}

export function listenToKeys(frame: Frame): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || !PICKER_KEYS.includes(event.key)) return;
      event.preventDefault();
      tell({ kind: "key", key: event.key, shift: event.shiftKey, alt: event.altKey });
    },
    true,
  );
  window.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLElement && numbered(frame, event.target)) event.target.blur();
  });
}

/** What stands above the rectangle of an element in CSS pixels: its label. */
export const LABEL_PX = 22;

/** Scrolls no further than needed, and so that its label is seen as well. */
export function reveal(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const top = element?.getBoundingClientRect().top ?? LABEL_PX;
  if (Math.abs(top) < LABEL_PX) window.scrollBy(0, top - LABEL_PX);
}

export function obey(frame: Frame, message: PickerMessage): void {
  switch (message.kind) {
    case "mark":
      frame.marks = message.marks;
      draw(frame);
      break;
    case "reveal":
      reveal(elementOf(frame, message.node));
      break;
    case "walk": {
      const from = message.node === null ? document.body : elementOf(frame, message.node);
      const levels = from ? frame.tools.walk(from, message.direction, frame.numberOf) : [];
      if (levels.length > 0) tell({ kind: "walked", levels });
      break;
    }
    case "look": {
      const element = elementOf(frame, message.node);
      if (element) tell({ kind: "walked", levels: frame.tools.levelsOf(element, frame.numberOf) });
      break;
    }
    case "measure": {
      const element = elementOf(frame, message.node);
      if (element) tell({ kind: "measured", node: message.node, ...measure(frame, element, message.isMany) });
      break;
    }
    case "find-hidden":
      tell({
        kind: "hidden",
        nodes: message.blocks.filter((block) => isHiddenIn(frame, block)).map(({ node }) => node),
      });
      break;
    case "add":
      add(frame, message.node);
      break;
    case "wheel-walks":
      frame.wheelWalks = message.isOn;
      break;
    case "drags":
      frame.drags = message.isOn;
  }
}

/** What is nowhere in the frame may be in a shadow tree: nothing is said of it. */
export function isHiddenIn(frame: Frame, block: { readonly node: number; readonly isMany: boolean }): boolean {
  const element = elementOf(frame, block.node);
  const shown = (block.isMany && element?.parentElement) || element;
  return shown !== null && frame.tools.isHidden(shown);
}

/** Deeper pages than this are laid out without their outermost parts. */
export const MAX_AROUND = 180;
export const MAX_FLUSH = 20;
export const MAX_CELLS = 100;

/** What is measured is laid out again, and a line of words breaks in a box that is narrower by half a pixel: nothing is rounded. */
export function measure(
  frame: Pick<Frame, "numberOf" | "tools">,
  element: Element,
  isMany: boolean,
): Omit<Measured, "node"> {
  const boxes: Level["box"][] = [];
  for (let at: Element | null = element; at && boxes.length < MAX_AROUND; at = at.parentElement) {
    boxes.unshift(wholeBoxOf(at));
  }
  const shown = (isMany && element.parentElement) || element;
  const { top } = shown.getBoundingClientRect();
  let flush = 0;
  for (let at = shown.firstElementChild; at && flush < MAX_FLUSH; at = at.firstElementChild) {
    if (Math.abs(at.getBoundingClientRect().top - top) >= 1) break;
    flush++;
  }
  const viewport = [document.documentElement.clientWidth, innerHeight] as const;
  const { isLegible, turnedOf, groundsBeside } = frame.tools;
  const beside = groundsBeside(shown);
  const grounds = beside.flatMap((ground) => placeOf(frame, ground, shown) ?? []);
  const cells = shown instanceof HTMLTableRowElement ? [...shown.cells].map((cell) => wholeBoxOf(cell)[2]) : [];
  const seen = { viewport, boxes, flush, cells: cells.slice(0, MAX_CELLS) };
  return { ...seen, turned: turnedOf(shown), grounds, isLegible: isLegible(shown, beside) };
}

export function wholeBoxOf(element: Element): Level["box"] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + scrollX, top + scrollY, width, height];
}

/** Counted from the block, for the page as it is at any later time. */
export function placeOf({ numberOf }: Pick<Frame, "numberOf">, ground: Element, shown: Element): GroundBeside | null {
  let [at, up] = [shown, 0];
  for (; at.parentElement && at.parentElement !== ground.parentElement; at = at.parentElement) up++;
  const siblings = [...(ground.parentElement?.children ?? [])].filter((sibling) => numberOf(sibling) >= 0);
  const [from, to] = [siblings.indexOf(at), siblings.indexOf(ground)];
  return from < 0 || to < 0 ? null : { up, offset: to - from, box: wholeBoxOf(ground) };
}

export function draw(frame: Frame): void {
  frame.tools.drawMarks(frame.layer, frame.marks, {
    boxOf: (node) => {
      const element = elementOf(frame, node);
      return element && frame.tools.boxOf(element);
    },
    onButton: (node) => add(frame, node),
  });
  frame.tools.showButtonsAt(frame.layer, frame.pointer);
}

export function add(frame: Frame, node: number): void {
  const element = elementOf(frame, node);
  if (element) tell({ kind: "add", node, box: frame.tools.boxOf(element) });
}

/** The element itself or the nearest one around it that has a number; null for the rectangles and their buttons. */
export function numbered(frame: Frame, target: EventTarget | null): Element | null {
  if (target === frame.layer.host) return null;
  return target instanceof Element ? target.closest(`[${frame.numbers}]`) : null;
}

export function elementOf(frame: Frame, node: number): Element | null {
  return Number.isSafeInteger(node) ? document.querySelector(`[${frame.numbers}="${node}"]`) : null;
}
