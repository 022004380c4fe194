/** What a robots.txt says to us (RFC 9309). */
import robotsParserModule from "robots-parser";

export interface RobotsRules {
  allows(url: URL): boolean;
  /** The pause it asks for between two requests. */
  readonly crawlDelayMs: number;
  /** Size of the text that the rules are kept in, for the cache. */
  readonly sizeBytes: number;
}

/** The product token that a robots.txt addresses us by. */
const ROBOTS_TOKEN = "tessera";

/** RFC 9309 section 2.5: at least 500 kibibytes are parsed. */
export const ROBOTS_BYTES = 500 * 1024;
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

/** Never throws: what cannot be read says nothing. */
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

export const ALLOWS_ALL: RobotsRules = { allows: () => true, crawlDelayMs: 0, sizeBytes: 0 };

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
