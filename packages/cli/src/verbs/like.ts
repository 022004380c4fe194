/** `tessera like`: the block of a follow on other pages of the same layout. */
import { type FollowId, MAX_TEMPLATE_PAGES } from "@tessera/model";
import type { BodyOf, LinkGroup, TemplateReply } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow, findSheet, sheetName } from "../command/follows.ts";
import { type Instance, listOf } from "../command/instance.ts";
import { writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE =
  "tessera like FOLLOW URL… | --links-of PAGE [--block PATH] [--board TITLE] [--sheet NAME] [--insist] | [FOLLOW] --account";

const options = {
  ...REACH,
  board: { type: "string" },
  sheet: { type: "string" },
  insist: { type: "boolean", default: false },
  "links-of": { type: "string" },
  block: { type: "string" },
  account: { type: "boolean", default: false },
} as const;

/** Between two looks at a server that works on it. */
const ASK_EVERY_MS = 1_000;

export const like: Verb = {
  about: "follow the same block on other pages of the same layout",
  help: `${USAGE}

Looks for the block of FOLLOW on each page, up to 100 of them. Where the page has the same layout and the block is found, it is
followed there too, like FOLLOW itself; pages of another layout are listed and not followed. A block that is not found for
sure asks which it is. What is followed already is not followed twice. \`-\` reads the addresses from standard input.

  --links-of PAGE  take the links of a list instead: without --block, the lists of PAGE are shown and nothing is followed
    --block PATH         the list whose links are meant
  --sheet NAME     put a tile each on the sheet with this title or id, which is created if necessary
  --board TITLE    one tile as a table instead, on the sheet of --sheet (default "Home")
  --insist         also on pages of another layout
  --account        follow nothing: what was asked for until now, latest first; of FOLLOW, what became of each page
${REACH_HELP}

Examples:
  tessera like "Lamp price" https://shop.example/lamps/2 https://shop.example/lamps/3 --board Prices --sheet Shop
  tessera like "Lamp price" - < addresses.txt
  tessera like "Lamp price" --links-of https://shop.example/lamps
  tessera like "Lamp price" --account
  tessera like "Lamp price" --links-of https://shop.example/lamps --block "html[1]/body[1]/main[1]/ul[1]" --board Prices

Exit codes: 0 followed on every page, 2 wrong call, 3 no such follow, 4 not on every page, 5 the instance cannot be reached.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    if (values.account) {
      expectWords(positionals, [0, 1], USAGE);
      return withInstance({ values, terminal }, (instance) => account(instance, positionals[0], { terminal, values }));
    }
    const [words = "", ...given] = positionals;
    const { "links-of": page, block } = values;
    expectWords(positionals, page === undefined ? [2, 1 + MAX_TEMPLATE_PAGES] : [1, 1], USAGE);
    if (block !== undefined && page === undefined) throw new CliError(EXIT.usage, "--block is of --links-of");
    const typed = given.join() === "-" ? await addressesFrom(terminal) : given;
    return withInstance({ values, terminal, alone: "must" }, async (instance) => {
      const { id } = await findFollow(instance, words);
      const lists = page === undefined ? [] : await linksOf(instance, { url: page, path: block, like: id });
      if (page !== undefined && block === undefined) return printLists(lists, terminal, values.json);
      const urls = page === undefined ? typed : lists.flatMap(({ links }) => links.map(({ url }) => url));
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

interface ListOfLinks {
  readonly url: string;
  readonly path: string | undefined;
  /** The follow whose block is looked for: the list is fetched like its page. */
  readonly like: FollowId;
}

/** The links of a page, by the blocks that they stand in, or only those of this one. */
async function linksOf(instance: Instance, { url, path, like }: ListOfLinks): Promise<readonly LinkGroup[]> {
  const { capture } = await instance.ask("POST /pages", { body: { source: { url }, like } });
  const lists = await instance.ask("GET /captures/:id/links", { params: { id: capture.id }, query: { path } });
  const count = lists.reduce((sum, { links }) => sum + links.length, 0);
  if (count === 0) throw new CliError(EXIT.input, "there are no links in it");
  if (path === undefined || count <= MAX_TEMPLATE_PAGES) return lists;
  throw new CliError(
    EXIT.input,
    `there are ${count} links in it, and ${MAX_TEMPLATE_PAGES} pages can be followed at once`,
  );
}

function printLists(lists: readonly LinkGroup[], terminal: Terminal, isJson: boolean): number {
  if (isJson) for (const each of lists) terminal.out(JSON.stringify(each));
  else
    printTable(
      lists,
      [
        { title: "LINKS", cell: ({ links }) => String(links.length) },
        { title: "TITLE", cell: ({ title, excerpt }) => title || excerpt, isElastic: true },
        { title: "BLOCK", cell: ({ path }) => path },
      ],
      terminal,
    );
  return EXIT.ok;
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

interface Printing {
  readonly terminal: Terminal;
  readonly values: { readonly json: boolean };
}

/** Of one follow the pages of its last order, of all of them the orders. */
async function account(instance: Instance, words: string | undefined, { terminal, values }: Printing): Promise<number> {
  const orders = await instance.ask("GET /templates");
  if (words !== undefined) {
    const { id, title } = await findFollow(instance, words);
    const order = orders.find(({ followId }) => followId === id);
    if (!order) throw new CliError(EXIT.input, `nothing like ${title} was asked for on other pages`);
    print(order, terminal, values.json);
    return EXIT.ok;
  }
  if (values.json) for (const order of orders) terminal.out(JSON.stringify(order));
  else if (orders.length === 0) terminal.error("nothing was asked for on other pages yet");
  else await printOrders(instance, orders, terminal);
  return EXIT.ok;
}

async function printOrders(instance: Instance, orders: readonly TemplateReply[], terminal: Terminal): Promise<void> {
  const titles = new Map((await listOf(instance, "GET /follows")).map(({ id, title }) => [id, title]));
  printTable(
    orders,
    [
      { title: "SINCE", cell: ({ createdAt }) => writeInstant(createdAt) },
      { title: "FOLLOW", cell: ({ followId }) => titles.get(followId) ?? "", isElastic: true },
      { title: "PAGES", cell: ({ pages }) => String(pages.length) },
      { title: "RESULT", cell: resultWords, isElastic: true },
    ],
    terminal,
  );
}

function resultWords({ pages }: TemplateReply): string {
  const counts = Map.groupBy(pages, ({ state }) => state);
  return [...counts].map(([state, those]) => `${those.length} ${STATES[state]}`).join(", ");
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
