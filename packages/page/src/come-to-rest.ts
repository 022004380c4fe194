/** Runs in a captured page, beside its own world: brings in what waits for a reader, and ends what moves. */

export interface Rest {
  /** The event that the page's watcher answers to. */
  readonly question: string;
  /** For everything together. */
  readonly budgetMs: number;
}

export interface Rested {
  /** The page was scrolled through, or images were asked for: more may come. An image that is late by itself needs no scrolling. */
  readonly isStirred: boolean;
  /** Animations that were ended. */
  readonly ended: number;
}

/** Of lazy elements; behind it nobody scrolls. */
export const MAX_LAZY = 1_000;
/** A page that grows while it is scrolled is not scrolled for ever. */
export const MAX_SCREENS = 15;
export const MAX_ANIMATIONS = 2_000;
export const MAX_WATCHED_CANVASES = 20;
/** How many frames may pass without a change before a canvas is still. */
export const STILL_FRAMES = 6;
export const MAX_STILL_MS = 1_000;
export const MAX_FRAME_MS = 400;
/** Where the watcher of the page says whether a script waits for what comes into view. */
export const VIEW_MARK = "data-tessera-answer";
/** Images whose address a script sets when they come into view, and parts that appear then. */
export const WAITING_FOR_VIEW =
  "img[data-src]:not([src^=http]), img[data-srcset], img[data-original], img[data-lazy], img[data-lazy-src], [data-bg], [data-aos], .lazyload, .wow";

/** Once through the page as a reader would, with all animations at their end. */
export async function comeToRest({ question, budgetMs }: Rest): Promise<Rested> {
  const until = performance.now() + budgetMs;
  const lazy = bringInLazy();
  const isScrolled = waitsForView(question) && (await scrollThrough(until));
  return { isStirred: lazy > 0 || isScrolled, ended: endAnimations() };
}

/** The browser's own lazy images and frames load at once where they are no longer lazy; the markup stays as it was. */
export function bringInLazy(): number {
  let count = 0;
  for (const element of allOf<HTMLImageElement | HTMLIFrameElement>("[loading=lazy i]")) {
    if (count === MAX_LAZY) break;
    if (element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0) continue;
    const written = element.getAttribute("loading") ?? "";
    element.loading = "eager";
    element.setAttribute("loading", written);
    count++;
  }
  return count;
}

export function waitsForView(question: string): boolean {
  document.documentElement.dispatchEvent(new Event(question));
  const isWatched = document.documentElement.getAttribute(VIEW_MARK) === "true";
  document.documentElement.removeAttribute(VIEW_MARK);
  return isWatched || allRoots().some((root) => root.querySelector(WAITING_FOR_VIEW) !== null);
}

/** The document and its open shadow trees. */
export function allRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (let at = 0; at < roots.length; at++) {
    for (const { shadowRoot } of roots[at]!.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
  }
  return roots;
}

export function allOf<E extends Element>(selector: string): E[] {
  return allRoots().flatMap((root) => [...root.querySelectorAll<E>(selector)]);
}

/** Screen by screen over as much as there was at first: what it loads below is the next visit's. */
export async function scrollThrough(until: number): Promise<boolean> {
  const scroller = scrollerOf();
  const screen = scroller.clientHeight;
  const height = Math.min(scroller.scrollHeight, MAX_SCREENS * screen);
  if (height <= screen * 1.1) return false;
  const { scrollLeft, scrollTop } = scroller;
  for (let top = screen * 0.8; top < height && performance.now() < until; top += screen * 0.8) {
    scroller.scrollTo({ top, left: scrollLeft, behavior: "instant" });
    // scrolled at the beginning of a frame, of which observers are told at its end
    await nextFrames(1);
  }
  scroller.scrollTo({ top: scrollTop, left: scrollLeft, behavior: "instant" });
  await nextFrames();
  return true;
}

/** Where the wheel turns what scrolls: near its upper left corner, where no map is that would turn with it. */
export function wheelPlace(): { readonly x: number; readonly y: number } {
  const scroller = scrollerOf();
  if (scroller === (document.scrollingElement ?? document.documentElement)) return { x: 1, y: 1 };
  const { left, top } = scroller.getBoundingClientRect();
  return { x: Math.max(left, 0) + 2, y: Math.max(top, 0) + 2 };
}

/** How far it is scrolled by now: by us, where something else caught the wheel. */
export function scrolledFrom(before: number): number {
  const scroller = scrollerOf();
  if (scroller.scrollTop <= before) scroller.scrollBy({ top: scroller.clientHeight * 0.8, behavior: "instant" });
  return scroller.scrollTop;
}

/** All the way up. */
export function scrollToTop(): void {
  for (const scroller of new Set([scrollerOf(), document.scrollingElement ?? document.documentElement])) {
    scroller.scrollTo({ top: 0, left: scroller.scrollLeft, behavior: "instant" });
  }
}

/** The page, or where it does not scroll itself, what fills it. */
export function scrollerOf(): Element {
  const page = document.scrollingElement ?? document.documentElement;
  if (page.scrollHeight > page.clientHeight * 1.1) return page;
  for (let at = inTheMiddle(); at; at = aroundOf(at)) {
    const isHigh = at.scrollHeight > at.clientHeight * 1.1 && at.clientHeight > innerHeight / 2;
    if (isHigh && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return page;
}

/** The innermost element, also where that is in a shadow tree. */
export function inTheMiddle(): Element | null {
  let middle: Element | null = null;
  for (let root: Document | ShadowRoot | null = document; root; root = middle?.shadowRoot ?? null) {
    const inner: Element | null = root.elementFromPoint(innerWidth / 2, innerHeight / 2);
    // a shadow tree of which nothing is there answers with what is around it
    if (!root.contains(inner) || inner === null) break;
    middle = inner;
  }
  return middle;
}

/** What it is shown in: its slot, its parent, or the host of its shadow tree. */
export function aroundOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Two, in which observers are told and answer; on a busy machine each takes a while. A page that keeps its frames to itself does not hold it up. */
export function nextFrames(count = 2, mostMs: number = MAX_FRAME_MS): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, mostMs);
    const next = (left: number) => {
      if (left > 0) requestAnimationFrame(() => next(left - 1));
      else {
        clearTimeout(late);
        resolve();
      }
    };
    next(count);
  });
}

/** What ends is at its end, what never does is as if it had not begun. Where only a script knows, it is written down. */
export function endAnimations(): number {
  let ended = 0;
  const animations = allRoots().flatMap((root) => root.getAnimations());
  for (const animation of animations.slice(0, MAX_ANIMATIONS)) {
    try {
      const timing = animation.effect?.getComputedTiming();
      const isEndless = timing?.endTime === Number.POSITIVE_INFINITY;
      // one that follows the reader's scrolling is where the reader is
      if (!(animation.timeline instanceof DocumentTimeline) || isEndless) {
        if (isEndless) animation.cancel();
        continue;
      }
      const isMoving = animation.playState === "running";
      animation.finish();
      if (isMoving) ended++;
      const isScripts = !(animation instanceof CSSAnimation || animation instanceof CSSTransition);
      if (isScripts && /forwards|both/.test(timing?.fill ?? "")) animation.commitStyles();
    } catch {
      // an animation of something that is not shown has nothing to write down
    }
  }
  return ended;
}

/** Whether the canvases show now what they showed some moments ago. */
export async function canvasesAreStill(afterMs: number): Promise<boolean> {
  const canvases = allOf<HTMLCanvasElement>("canvas").slice(0, MAX_WATCHED_CANVASES);
  if (canvases.length === 0) return true;
  const before = canvases.map(shadeOf);
  // a machine that is busy draws few frames, and none of them would say that nothing moves
  await Promise.all([new Promise((resolve) => setTimeout(resolve, afterMs)), nextFrames(STILL_FRAMES, MAX_STILL_MS)]);
  return canvases.every((canvas, at) => shadeOf(canvas) === before[at]);
}

/** A few pixels of it; empty where it may not be read, or shows nothing between its frames. */
export function shadeOf(canvas: HTMLCanvasElement): string {
  const side = 24;
  const small = new OffscreenCanvas(side, side).getContext("2d", { willReadFrequently: true });
  if (!small || canvas.width === 0 || canvas.height === 0) return "";
  try {
    small.drawImage(canvas, 0, 0, side, side);
    return small.getImageData(0, 0, side, side).data.join();
  } catch {
    return "";
  }
}
