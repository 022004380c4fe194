/** How we behave as a guest: robots.txt, one visit at a time, a pause between visits, and Retry-After. */
import type { HttpClient } from "../client/http-client.ts";
import { grantAt, type PrivateGrant } from "../guard/allow-list.ts";
import { CaptureFailure } from "../guard/capture-failure.ts";
import { type Clock, HostGate, systemClock } from "./host-gate.ts";
import { Robots } from "./robots.ts";
import type { UseOptions } from "./semaphore.ts";

export interface PolitenessOptions {
  readonly httpClient: HttpClient;
  /** The shortest pause between two visits of a host; none where somebody has allowed a host of their own network. */
  readonly gapMs?: number;
  readonly jitter?: number;
  readonly clock?: Clock;
  /** Hears when a host that was left may be visited again. */
  readonly onFree?: (host: string, freeAtMs: number) => void;
  /** Where other processes visit hosts too: the right to one that a redirect leads to. What it gives ends the visit. */
  readonly claimHost?: (host: string) => Promise<() => void>;
}

/** Those who wait for a host take turns. */
export interface VisitOptions extends UseOptions {
  readonly respectRobots: boolean;
  /** The private host that the visit is to, where it is allowed. */
  readonly grant?: PrivateGrant | null | undefined;
  /** By which the page is fetched, where that is not the usual way out: its robots.txt is asked for there too. */
  readonly httpClient?: HttpClient | undefined;
}

/** A visit under way. */
export interface Visit extends Disposable {
  /** Says where a redirect leads, and waits until that may be visited. */
  readonly goTo: (url: URL) => Promise<void>;
  /** Says what came instead of a page: a host that asked to be left alone is. */
  readonly failed: (failure: unknown) => void;
}

const GAP_MS = 1_000;
const JITTER = 0.5;

export class Politeness {
  readonly #gate: HostGate;
  readonly #robots: Robots;
  readonly #gapMs: number;
  readonly #claimHost: PolitenessOptions["claimHost"];

  constructor({ httpClient, gapMs = GAP_MS, jitter = JITTER, clock = systemClock, ...fleet }: PolitenessOptions) {
    const { onFree } = fleet;
    this.#claimHost = fleet.claimHost;
    this.#gapMs = gapMs;
    this.#gate = new HostGate({ clock, gapMs, jitter, onFree });
    this.#robots = new Robots(httpClient, clock);
  }

  /** Runs `task` as a visitor of the URL's host; the task says with `goTo` where a redirect leads it. */
  async visit<T>(url: URL, options: VisitOptions, task: (goTo: Visit["goTo"]) => Promise<T>): Promise<T> {
    using visit = await this.enter(url, options);
    try {
      return await task(visit.goTo);
    } catch (failure) {
      visit.failed(failure);
      throw failure;
    }
  }

  /**
   * The right to be the only visitor of the URL's host, until it is disposed of. Another host that a redirect leads to
   * is entered like the first, after the one before has been left, so that no two visitors wait for each other.
   */
  async enter(url: URL, options: VisitOptions): Promise<Visit> {
    let host = "";
    let leave = (_gapMs?: number): void => undefined;
    let gapMs = this.#gapMs;
    let grant = options.grant ?? null;
    const visit: Visit = {
      goTo: async (next) => {
        grant = grantAt(next, grant);
        if (next.host !== host) {
          leave(gapMs);
          host = next.host;
          leave = await this.#enterHost(next, url, options);
        }
        gapMs = grant === null ? this.#gapMs : 0;
        if (options.respectRobots) gapMs = Math.max(gapMs, await this.#checkRobots(next, grant, options));
      },
      failed: (failure) => {
        const isHeld = failure instanceof CaptureFailure && failure.retryAfterMs !== undefined;
        if (isHeld && host) this.#gate.hold(host, failure);
      },
      [Symbol.dispose]: () => leave(gapMs),
    };
    try {
      await visit.goTo(url);
      return visit;
    } catch (failure) {
      visit.failed(failure);
      visit[Symbol.dispose]();
      throw failure;
    }
  }

  /** Whoever visits the first host has the right to it already. */
  async #enterHost(next: URL, first: URL, options: VisitOptions): Promise<(gapMs?: number) => void> {
    const leave = await this.#gate.enter(next.host, options);
    if (!this.#claimHost || next.host === first.host) return leave;
    try {
      const release = await this.#claimHost(next.host);
      return (gapMs) => {
        leave(gapMs);
        release();
      };
    } catch (failure) {
      leave();
      throw failure;
    }
  }

  /** The pause that the host asks for; throws where it does not want us at this URL. */
  async #checkRobots(url: URL, grant: PrivateGrant | null, { signal, httpClient }: VisitOptions): Promise<number> {
    const rules = await this.#robots.rulesFor(url, { grant, signal, httpClient });
    if (rules.allows(url)) return rules.crawlDelayMs;
    throw new CaptureFailure("robots", {
      message: `the robots.txt of ${url.host} asks programs not to fetch this page`,
    });
  }
}
