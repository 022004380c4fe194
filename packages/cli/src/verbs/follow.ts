/** `tessera follow` and `tessera unfollow`: begin to follow a block of a page, and stop. */
import { type BlockLocator, DEFAULT_CONDITIONS, Schedule } from "@tessera/model";
import type { BodyOf } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow, putOnSheet, sheetName } from "../command/follows.ts";
import { LENS_HELP, LENS_OPTIONS, tracerSaid } from "../command/lens.ts";
import { readSpan } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";
import { printFollow } from "./show.ts";

const USAGE =
  'tessera follow URL [--block PATH | --text "…" | --css SELECTOR | --xpath PATH] [--title T] [--every 10m] [--sheet NAME]';

const options = {
  ...REACH,
  block: { type: "string" },
  text: { type: "string" },
  css: { type: "string" },
  xpath: { type: "string" },
  title: { type: "string" },
  every: { type: "string" },
  cron: { type: "string" },
  zone: { type: "string" },
  fetch: { type: "string" },
  intent: { type: "string" },
  ...LENS_OPTIONS,
  alert: { type: "boolean", default: false },
  sheet: { type: "string" },
} as const;

export const follow: Verb = {
  about: "follow a block of a page",
  help: `${USAGE}

Captures the page, finds the block, and remembers it. From then on \`tessera serve\` or \`tessera check\` follow it.

Which block (by default the main content of the page):
  --text "…"       the smallest block with these words
  --block PATH     a path such as html[1]/body[1]/div[3]; \`tessera pages FILE\` lists them
  --css SELECTOR   the first element that a CSS selector finds
  --xpath PATH     the first element that an XPath finds

How:
  --title T        its title (default what the page calls it)
  --sheet NAME     put it on the sheet with this title or id, which is created if necessary (default on no sheet)
  --every 10m      how often to check (s, m, h, d); by default from how often the block changes
  --cron "0 7 * * 1-5" [--zone Europe/Vienna]   check at these times
  --fetch HOW      http, browser, or auto (the default: the browser only if the page needs it)
  --intent WHAT    position (whatever is there), item (this very thing, wherever it moves), or auto
${LENS_HELP}
  --alert          also tell when the block looks very different from before: half of the time it is another block
${REACH_HELP}

Examples:
  tessera follow https://example.org/ --text "Example Domain"
  tessera follow https://news.example/ --css "#sport" --title Sport --every 15m --sheet Home
  tessera follow https://shop.example/lamp --text "Price of the lamp" --cron "0 8 * * *" --zone Europe/Vienna

Exit codes: 0 followed, 2 wrong call, 3 the page cannot be fetched or has no such block, 5 the instance cannot be reached.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    const { title, fetch: fetcher, intent } = values;
    const sheet = values.sheet === undefined ? undefined : sheetName(values.sheet);
    // words of the person, which the route itself checks
    const body = {
      source: { url: positionals[0], ...(fetcher === undefined ? {} : { fetcher }) },
      wish: locatorOf(values),
      ...(title === undefined ? {} : { title }),
      ...(intent === undefined ? {} : { intent }),
      ...tracerSaid(values),
      ...(values.alert ? { conditions: [...DEFAULT_CONDITIONS, { kind: "looks-different" }] } : {}),
      ...scheduleOf(values),
    } as BodyOf<"POST /follows">;
    return withInstance({ values, terminal, alone: "must" }, async (instance) => {
      const followed = await instance.ask("POST /follows", { body });
      if (sheet !== undefined) await putOnSheet(instance, followed, sheet);
      if (values.json) terminal.out(JSON.stringify(followed));
      else printFollow(followed, followed.value, terminal);
      return EXIT.ok;
    });
  },
};

type Said = Readonly<Partial<Record<keyof typeof options, string | boolean>>>;

/** How each option names a block. */
const LOCATORS = {
  block: (path) => ({ kind: "path", path }),
  text: (text) => ({ kind: "text", text }),
  css: (selector) => ({ kind: "css", selector }),
  xpath: (expression) => ({ kind: "xpath", expression }),
} as const satisfies Readonly<Record<string, (value: string) => BlockLocator>>;

function locatorOf(values: Said): BlockLocator {
  const said = (["block", "text", "css", "xpath"] as const).filter((name) => values[name] !== undefined);
  if (said.length > 1) throw new CliError(EXIT.usage, `one of --${said.join(", --")} is enough. Usage: ${USAGE}`);
  const [name] = said;
  return name ? LOCATORS[name](String(values[name])) : { kind: "page" };
}

function scheduleOf({ every, cron, zone }: Said): { readonly schedule?: Schedule } {
  if (every !== undefined && cron !== undefined) throw new CliError(EXIT.usage, "--every or --cron, not both");
  const wanted =
    every !== undefined
      ? { kind: "every", intervalMs: readSpan(String(every), "--every") }
      : cron !== undefined
        ? { kind: "cron", pattern: cron, timeZone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone }
        : null;
  if (wanted === null) return {};
  const schedule = Schedule.safeParse(wanted);
  if (schedule.success) return { schedule: schedule.data };
  throw new CliError(EXIT.usage, `the schedule is not valid: ${schedule.error.issues[0]?.message}`);
}

const UNFOLLOW_USAGE = "tessera unfollow FOLLOW [--undo] [--json]";

const unfollowOptions = { ...REACH, undo: { type: "boolean", default: false } } as const;

export const unfollow: Verb = {
  about: "stop following a block; can be undone for a while",
  help: `${UNFOLLOW_USAGE}

The follow leaves all sheets and feeds at once; its history is kept for a week, unless the owner has set another time.

  --undo           bring it back; FOLLOW is then its whole id (\`tessera list --state deleted\`)
${REACH_HELP}

Examples:
  tessera unfollow Sport
  tessera unfollow 01999f3c-6d2e-7c51-9a53-0f5d8f3a12bc --undo`,
  options: unfollowOptions,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, unfollowOptions, UNFOLLOW_USAGE);
    expectWords(positionals, [1, 1], UNFOLLOW_USAGE);
    return withInstance({ values, terminal }, async (instance) => {
      const { id, title } = await findFollow(instance, positionals[0] ?? "");
      const route = values.undo ? "POST /follows/:id/restore" : "DELETE /follows/:id";
      await instance.ask(route, { params: { id } });
      if (values.json) terminal.out(JSON.stringify({ id, title, isFollowed: values.undo }));
      else
        terminal.out(values.undo ? `${harmless(title)} is followed again` : `${harmless(title)} is no longer followed`);
      return EXIT.ok;
    });
  },
};
