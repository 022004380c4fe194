/** The robots.txt of every host that is visited: fetched once a day, kept within a budget. */

import type { FetchOptions, HttpClient } from "../client/http-client.ts";
import { CaptureFailure } from "../guard/capture-failure.ts";
import type { Clock } from "./clock.ts";
import { ALLOWS_ALL, ROBOTS_BYTES, type RobotsRules, readRobots } from "./robots-rules.ts";

type RobotsRequest = Pick<FetchOptions, "grant" | "signal">;

interface Kept {
  readonly rules: Promise<RobotsRules>;
  readonly untilMs: number;
  sizeBytes: number;
}

/** RFC 9309 section 2.4: not longer than 24 hours. */
const KEPT_MS = 24 * 60 * 60 * 1_000;
/** Of all texts together; the oldest are dropped above it. */
const KEPT_BYTES = 16 * 1024 * 1024;
const KEPT_HOSTS = 10_000;
/** RFC 9309 section 2.3.1.2: at least five redirects are followed. */
const REDIRECTS = 5;
const TIMEOUT_MS = 10_000;

export class Robots {
  readonly #httpClient: HttpClient;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  #sizeBytes = 0;

  constructor(httpClient: HttpClient, clock: Clock) {
    this.#httpClient = httpClient;
    this.#clock = clock;
  }

  /** The rules for the origin of a URL. A host that cannot be reached fails as the page itself would; nothing of that is kept. */
  async rulesFor(url: URL, request: RobotsRequest = {}): Promise<RobotsRules> {
    // Nobody who may not reach a private host learns what its robots.txt says, nor does "nothing" become the rule for it.
    const key = `${request.grant ? "granted" : "public"} ${url.origin}`;
    const known = this.#kept.get(key);
    if (known && known.untilMs > this.#clock.now()) return known.rules;
    this.#drop(key);
    const kept: Kept = {
      rules: this.#fetch(new URL("/robots.txt", url), request),
      untilMs: this.#clock.now() + KEPT_MS,
      sizeBytes: 0,
    };
    this.#kept.set(key, kept);
    try {
      const rules = await kept.rules;
      if (this.#kept.get(key) === kept) this.#weigh(kept, rules.sizeBytes);
      return rules;
    } catch (failure) {
      if (this.#kept.get(key) === kept) this.#drop(key);
      throw failure;
    }
  }

  async #fetch(robotsUrl: URL, request: RobotsRequest): Promise<RobotsRules> {
    try {
      const limits = { maxBytes: ROBOTS_BYTES, maxRedirects: REDIRECTS, timeoutMs: TIMEOUT_MS };
      const { status, body } = await this.#httpClient.fetch(robotsUrl, {
        ...limits,
        ...request,
        headers: { accept: "text/plain,*/*;q=0.5" },
      });
      if (status >= 200 && status < 300) return readRobots(robotsUrl, body.toString("utf8"));
      // RFC 9309 section 2.3.1.4: where the server is in trouble, everything is forbidden for now; 429 is the same trouble.
      if (status >= 500 || status === 429) throw unreadable(robotsUrl, status);
      return ALLOWS_ALL;
    } catch (failure) {
      if (failure instanceof CaptureFailure && SAYS_NOTHING.has(failure.code)) return ALLOWS_ALL;
      throw failure;
    }
  }

  #weigh(kept: Kept, sizeBytes: number): void {
    kept.sizeBytes = sizeBytes;
    this.#sizeBytes += sizeBytes;
    for (const key of this.#kept.keys()) {
      if (this.#sizeBytes <= KEPT_BYTES && this.#kept.size <= KEPT_HOSTS) break;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    this.#sizeBytes -= this.#kept.get(key)?.sizeBytes ?? 0;
    this.#kept.delete(key);
  }
}

/** There was an answer, and it is no robots.txt: RFC 9309 section 2.3.1.3, "unavailable". */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "too-large",
  "too-many-redirects",
  "decompression",
  "protocol",
  "bad-url",
  "forbidden-address",
]);

function unreadable(robotsUrl: URL, status: number): CaptureFailure {
  return new CaptureFailure("robots", {
    message: `${robotsUrl.host} cannot show its robots.txt now (status ${status})`,
    status,
    retry: "soon",
  });
}
