import { isBlankVerdict, looksDifferent, type MovedTo, movedToOf, type VerdictRecord } from "@tessera/model";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow, type ShownFollow } from "../command/follows.ts";
import { lensWord } from "../command/lens.ts";
import { writeAge, writeInstant, writeSpan } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless, harmlessLines } from "../command/table.ts";
import { EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera show FOLLOW [--text] [--json]";

const options = { ...REACH, text: { type: "boolean", default: false } } as const;

export const show: Verb = {
  about: "show one follow and what its block says",
  help: `${USAGE}

FOLLOW is the end of an id as \`tessera list\` prints it, a whole id, or words of the title.

  --text           only the text of the block, for scripts
${REACH_HELP}

Examples:
  tessera show Sport
  tessera show 8f3a12bc --json
  price=$(tessera show "Lamp" --text)

Exit codes: 0 the block was found at the latest check, 4 it was not, or there is nothing to see in it: the verdict is
unsure, gone, blocked or unreachable (then what is shown is older), or the block is blank, 3 no such follow.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    return withInstance({ values, terminal }, async (instance) => {
      const follow = await findFollow(instance, positionals[0] ?? "");
      const value = await instance.ask("GET /follows/:id/value", { params: { id: follow.id } });
      if (values.json) terminal.out(JSON.stringify({ ...follow, content: value }));
      else if (values.text) terminal.out(harmlessLines(value.text ?? ""));
      else printFollow(follow, value.text, terminal);
      return follow.verdict === "found" && !isBlankVerdict(follow.latest?.verdict) ? EXIT.ok : EXIT.no;
    });
  },
};

/** What is followed where the person said so. */
const INTENTS: Readonly<Record<ShownFollow["pick"]["intent"], string>> = {
  auto: "",
  position: " (whatever stands there)",
  item: " (this one, wherever it goes)",
};

export function printFollow(follow: ShownFollow, text: string | null, terminal: Terminal): void {
  const { page, latest } = follow;
  const now = Date.now();
  const movedTo = movedToOf(latest?.verdict);
  const facts: readonly (readonly [name: string, value: string])[] = [
    ["title", follow.title],
    ["id", follow.id],
    ["page", page.url],
    ...(page.redesign ? [["redesign", redesignOf(page.redesign)] as const] : []),
    ["block", `${follow.path}${INTENTS[follow.pick.intent]}`],
    ["lens", lensWord(follow.tracer)],
    ["fetched", fetchWords(follow)],
    ["verdict", `${follow.verdict}${confidenceOf(follow)}${shownWords(latest?.verdict)}`],
    ...(movedTo ? [["moved", movedWords(movedTo)] as const] : []),
    ["looked", `${writeAge(page.lastCheckedAt, now)}, next ${writeAge(page.dueAt, now)} (${scheduleWords(follow)})`],
    ["changed", latest ? `${writeInstant(latest.at)} (${latest.change})` : "-"],
    ...(follow.feeds ? [["feed", follow.feeds.atom] as const] : []),
    ...(page.trouble ? [["trouble", page.trouble.message] as const] : []),
    ...(follow.pausedAt === null ? [] : [["paused", writeAge(follow.pausedAt, now)] as const]),
  ];
  for (const [name, value] of facts) terminal.out(`${`${name}:`.padEnd(9)} ${harmless(value)}`);
  terminal.out("");
  terminal.out(text === null ? "(nothing was seen yet)" : harmlessLines(text));
}

function shownWords(verdict: VerdictRecord | undefined): string {
  if (isBlankVerdict(verdict)) return ", but blank";
  return looksDifferent(verdict) ? ", but it looks very different now" : "";
}

/** Where a link of the page says that it is. */
function movedWords({ url, title, text, isFound }: MovedTo): string {
  const name = `${title || text} ${url}`;
  return isFound ? `it seems to be on ${name} now (tessera move)` : `there is a link with its name: ${name}`;
}

function fetchWords({ page: { fetcher, fetchedBy, hasSteps } }: ShownFollow): string {
  const way = { http: "without a browser", browser: "with a browser", "own-browser": "by your own browser" };
  return fetcher === "auto"
    ? `automatically, now ${way[fetchedBy.fetcher]} (${fetchedBy.reason})`
    : way[hasSteps && fetcher === "http" ? "browser" : fetcher];
}

function redesignOf({ at, sameShare }: NonNullable<ShownFollow["page"]["redesign"]>): string {
  return `${writeInstant(at)}, ${Math.round(sameShare * 100)} % of the structure is the same`;
}

function confidenceOf({ latest }: ShownFollow): string {
  const verdict = latest?.verdict;
  return verdict && "confidence" in verdict ? `, confidence ${verdict.confidence.toFixed(2)}` : "";
}

function scheduleWords({ schedule }: ShownFollow): string {
  switch (schedule.kind) {
    case "every":
      return `every ${writeSpan(schedule.intervalMs)}`;
    case "cron":
      return `cron ${schedule.pattern} ${schedule.timeZone}`;
    case "auto":
      return "automatic";
  }
}
