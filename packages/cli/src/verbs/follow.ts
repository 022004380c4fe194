/** `tessera follow` and `tessera unfollow`: begin to follow a block of a page, and stop. */
import { type BlockLocator, DEFAULT_CONDITIONS } from "@tessera/model";
import type { BodyOf } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { conditionsOf, TELL_HELP } from "../command/conditions.ts";
import { findFollow, putOnSheet, type ShownFollow, sheetName } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { LENS_HELP, LENS_OPTIONS, tracerSaid } from "../command/lens.ts";
import { readSettings, sourceAt } from "../command/page-settings.ts";
import { PARTS_HELP, PARTS_OPTIONS, partsDone, partsSaid } from "../command/parts.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { SCHEDULE_HELP, SCHEDULE_OPTIONS, scheduleOf } from "../command/schedule.ts";
import { harmless } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";
import { printFollow } from "./show.ts";

const USAGE =
  'tessera follow URL [--block PATH | --text "…" | --css SELECTOR | --xpath PATH] [--title T] [--every 10m] [--page FILE] [--sheet NAME]';

const options = {
  ...REACH,
  block: { type: "string" },
  text: { type: "string" },
  css: { type: "string" },
  xpath: { type: "string" },
  title: { type: "string" },
  ...SCHEDULE_OPTIONS,
  fetch: { type: "string" },
  page: { type: "string" },
  intent: { type: "string" },
  extent: { type: "string" },
  ...PARTS_OPTIONS,
  ...LENS_OPTIONS,
  alert: { type: "boolean", default: false },
  sheet: { type: "string" },
  tag: { type: "string", multiple: true },
  tell: { type: "string", multiple: true },
} as const;

export const follow: Verb = {
  about: "follow a block of a page",
  help: `${USAGE}

Captures the page, finds the block, and remembers it. The address may be that of a feed (RSS, Atom, JSON Feed): then its
items are followed, and with --sheet they are a feed tile. From then on \`tessera serve\` or \`tessera check\` follow it.

Which block (by default the main content of the page):
  --text "…"       the smallest block with these words
  --block PATH     a path such as html[1]/body[1]/div[3]; \`tessera pages FILE\` lists them
  --css SELECTOR   the first element that a CSS selector finds
  --xpath PATH     the first element that an XPath finds

How:
  --title T        its title (default what the page calls it)
  --sheet NAME     put it on the sheet with this title or id, which is created if necessary (default on no sheet)
  --tag TAG        a word of your own to find it by; can be given several times
${SCHEDULE_HELP}
  --fetch HOW      http, browser, or auto (the default: the browser only if the page needs it)
  --page FILE      all settings of its page (steps, cookies, screen, language …), as JSON (\`tessera page --help\`);
                   - reads them from standard input; --fetch, where it is given, replaces theirs
  --intent WHAT    position (whatever is there), item (this very thing, wherever it moves), or auto
  --extent HOW     one (this block alone, the default) or alike (all like it)
${PARTS_HELP}
${LENS_HELP}
${TELL_HELP}
  --alert          also tell when the block looks very different from before: nearly always the same, much changed
                   (later: \`tessera alert\`)
${REACH_HELP}

Examples:
  tessera follow https://example.org/ --text "Example Domain"
  tessera follow https://news.example/feed.xml --sheet Home
  tessera follow https://news.example/ --css "#sport" --title Sport --every 15m --sheet Home
  tessera follow https://news.example/ --css "#list li" --extent alike
  tessera follow https://club.example/boats --text "Boats" --page login.json
  tessera follow https://news.example/ --css "#sport" --cut "html[1]/body[1]/main[1]/section[2]/p[1]"
  tessera follow https://shop.example/lamp --text "Price of the lamp" --cron "0 8 * * *" --zone Europe/Vienna

Exit codes: 0 followed, 2 wrong call, 3 the page cannot be fetched or has no such block or part, or FILE cannot be used, 5 the instance cannot be reached.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    const { title, fetch: fetcher, intent, extent } = values;
    const sheet = values.sheet === undefined ? undefined : sheetName(values.sheet);
    const source = sourceAt(positionals[0] ?? "", await readSettings(values.page, terminal));
    // words of the person, which the route itself checks
    const body = {
      source: { ...source, ...(fetcher === undefined ? {} : { fetcher }) },
      wish: locatorOf(values),
      ...(title === undefined ? {} : { title }),
      ...(intent === undefined ? {} : { intent }),
      ...(extent === undefined ? {} : { extent }),
      ...(values.tag === undefined ? {} : { tags: values.tag }),
      ...partsSaid(values),
      ...tracerSaid(values),
      ...toldOf(values),
      ...scheduleOf(values),
    } as BodyOf<"POST /follows">;
    return withInstance({ values, terminal, alone: "must" }, async (instance) => {
      const followed = await instance.ask("POST /follows", { body });
      const feed = await feedOf(instance, followed);
      if (sheet !== undefined) await putOnSheet(instance, followed, sheet, feed !== null);
      if (values.json) terminal.out(JSON.stringify(followed));
      else {
        printFollow(followed, followed.value, terminal);
        if (feed) terminal.out(`This is a feed (${FORMATS[feed]}): \`tessera feed\` shows its items.`);
      }
      return partsDone(partsSaid(values), followed, terminal);
    });
  },
};

const FORMATS = { rss: "RSS", rdf: "RSS 1.0", atom: "Atom", json: "JSON Feed" } as const;

/** Which kind of feed the page is; null where it is none. */
async function feedOf(instance: Instance, { page }: ShownFollow): Promise<keyof typeof FORMATS | null> {
  const { items } = await instance.ask("GET /pages/:id/captures", { params: { id: page.id }, query: { limit: 1 } });
  return items[0]?.feed?.format ?? null;
}

type Said = Readonly<Partial<Record<keyof typeof options, string | boolean | readonly string[]>>>;

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

/** The alert comes on top of what else is told. */
function toldOf({ tell, alert }: { readonly tell?: readonly string[] | undefined; readonly alert: boolean }) {
  const told = conditionsOf(tell);
  if (!alert) return told;
  return { conditions: [...(told.conditions ?? DEFAULT_CONDITIONS), { kind: "looks-different" }] };
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
