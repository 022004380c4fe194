/**
 * A sheet on a wall: where it is higher than the screen, nobody is there to scroll, so it goes on by itself, a screenful at a time;
 * and it fills the screen by two presses, as a tablet has no keys.
 */

/** Of a screenful, so that what was cut at its lower edge is whole on the next. */
export const STEP_SHARE = 0.85;

/** Scrolls on by a screenful; false where the end is on the screen already. */
export function stepDown(scroller: Element): boolean {
  const { scrollTop, clientHeight, scrollHeight } = scroller;
  if (scrollTop + clientHeight >= scrollHeight - 2) return false;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scroller.scrollTo({ top: scrollTop + clientHeight * STEP_SHARE, behavior: isStill ? "instant" : "smooth" });
  return true;
}

/** Between two presses that belong together, and how far they may lie apart. */
export const DOUBLE_PRESS = { ms: 500, px: 40 };

/** Two presses in one place fill the screen, or give it back. What is returned ends that. */
export function fillOnDoublePress(): () => void {
  let last = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };
  // not a double click: browsers on a finger do not agree on that one
  const release = ({ isPrimary, target, clientX: x, clientY: y, timeStamp: at }: PointerEvent): void => {
    if (!isPrimary || (target instanceof Element && target.closest("a, input, button"))) return;
    const isSecond = at - last.at < DOUBLE_PRESS.ms && Math.hypot(x - last.x, y - last.y) < DOUBLE_PRESS.px;
    last = { x, y, at: isSecond ? Number.NEGATIVE_INFINITY : at };
    if (!isSecond) return;
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    else fillScreen();
  };
  document.addEventListener("pointerup", release);
  return () => document.removeEventListener("pointerup", release);
}

/** Where the browser can, and allows it. */
export function fillScreen(): void {
  void document.documentElement.requestFullscreen?.().catch(() => undefined);
}
