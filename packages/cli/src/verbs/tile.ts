/** `tessera tile`: the tiles of a person's sheets: what was written on them, and where they lie. */
import type { BodyOf, TileReply } from "@tessera/model/api";
import { readArguments, readCount } from "../command/arguments.ts";
import { put, readPlace, readScreen, rearrange } from "../command/arranging.ts";
import { sheetName, theSheet } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { shortId } from "../command/meant.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless, printTable } from "../command/table.ts";
import { contentOf, type GivenContent, isWritten, WRITTEN_KINDS, type WrittenKind } from "../command/tile-content.ts";
import { type FoundTile, theTiles, tilesOn, titleOf } from "../command/tiles.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = `tessera tile ${WRITTEN_KINDS.join("|")} TITLE … | list | edit TILE … | place TILE X,Y [WxH] | move|copy TILE… SHEET | remove TILE… | return`;
const WORD = { type: "string" } as const;
const CONTENT = { text: WORD, title: WORD, opens: WORD, shows: WORD, limit: WORD, closed: WORD } as const;
const options = { ...REACH, ...CONTENT, sheet: WORD, screen: WORD } as const;

/** How many words each takes. */
const ACTIONS = {
  list: [0, 0],
  edit: [1, 502],
  place: [2, 3],
  move: [2, 501],
  copy: [2, 501],
  remove: [1, 500],
  return: [0, 0],
} as const;
const MADE_WORDS = [1, 501] as const;
type Action = keyof typeof ACTIONS;

export const tile: Verb = {
  about:
    "tiles: put notes, links, search boxes, boards, feeds and headings on a sheet; list, edit, place, move, copy and remove any",
  help: `${USAGE}

  note TITLE                 the text is Markdown, from --text or from standard input
  links TITLE ADDRESS…       each ADDRESS is a link, called by its host, or TITLE=ADDRESS; a word with a colon at its end, such as
                             "Rivers:", is the heading of the links after it
  search TITLE [ADDRESS…]    each ADDRESS is an engine, NAME=TEMPLATE with %s for the words; DuckDuckGo unless told
  board TITLE FOLLOW…        a table with a row for each FOLLOW, by its title, its id or the end of one
  feed TITLE FOLLOW…         the items of feeds that you follow, by date
    --shows titles|summaries     a line an item (so unless told), or with summary and picture
    --limit N                    how many items, the latest (default 20)
  heading TITLE              the head of a group: what lies below it, until the next one, belongs to it
    --closed yes|no              of its group the heading alone is seen
    --sheet NAME                 the sheet by its title; the first one unless told
    --text TEXT                  the text of a note
    --opens here|tab             where links, and the answers of a search box, open: in the tab of the sheet or in a new one

  list                       the tiles of all your sheets, or of --sheet, with the ends of their ids
  edit TILE [ADDRESS…|FOLLOW…]   other links, engines, rows or feeds instead of those it has; what is not said stays
    --title TITLE                another title
    --text TEXT                  another text of a note; - reads it from standard input
    --opens, --shows, --limit, --closed   as above
  place TILE X,Y [WxH]       put it in that column and row, both from 0, and give it that size; what lies there moves down
    --screen phone|tablet|wide   on screens of that width (wide unless told): 12 columns, and 2 on a phone; for list as well
  move TILE… SHEET           move tiles to another sheet, below what is there
  copy TILE… SHEET           the same, and they stay where they are too
  remove TILE…               take tiles off their sheets; what they show is still followed
  return                     put them back: takes what \`remove --json\` printed on standard input
${REACH_HELP}

TILE is a title, an id or the end of one; with --sheet, only tiles of that sheet are meant.

Examples:
  echo "- [ ] buy milk" | tessera tile note "To do"
  tessera tile links Reading https://news.example/ "The library=https://library.example/" --opens tab
  tessera tile search Search "Wikipedia=https://en.wikipedia.org/w/index.php?search=%s"
  tessera tile board Prices "Lamp price" "Chair price" --sheet Shop
  tessera tile links Travel "Trains:" https://trains.example/ "Rivers:" "The Rhine=https://rhine.example/"
  tessera tile feed News Herald "The Post" --shows summaries --limit 10
  tessera tile place Prices 0,0 6x5 && tessera tile place Prices 0,0 2x4 --screen phone
  tessera tile move "To do" Prices Work
  tessera tile remove Reading --json > removed && tessera tile return < removed

Exit codes: 0 done, 2 wrong call, 3 no such sheet, tile or follow, or what was written is not taken.`,
  options,
  subcommands: [...WRITTEN_KINDS, ...Object.keys(ACTIONS)],

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [word = "", ...words] = positionals;
    if (!isWritten(word) && !isAction(word)) {
      const known = [...WRITTEN_KINDS, ...Object.keys(ACTIONS)].join(", ");
      throw new CliError(EXIT.usage, `"${harmless(word)}" is none of ${known}`);
    }
    const [least, most] = isWritten(word) ? MADE_WORDS : ACTIONS[word];
    if (words.length < least || words.length > most) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    return withInstance({ values, terminal }, async (instance) => {
      const call: Call = { values, terminal, instance, words };
      if (word === "list") return list(call);
      const done = isWritten(word) ? [await write(call, word)] : await DOES[word](call);
      for (const { said, record } of done) terminal.out(values.json ? JSON.stringify(record) : harmless(said));
      return EXIT.ok;
    });
  },
};

interface Call {
  readonly values: Readonly<Partial<Record<keyof typeof CONTENT | "sheet" | "screen", string>>> & {
    readonly json: boolean;
  };
  readonly terminal: Terminal;
  readonly instance: Instance;
  readonly words: readonly string[];
}

/** What was done, in a line for people and in data. */
interface Done {
  readonly said: string;
  readonly record: object;
}

const DOES: Readonly<Record<Exclude<Action, "list">, (call: Call) => Promise<readonly Done[]>>> = {
  edit,
  place: putAt,
  move: (call) => arrive(call, "move"),
  copy: (call) => arrive(call, "copy"),
  remove,
  return: bringBack,
};

function isAction(word: string): word is Action {
  return Object.hasOwn(ACTIONS, word);
}

async function write({ values, terminal, instance, words }: Call, kind: WrittenKind): Promise<Done> {
  const [title = "", ...others] = words;
  const said = saidOf(values);
  const content = await contentOf(kind, { ...said, title, words: others, before: null, terminal, instance });
  const sheet = await sheetOf(instance, values.sheet);
  const record = await instance.ask("POST /sheets/:id/tiles", { params: { id: sheet.id }, body: bodyOf(content) });
  return { said: `${title}: ${kind} on ${sheet.title}`, record };
}

/** One of several follows is a tile of the first of them, too. */
function bodyOf(content: GivenContent): BodyOf<"POST /sheets/:id/tiles"> {
  return "followIds" in content ? { content, followId: content.followIds[0] } : { content };
}

async function sheetOf(instance: Instance, name: string | undefined) {
  if (name !== undefined) return theSheet(instance, sheetName(name));
  const [first] = await instance.ask("GET /sheets");
  if (first) return first;
  throw new CliError(EXIT.input, "there is no sheet yet; `tessera sheet add NAME` makes one");
}

async function edit({ values, terminal, instance, words }: Call): Promise<readonly Done[]> {
  const [name = "", ...others] = words;
  const { title, sheet } = values;
  const said = saidOf(values);
  if (others.length === 0 && title === undefined && Object.values(said).every((each) => each === undefined)) {
    throw new CliError(EXIT.usage, `say what is to change. Usage: ${USAGE}`);
  }
  const [tile] = await theTiles(instance, [name], sheet);
  const { id, content, style } = tile;
  const takes = [
    said.text === undefined || content.kind === "note",
    (said.shows === undefined && said.limit === undefined) || content.kind === "feed",
    said.isClosed === undefined || content.kind === "heading",
    others.length === 0 || TAKES_WORDS.has(content.kind),
    said.opens === undefined || "opens" in content,
  ];
  if (takes.includes(false))
    throw new CliError(EXIT.input, `${titleOf(tile)} is no tile that takes this: ${content.kind}`);
  const changed = isWritten(content.kind)
    ? await contentOf(content.kind, {
        ...said,
        title: title ?? titleOf(tile),
        words: others,
        // of the kind that was asked for, which the compiler cannot see
        before: content as never,
        terminal,
        instance,
      })
    : null;
  // a title of its own is over the one that was written
  const body = changed ? { content: changed, style: { ...style, title: null } } : { style: { ...style, title } };
  const record = await instance.ask("PATCH /tiles/:id", { params: { id }, body });
  return [{ said: `${title ?? titleOf(tile)} is changed`, record }];
}

/** What was said of a content, as it is kept. */
function saidOf({ text, opens, shows, limit, closed }: Call["values"]) {
  const isClosed = oneOf(["yes", "no"], closed, "--closed");
  return {
    text,
    opens: oneOf(["here", "tab"], opens, "--opens"),
    shows: oneOf(["titles", "summaries"], shows, "--shows"),
    limit: limit === undefined ? undefined : readCount(limit, "--limit"),
    isClosed: isClosed && isClosed === "yes",
  };
}

function oneOf<const Word extends string>(known: readonly Word[], word: string | undefined, option: string) {
  const found = known.find((each) => each === word);
  if (found === word) return found;
  throw new CliError(EXIT.usage, `${option} is ${known.join(" or ")}, not "${word}"`);
}

const TAKES_WORDS: ReadonlySet<string> = new Set<WrittenKind>(["links", "search", "board", "feed"]);

async function putAt({ values, instance, words }: Call): Promise<readonly Done[]> {
  const [name = "", at = "", size] = words;
  const screen = readScreen(values.screen);
  const [tile] = await theTiles(instance, [name], values.sheet);
  const title = titleOf(tile);
  if (tile.content.kind === "heading") throw new CliError(EXIT.input, `${title} is a heading, as wide as its sheet`);
  let record: object = {};
  await rearrange(instance, { id: tile.sheetId, screen }, (tiles, columns) => {
    const before = tiles.find(({ id }) => id === tile.id)?.place ?? tile.place;
    const place = readPlace(at, size, before, columns);
    record = { id: tile.id, sheetId: tile.sheetId, screen, place };
    return put(tiles, tile.id, place);
  });
  return [{ said: `${title} is at ${at} on ${tile.sheet}`, record }];
}

async function arrive({ values, instance, words }: Call, how: "move" | "copy"): Promise<readonly Done[]> {
  const target = await theSheet(instance, words.at(-1) ?? "");
  const tiles = await theTiles(instance, words.slice(0, -1), values.sheet);
  const records = await instance.ask("POST /sheets/:id/arrivals", {
    params: { id: target.id },
    body: { how, tiles: tiles.map(({ id }) => ({ id })) },
  });
  const where = how === "move" ? `is on ${target.title} now` : `is on ${target.title} too`;
  return records.map((record, at) => ({ said: `${titleOf(tiles[at] ?? tiles[0])} ${where}`, record }));
}

async function remove({ values, instance, words }: Call): Promise<readonly Done[]> {
  const tiles = await theTiles(instance, words, values.sheet);
  const done: Done[] = [];
  for (const [id, those] of Map.groupBy(tiles, ({ sheetId }) => sheetId)) {
    const body = { ids: those.map((each) => each.id) };
    const removed = await instance.ask("POST /sheets/:id/removals", { params: { id }, body });
    const said = new Map(those.map((each) => [each.id, `${titleOf(each)} is no longer on ${each.sheet}`]));
    done.push(...removed.map((record) => ({ said: said.get(record.id) ?? "", record })));
  }
  return done;
}

type Returned = BodyOf<"POST /sheets/:id/returns">["tiles"][number] & { readonly sheetId: TileReply["sheetId"] };

/** What was printed may have been changed since: the route itself checks it. */
async function bringBack({ terminal, instance }: Call): Promise<readonly Done[]> {
  const lines = (await terminal.readInput())
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const tiles = lines.map(readTile);
  if (tiles.length === 0) throw new CliError(EXIT.usage, "there is no tile on standard input");
  const done: Done[] = [];
  for (const [id, those] of Map.groupBy(tiles, ({ sheetId }) => sheetId)) {
    const body = { tiles: those.map(({ sheetId: _, ...tile }) => tile) };
    const back = await instance.ask("POST /sheets/:id/returns", { params: { id }, body });
    done.push(...back.map((record) => ({ said: `${shortId(record.id)} is back`, record })));
  }
  return done;
}

function readTile(line: string): Returned {
  try {
    const { sheetId, followId, content, place, screens, style } = JSON.parse(line) as Returned;
    return { sheetId, followId, content, place, style, ...(screens ? { screens } : {}) };
  } catch (cause) {
    throw new CliError(EXIT.input, "standard input is not what `tessera tile remove --json` printed", cause);
  }
}

async function list({ values, terminal, instance }: Call): Promise<number> {
  const tiles = await tilesOn(instance, values.sheet, readScreen(values.screen));
  if (values.json) for (const each of tiles) terminal.out(JSON.stringify(each));
  else if (tiles.length === 0) terminal.error("there is no tile");
  else
    printTable<FoundTile>(
      tiles,
      [
        { title: "ID", cell: ({ id }) => shortId(id) },
        { title: "KIND", cell: ({ content }) => content.kind },
        { title: "TITLE", cell: titleOf, isElastic: true },
        { title: "SHEET", cell: ({ sheet }) => sheet, isElastic: true },
        { title: "PLACE", cell: ({ place }) => `${place.x},${place.y} ${place.width}x${place.height}` },
        { title: "FOLLOWS", cell: ({ follows }) => follows.map(({ id }) => shortId(id)).join(" "), isElastic: true },
      ],
      terminal,
    );
  return EXIT.ok;
}
