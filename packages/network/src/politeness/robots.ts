/** The robots.txt of every host that is visited: fetched once a day, kept within a budget. */
import robotsParserModule from "robots-parser";
import type { FetchOptions, HttpClient } from "../client/http-client.ts";
import { CaptureFailure } from "../guard/capture-failure.ts";
import type { Clock } from "./host-gate.ts";

interface RobotsRequest extends Pick<FetchOptions, "grant" | "signal"> {
  /** Another way out than the usual one: the page is fetched by it. */
  readonly httpClient?: HttpClient | undefined;
}

interface Kept {
  readonly rules: Promise<RobotsRules>;
  readonly untilMs: number;
  sizeBytes: number;
}

/** The product token that a robots.txt addresses us by. */
const ROBOTS_TOKEN = "tessera";

/** RFC 9309 section 2.5: at least 500 kibibytes are parsed. */
const ROBOTS_BYTES = 500 * 1024;

/**
 * Matching is at worst the length of all rules times that of the path. With this bound and that of the text, both take
 * some hundredths of a second at most, on the main thread; rules beyond it are left out.
 */
const MATCHING_STEPS = 10_000_000;

/** Who asks for more than this between two requests does not mean one request an hour. */
const LONGEST_CRAWL_DELAY_MS = 30_000;
const EVERYBODY = "*";

/** The package is CommonJS and its types are written for ES modules: what is imported is the function itself. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

const ALLOWS_ALL: RobotsRules = { allows: () => true, crawlDelayMs: 0, sizeBytes: 0 };

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
  /** As many as the operator has given names. */
  readonly #ways = new Map<HttpClient, number>();
  #sizeBytes = 0;

  constructor(httpClient: HttpClient, clock: Clock) {
    this.#httpClient = httpClient;
    this.#clock = clock;
  }

  /** The rules for the origin of a URL. A host that cannot be reached fails as the page itself would; nothing of that is kept. */
  async rulesFor(url: URL, request: RobotsRequest = {}): Promise<RobotsRules> {
    // Nobody who may not reach a private host learns what its robots.txt says, nor does "nothing" become the rule for it.
    const key = `${request.grant ? "granted" : "public"} ${this.#wayOf(request)} ${url.origin}`;
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

  /** A site may say one thing here and another elsewhere. */
  #wayOf({ httpClient = this.#httpClient }: RobotsRequest): number {
    const way = this.#ways.get(httpClient) ?? this.#ways.size;
    this.#ways.set(httpClient, way);
    return way;
  }

  async #fetch(robotsUrl: URL, { httpClient = this.#httpClient, ...request }: RobotsRequest): Promise<RobotsRules> {
    try {
      const limits = { maxBytes: ROBOTS_BYTES, maxRedirects: REDIRECTS, timeoutMs: TIMEOUT_MS };
      const { status, body } = await httpClient.fetch(robotsUrl, {
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

export interface RobotsRules {
  allows(url: URL): boolean;
  /** The pause it asks for between two requests. */
  readonly crawlDelayMs: number;
  /** Size of the text that the rules are kept in, for the cache. */
  readonly sizeBytes: number;
}

/** Never throws: what cannot be read says nothing. @internal */
export function readRobots(robotsUrl: URL, text: string): RobotsRules {
  const ours = linesForUs(text);
  const parsed = robotsParser(robotsUrl.href, ours);
  const delaySeconds = parsed.getCrawlDelay(ROBOTS_TOKEN) ?? 0;
  return {
    allows(url) {
      const longest = Math.floor(MATCHING_STEPS / (url.pathname.length + url.search.length));
      const rules = ours.length <= longest ? parsed : robotsParser(robotsUrl.href, wholeLines(ours, longest));
      return rules.isAllowed(url.href, ROBOTS_TOKEN) ?? true;
    },
    crawlDelayMs: delaySeconds > 0 ? Math.min(delaySeconds * 1_000, LONGEST_CRAWL_DELAY_MS) : 0,
    sizeBytes: ours.length,
  };
}

/**
 * The groups that address us, or else everybody. The parser stores each rule once for every agent of its group: a text
 * of 20,000 agents and 20,000 rules would not fit into memory.
 */
function linesForUs(text: string): string {
  const rules = new Map<string, string[]>([[EVERYBODY, []]]);
  const addressed = new Set<string>();
  let isInRules = true;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field = "", value = ""] = /^\s*([^\s:#]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    if (field === "") continue;
    const isAgent = field.toLowerCase() === "user-agent";
    if (isAgent && isInRules) addressed.clear();
    isInRules = !isAgent;
    const agent = isAgent ? productToken(value) : "";
    if (agent === ROBOTS_TOKEN || agent === EVERYBODY) {
      addressed.add(agent);
      if (!rules.has(agent)) rules.set(agent, []);
    }
    if (isInRules) for (const name of addressed) rules.get(name)?.push(line);
  }
  const agent = rules.has(ROBOTS_TOKEN) ? ROBOTS_TOKEN : EVERYBODY;
  return [`User-agent: ${agent}`, ...rules.get(agent)!].join("\n");
}

/** `Tessera/0.1` is `tessera`. */
function productToken(agent: string): string {
  return agent.split("/", 1)[0]!.trim().toLowerCase();
}

/** Half a rule would be another rule. */
function wholeLines(text: string, longest: number): string {
  return text.slice(0, text.lastIndexOf("\n", longest));
}
