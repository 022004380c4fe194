/** `tessera like`: the block of a follow on other pages of the same layout. */
import type { BodyOf, TemplateReply } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow, findSheet, sheetName } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera like FOLLOW URL… [--board TITLE] [--sheet NAME] [--insist]";

const options = {
  ...REACH,
  board: { type: "string" },
  sheet: { type: "string" },
  insist: { type: "boolean", default: false },
} as const;

/** Between two looks at a server that works on it. */
const ASK_EVERY_MS = 1_000;

export const like: Verb = {
  about: "follow the same block on other pages of the same layout",
  help: `${USAGE}

Looks for the block of FOLLOW on each page, up to 100 of them. Where the page has the same layout and the block is found, it is
followed there too, like FOLLOW itself; pages of another layout are listed and not followed. A block that is not found for
sure asks which it is. What is followed already is not followed twice. \`-\` reads the addresses from standard input.

  --sheet NAME     put a tile each on the sheet with this title or id, which is created if necessary
  --board TITLE    one tile as a table instead, on the sheet of --sheet (default "Home")
  --insist         also on pages of another layout
${REACH_HELP}

Examples:
  tessera like "Lamp price" https://shop.example/lamps/2 https://shop.example/lamps/3 --board Prices --sheet Shop
  tessera like "Lamp price" - < addresses.txt

Exit codes: 0 followed on every page, 2 wrong call, 3 no such follow, 4 not on every page, 5 the instance cannot be reached.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [words = "", ...given] = positionals;
    expectWords(positionals, [2, 101], USAGE);
    const urls = given.join() === "-" ? await addressesFrom(terminal) : given;
    return withInstance({ values, terminal, alone: "must" }, async (instance) => {
      const { id } = await findFollow(instance, words);
      const result = await resultOf(instance, values);
      // addresses as they were typed, which the route itself checks
      const body = { urls, result, insists: values.insist } as BodyOf<"POST /follows/:id/like">;
      const ordered = await instance.ask("POST /follows/:id/like", { params: { id }, body });
      const done = await settled(instance, ordered, terminal);
      print(done, terminal, values.json);
      const isEverywhere = done.pages.every(({ state }) => state === "followed" || state === "already");
      return isEverywhere ? EXIT.ok : EXIT.no;
    });
  },
};

async function addressesFrom(terminal: Terminal): Promise<readonly string[]> {
  const urls = (await terminal.readInput())
    .toString("utf8")
    .split(/\s+/)
    .filter((word) => word !== "");
  if (urls.length === 0) throw new CliError(EXIT.usage, "there is no address on standard input");
  return urls;
}

async function resultOf(
  instance: Instance,
  { board, sheet }: { readonly board?: string | undefined; readonly sheet?: string | undefined },
) {
  if (board === undefined && sheet === undefined) return { kind: "each", sheetId: null };
  const name = sheetName(sheet ?? "Home");
  const known = await findSheet(instance, name);
  const { id: sheetId } = known ?? (await instance.ask("POST /sheets", { body: { title: name } }));
  return board === undefined ? { kind: "each", sheetId } : { kind: "board", sheetId, title: board };
}

/** Done here where nobody else works on the instance, otherwise waited for. */
async function settled(instance: Instance, ordered: TemplateReply, terminal: Terminal): Promise<TemplateReply> {
  const isDoneHere = (await instance.startPendingFollows()) !== null;
  for (;;) {
    const now = await instance.ask("GET /templates/:id", { params: { id: ordered.id } });
    if (now.waiting === 0 || isDoneHere || terminal.interrupted.aborted) return now;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

const STATES: Readonly<Record<TemplateReply["pages"][number]["state"], string>> = {
  waiting: "waiting",
  followed: "followed",
  already: "followed already",
  asks: "asks which it is",
  "other-layout": "not of this layout",
  missing: "block not found",
  unreachable: "could not be reached",
  "no-room": "no room for more",
};

function print({ pages }: TemplateReply, terminal: Terminal, isJson: boolean): void {
  if (isJson) for (const page of pages) terminal.out(JSON.stringify(page));
  else
    printTable(
      pages,
      [
        { title: "PAGE", cell: ({ url }) => url, isElastic: true },
        { title: "RESULT", cell: ({ state }) => STATES[state] },
        { title: "LIKE", cell: ({ similarity }) => (similarity === null ? "" : similarity.toFixed(2)) },
        { title: "WHY", cell: ({ error }) => error ?? "", isElastic: true },
      ],
      terminal,
    );
}
