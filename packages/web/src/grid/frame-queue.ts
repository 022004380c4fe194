/**
 * In which order the tiles of a sheet get their frames. A frame is a document and costs the browser some milliseconds in
 * several processes: those in view come first and together, those near it one after the other when there is time, and
 * none while the sheet is being scrolled, which stays smooth that way.
 */
import type { Attachment } from "svelte/attachments";

/** Where a tile is seen from the window. */
export type Distance = "in-view" | "near" | "far";

export interface FrameQueueOptions {
  /** Lets a tile have its frame; `loaded` is called for it in turn. */
  readonly grant: (tile: string) => void;
  /** Calls back when the browser has nothing better to do. */
  readonly whenIdle: (callback: () => void) => void;
  /** Calls back when a frame has had time enough: one that never comes must not keep the others waiting. */
  readonly whenLate: (callback: () => void) => void;
}

/** Of those that are only near, as many at a time: one is laid out while the next is fetched. */
const MAX_AHEAD = 2;

/** @internal */
export class FrameQueue {
  readonly #options: FrameQueueOptions;
  /** In the order in which they joined. */
  readonly #waiting = new Map<string, Distance>();
  readonly #loading = new Set<string>();
  #isHeld = false;
  #isIdleAsked = false;
  #onSettled: (() => void)[] = [];

  constructor(options: FrameQueueOptions) {
    this.#options = options;
  }

  /** A tile that has its frame from the start is only waited for. */
  join(tile: string, hasFrame: boolean): void {
    if (hasFrame) this.#await(tile);
    else this.#waiting.set(tile, "far");
  }

  leave(tile: string): void {
    this.#waiting.delete(tile);
    this.loaded(tile);
  }

  /** Tiles that are no longer waiting are not moved. */
  move(tile: string, distance: Distance): void {
    if (!this.#waiting.has(tile)) return;
    this.#waiting.set(tile, distance);
    this.#advance();
  }

  loaded(tile: string): void {
    this.#loading.delete(tile);
    this.#advance();
  }

  /** Nothing is granted until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#advance();
  }

  /** Calls back once when every tile that has been granted a frame shows it. */
  whenSettled(callback: () => void): void {
    this.#onSettled.push(callback);
    this.#advance();
  }

  #advance(): void {
    if (this.#isHeld) return;
    for (const tile of this.#at("in-view")) this.#grant(tile);
    if (this.#loading.size === 0) for (const callback of this.#onSettled.splice(0)) callback();
    if (this.#loading.size >= MAX_AHEAD || this.#isIdleAsked || this.#at("near").length === 0) return;
    this.#isIdleAsked = true;
    this.#options.whenIdle(() => {
      this.#isIdleAsked = false;
      const [next] = this.#at("near");
      if (!this.#isHeld && next !== undefined && this.#loading.size < MAX_AHEAD) this.#grant(next);
      this.#advance();
    });
  }

  #at(distance: Distance): readonly string[] {
    return [...this.#waiting].filter(([, at]) => at === distance).map(([tile]) => tile);
  }

  #grant(tile: string): void {
    this.#waiting.delete(tile);
    this.#await(tile);
    this.#options.grant(tile);
  }

  #await(tile: string): void {
    this.#loading.add(tile);
    this.#options.whenLate(() => this.loaded(tile));
  }
}

/** Frames are made ahead of scrolling by so much, in heights of the window. */
const AHEAD = "300%";
/** Scrolling is over when nothing has moved for so long. */
const REST_MS = 120;
/** A frame that is not there by then counts as there. */
const PATIENCE_MS = 10_000;

/** The queue as tiles meet it: where they are in the window, whether it scrolls, when the browser has time. */
export class FrameTurns {
  readonly #granted = new Map<string, () => void>();
  readonly #tiles = new WeakMap<Element, string>();
  readonly #inView = new Set<string>();
  readonly #near = new Set<string>();
  readonly #queue = new FrameQueue({
    grant: (tile) => this.#granted.get(tile)?.(),
    whenIdle,
    whenLate: (callback) => setTimeout(callback, PATIENCE_MS),
  });
  #observers: readonly IntersectionObserver[] = [];

  /** Watches the window until the returned function is called. */
  start(): () => void {
    this.#observers = [this.#watch(this.#inView, "0px"), this.#watch(this.#near, `${AHEAD} 0px`)];
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onscroll = (): void => {
      this.#queue.hold();
      clearTimeout(rest);
      rest = setTimeout(() => this.#queue.release(), REST_MS);
    };
    addEventListener("scroll", onscroll, { passive: true });
    return () => {
      removeEventListener("scroll", onscroll);
      clearTimeout(rest);
      for (const observer of this.#observers) observer.disconnect();
    };
  }

  /** A tile waits for its frame, unless it has one already; `ongrant` says that it may have it. */
  wait(tile: string, hasFrame: boolean, ongrant: () => void): Attachment<Element> {
    return (element) => {
      this.#granted.set(tile, ongrant);
      this.#tiles.set(element, tile);
      this.#queue.join(tile, hasFrame);
      for (const observer of this.#observers) observer.observe(element);
      return () => {
        for (const observer of this.#observers) observer.unobserve(element);
        this.#granted.delete(tile);
        this.#queue.leave(tile);
      };
    };
  }

  loaded(tile: string): void {
    this.#queue.loaded(tile);
  }

  /** Calls back when what is in view is there: for everything that a person does not see at first. */
  whenSettled(callback: () => void): void {
    // tiles that are being put on the sheet at this moment join the queue first
    whenIdle(() => this.#queue.whenSettled(() => whenIdle(callback)));
  }

  #watch(inside: Set<string>, rootMargin: string): IntersectionObserver {
    return new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const tile = this.#tiles.get(target);
          if (tile === undefined) continue;
          if (isIntersecting) inside.add(tile);
          else inside.delete(tile);
          this.#queue.move(tile, this.#inView.has(tile) ? "in-view" : this.#near.has(tile) ? "near" : "far");
        }
      },
      { rootMargin },
    );
  }
}

/** Browsers that do not tell when they are idle usually are after so long. */
const IDLE_MS = 60;
/** A browser that never rests does it anyway after so long. */
const LATEST_MS = 1_000;

/** Calls back when the browser has nothing better to do. */
export function whenIdle(callback: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(callback, { timeout: LATEST_MS });
  else setTimeout(callback, IDLE_MS);
}
