/** `tessera list`: what is followed, and what it says now. */
import { expectWords, readArguments } from "../arguments.ts";
import { allFollows, type ShownFollow, shortId } from "../follows.ts";
import { writeAge } from "../moment.ts";
import { REACH, REACH_HELP, withInstance } from "../reach.ts";
import { printTable } from "../table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../verb.ts";

const USAGE = "tessera list [WORDS] [--state active|paused|deleted] [--news] [--json]";
const STATES = ["active", "paused", "deleted"];

const options = { ...REACH, state: { type: "string" }, news: { type: "boolean", default: false } } as const;

export const list: Verb = {
  about: "show what is followed and what it says now",
  help: `${USAGE}

One line a follow: the end of its id (other verbs take it), its title, verdict, what the block says, when it last
changed and when its page is looked at next. WORDS keeps those with these words in title or address.

  --state STATE    active, paused or deleted ones only
  --news           only what has changed since it was last seen
${REACH_HELP}

Examples:
  tessera list
  tessera list bakery --json
  tessera list --server https://tessera.example --token-file ~/.tessera-token`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 1], USAGE);
    if (values.state !== undefined && !STATES.includes(values.state)) {
      throw new CliError(EXIT.usage, `--state is one of ${STATES.join(", ")}. Usage: ${USAGE}`);
    }
    return withInstance({ values, terminal }, async (instance) => {
      const shown: ShownFollow[] = [];
      for await (const follow of allFollows(instance, { words: positionals[0], state: values.state })) {
        if (values.news && !follow.hasNews) continue;
        if (values.json) terminal.out(JSON.stringify(follow));
        else shown.push(follow);
      }
      if (!values.json) print(shown, terminal);
      return EXIT.ok;
    });
  },
};

function print(follows: readonly ShownFollow[], terminal: Terminal): void {
  if (follows.length === 0) {
    terminal.error("nothing is followed here; begin with `tessera follow URL`");
    return;
  }
  const now = Date.now();
  printTable(
    follows,
    [
      { title: "ID", cell: ({ id }) => shortId(id) },
      { title: "TITLE", cell: ({ title, hasNews }) => (hasNews ? `* ${title}` : title), isElastic: true },
      { title: "VERDICT", cell: ({ verdict, pausedAt }) => (pausedAt === null ? verdict : `${verdict}, paused`) },
      { title: "VALUE", cell: ({ value }) => value ?? "-", isElastic: true },
      { title: "CHANGED", cell: ({ latestFound }) => writeAge(latestFound?.at ?? null, now) },
      { title: "NEXT LOOK", cell: ({ page }) => writeAge(page.dueAt, now) },
    ],
    terminal,
  );
}
