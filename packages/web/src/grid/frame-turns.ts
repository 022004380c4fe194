/** The queue for frames as tiles meet it: where they are in the window, whether it scrolls, when the browser has time. */
import type { Attachment } from "svelte/attachments";
import { whenIdle } from "../components/when-idle.ts";
import { FrameQueue } from "./frame-queue.ts";

/** Frames are made ahead of scrolling by so much, in heights of the window. */
const AHEAD = "300%";
/** Scrolling is over when nothing has moved for so long. */
const REST_MS = 120;
/** A frame that is not there by then counts as there. */
const PATIENCE_MS = 10_000;

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
