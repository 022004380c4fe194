/** Puts what pops up beside its button: below it, above where there is no room, and always inside the window. */

const MARGIN = 8;
const DISTANCE = 4;

export interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PlacedPop {
  readonly left: number;
  readonly top: number;
}

/** Ends line up: the end of the pop-up with the end of the button, in the direction of the text. @internal */
export function placeBelow(
  anchor: Rect,
  pop: Size,
  { room, isRtl }: { readonly room: Size; readonly isRtl: boolean },
): PlacedPop {
  const start = isRtl ? anchor.left : anchor.right - pop.width;
  const below = anchor.bottom + DISTANCE;
  const top = below + pop.height + MARGIN > room.height ? anchor.top - pop.height - DISTANCE : below;
  return { left: within(start, pop.width, room.width), top: within(top, pop.height, room.height) };
}

function within(start: number, length: number, room: number): number {
  return Math.max(MARGIN, Math.min(start, room - length - MARGIN));
}

/** The same for elements of the page. */
export function popBeside(button: HTMLElement, pop: HTMLElement): void {
  const { width, height } = pop.getBoundingClientRect();
  const isRtl = getComputedStyle(button).direction === "rtl";
  const room = { width: innerWidth, height: innerHeight };
  const { left, top } = placeBelow(button.getBoundingClientRect(), { width, height }, { room, isRtl });
  pop.style.left = `${left}px`;
  pop.style.top = `${top}px`;
}
