/** `tessera list`: what is followed, and what it says now. */

import { isBlankVerdict } from "@tessera/model";
import { expectWords, readArguments } from "../command/arguments.ts";
import { allFollows, type ShownFollow, sheetName, theSheet } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { shortId } from "../command/meant.ts";
import { writeAge } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera list [WORDS] [--state active|paused|deleted] [--sheet NAME] [--tag TAG] [--news] [--json]";
const STATES = ["active", "paused", "deleted"] as const;

const options = {
  ...REACH,
  state: { type: "string" },
  sheet: { type: "string" },
  tag: { type: "string" },
  news: { type: "boolean", default: false },
} as const;

export const list: Verb = {
  about: "show what is followed and what it says now",
  help: `${USAGE}

One line per follow: the end of its id (other verbs take it), its title, verdict, what the block says, when it last
changed and when its page is checked next. With WORDS, only those with these words in title or address.

  --state STATE    active, paused or deleted ones only
  --sheet NAME     only those on the sheet with this title or id; "none" for those on no sheet
  --tag TAG        only those with this tag
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
    const state = STATES.find((known) => known === values.state);
    if (state !== values.state) {
      throw new CliError(EXIT.usage, `--state is one of ${STATES.join(", ")}. Usage: ${USAGE}`);
    }
    return withInstance({ values, terminal }, async (instance) => {
      const shown: ShownFollow[] = [];
      const sheet = values.sheet === undefined ? undefined : await sheetWanted(instance, values.sheet);
      for await (const follow of allFollows(instance, { words: positionals[0], state, sheet, tag: values.tag })) {
        if (values.news && !follow.hasNews) continue;
        if (values.json) terminal.out(JSON.stringify(follow));
        else shown.push(follow);
      }
      const isPart = [values.state, values.sheet, values.tag, values.news, positionals[0]].some(Boolean);
      if (!values.json) print(shown, terminal, isPart);
      return EXIT.ok;
    });
  },
};

/** The id of the sheet that is meant, or `none`. */
async function sheetWanted(instance: Instance, words: string): Promise<string> {
  return words === "none" ? words : (await theSheet(instance, sheetName(words))).id;
}

function print(follows: readonly ShownFollow[], terminal: Terminal, isPart: boolean): void {
  if (follows.length === 0) {
    terminal.error(
      isPart ? "nothing that is followed fits" : "nothing is followed here; begin with `tessera follow URL`",
    );
    return;
  }
  const now = Date.now();
  printTable(
    follows,
    [
      { title: "ID", cell: ({ id }) => shortId(id) },
      { title: "TITLE", cell: ({ title, hasNews }) => (hasNews ? `* ${title}` : title), isElastic: true },
      { title: "VERDICT", cell: verdictWords },
      { title: "VALUE", cell: ({ value }) => value ?? "-", isElastic: true },
      { title: "CHANGED", cell: ({ latestFound }) => writeAge(latestFound?.at ?? null, now) },
      { title: "NEXT CHECK", cell: ({ page }) => writeAge(page.dueAt, now) },
    ],
    terminal,
  );
}

/** A block that is there and shows nothing is blank. */
function verdictWords({ verdict, latest, pausedAt }: ShownFollow): string {
  const said = isBlankVerdict(latest?.verdict) ? "blank" : verdict;
  return pausedAt === null ? said : `${said}, paused`;
}
