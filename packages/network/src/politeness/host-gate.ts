/**
 * One visit at a time per host for what is due, a pause after each, and nobody while the host has asked to be left alone.
 * People who wait take turns and come one at a time beside it: somebody else's page that never ends keeps nobody out.
 */
import { setTimeout } from "node:timers/promises";
import { CaptureFailure } from "../guard/capture-failure.ts";
import { Semaphore, type UseOptions } from "./semaphore.ts";

export interface HostGateOptions {
  readonly clock: Clock;
  /** The pause after a visit that does not say how long it is. */
  readonly gapMs: number;
  /** The pause is longer by a random share of up to this, so that visits do not fall into step. */
  readonly jitter: number;
  /** Hears when a host that was left may be visited again, for whoever has to tell other processes. */
  readonly onFree?: ((host: string, freeAtMs: number) => void) | undefined;
}

/** What a host said when it asked to be left alone; said again to whoever comes before the time is over. */
interface Hold {
  readonly untilMs: number;
  readonly failure: CaptureFailure;
}

interface HostState {
  readonly turns: Semaphore;
  /** Inside or waiting. */
  visitors: number;
  freeAtMs: number;
  hold: Hold | null;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}),
  random: () => Math.random(),
};

/** The holder of all visits that nobody waits for. */
const DUE = "due";

/** Of two holders at once, each with one visit: a person beside the schedule, or beside another person. */
const VISITS = { permits: 2, permitsEach: 1 } as const;

/** Above this many hosts those that nobody visits or waits for are forgotten. */
const REMEMBERED_HOSTS = 10_000;

export class HostGate {
  readonly #options: HostGateOptions;
  readonly #hosts = new Map<string, HostState>();

  constructor(options: HostGateOptions) {
    this.#options = options;
  }

  /**
   * Waits for its turn; the visitor leaves by calling the result with the pause that the host needs. Throws what the host
   * said where it is to be left alone.
   */
  async enter(host: string, options: UseOptions = {}): Promise<(gapMs?: number) => void> {
    const state = this.#stateOf(host);
    state.visitors++;
    let release = (): void => undefined;
    try {
      const holder = options.inBackground ? DUE : (options.holder ?? DUE);
      release = await state.turns.acquire({ ...options, holder });
      this.#throwIfHeld(state);
      const waitMs = state.freeAtMs - this.#options.clock.now();
      if (waitMs > 0) await this.#options.clock.sleep(waitMs, options.signal);
    } catch (failure) {
      state.visitors--;
      release();
      throw failure;
    }
    return once((gapMs = this.#options.gapMs) => {
      state.visitors--;
      state.freeAtMs = this.#options.clock.now() + this.#pause(gapMs);
      this.#options.onFree?.(host, Math.max(state.freeAtMs, state.hold?.untilMs ?? 0));
      release();
    });
  }

  /** The host asked to be left alone for `failure.retryAfterMs`. */
  hold(host: string, failure: CaptureFailure): void {
    const untilMs = this.#options.clock.now() + (failure.retryAfterMs ?? 0);
    this.#stateOf(host).hold = { untilMs, failure };
  }

  #throwIfHeld(state: HostState): void {
    const leftMs = state.hold ? state.hold.untilMs - this.#options.clock.now() : 0;
    if (!state.hold || leftMs <= 0) return;
    const { code, message, status } = state.hold.failure;
    throw new CaptureFailure(code, {
      message,
      retry: "later",
      retryAfterMs: leftMs,
      cause: state.hold.failure,
      ...(status === undefined ? {} : { status }),
    });
  }

  #pause(gapMs: number): number {
    const { clock, jitter } = this.#options;
    return gapMs * (1 + jitter * clock.random());
  }

  #stateOf(host: string): HostState {
    const known = this.#hosts.get(host);
    if (known) return known;
    if (this.#hosts.size >= REMEMBERED_HOSTS) this.#forgetIdle();
    const state: HostState = { turns: new Semaphore(VISITS), visitors: 0, freeAtMs: 0, hold: null };
    this.#hosts.set(host, state);
    return state;
  }

  #forgetIdle(): void {
    const now = this.#options.clock.now();
    for (const [host, { visitors, freeAtMs, hold }] of this.#hosts) {
      if (visitors === 0 && freeAtMs <= now && (hold?.untilMs ?? 0) <= now) this.#hosts.delete(host);
    }
  }
}

function once(action: (gapMs?: number) => void): (gapMs?: number) => void {
  let isDone = false;
  return (gapMs) => {
    if (!isDone) action(gapMs);
    isDone = true;
  };
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to 1, without 1. */
  random(): number;
}
