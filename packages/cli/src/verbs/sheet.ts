/** `tessera sheet`: the sheets of a person: which there are, their names, order and looks. */
import { readFile } from "node:fs/promises";
import { SheetStyle } from "@tessera/model";
import type { ReplyOf, SheetReply } from "@tessera/model/api";
import { tidied } from "@tessera/model/grid";
import { readArguments, readCount } from "../command/arguments.ts";
import { readScreen, rearrange } from "../command/arranging.ts";
import { sheetName, theSheet } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { shortId } from "../command/meant.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless, printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE =
  "tessera sheet list | savings | add NAME | rename SHEET NAME | move SHEET PLACE | style SHEET | tidy SHEET | unarrange SHEET | remove SHEET";

/** How many words each takes. */
const ACTIONS = {
  list: 0,
  savings: 0,
  add: 1,
  rename: 2,
  move: 2,
  style: 1,
  tidy: 1,
  unarrange: 1,
  remove: 1,
} as const;
type Action = keyof typeof ACTIONS;

/** What can be said of the looks of a sheet. */
const STYLE = {
  theme: { type: "string" },
  palette: { type: "string" },
  density: { type: "string" },
  accent: { type: "string" },
  background: { type: "string" },
  picture: { type: "string" },
  text: { type: "string" },
} as const;

const options = { ...REACH, ...STYLE, screen: { type: "string" }, undo: { type: "boolean", default: false } } as const;

const { palette, density, theme } = SheetStyle.shape;
const THEMES = theme.unwrap().options;
const PALETTES = palette.unwrap().options;
const DENSITIES = density.unwrap().options;

export const sheet: Verb = {
  about: "sheets: list, add, rename, order, style, tidy and remove them; what they save",
  help: `${USAGE}

SHEET is its title, its id or the end of one.

  list                 all of them, with how many tiles they have and whom they are shared with
  savings              how much smaller each is than the pages that its blocks come from
  add NAME             a new one
  rename SHEET NAME    another title
  move SHEET PLACE     put it in this place among the others: first, last or a number from 1
  style SHEET          change its looks; what is not said stays
    --theme NAME           ${THEMES.join(", ")}
    --palette NAME         ${PALETTES.join(", ")}
    --density NAME         ${DENSITIES.join(", ")}
    --accent COLOUR        such as #336699; "none" for that of the palette
    --background COLOUR    behind the tiles: a colour, two with a comma between them, "picture" or "none"
    --picture FILE         a JPEG that becomes the background; "none" takes it away
    --text yes|no          text instead of pages, on all tiles that do not say otherwise
  tidy SHEET           close the gaps between its tiles and keep their order
    --screen NAME          on screens of this width alone: phone, tablet or wide (default wide)
  unarrange SHEET      let a narrower screen, named by --screen, follow the wider ones again
  remove SHEET         remove it; what is followed stays
    --undo                 bring it back, for a while; SHEET is then its whole id
${REACH_HELP}

Examples:
  tessera sheet add Travel
  tessera sheet move Travel first
  tessera sheet style Travel --palette forest --background "#dde8f0,#f4f1e8"
  tessera sheet tidy Travel --screen tablet

Exit codes: 0 done, 2 wrong call, 3 no such sheet, or it is not yours.`,
  options,
  subcommands: Object.keys(ACTIONS),

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [word = "", ...words] = positionals;
    const action = (Object.keys(ACTIONS) as Action[]).find((known) => known === word);
    if (!action || words.length !== ACTIONS[action]) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    return withInstance({ values, terminal }, async (instance) => {
      if (action === "list") return list(instance, terminal, values.json);
      if (action === "savings") return listSavings(instance, terminal, values.json);
      const { said, record } = await DOES[action]({ instance, values }, words);
      terminal.out(values.json ? JSON.stringify(record) : harmless(said));
      return EXIT.ok;
    });
  },
};

interface Call {
  readonly instance: Instance;
  readonly values: Said;
}

type Said = Readonly<Partial<Record<keyof typeof STYLE | "screen", string>>> & { readonly undo: boolean };

/** What was done, in a line for people and in data. */
interface Done {
  readonly said: string;
  readonly record: object;
}

const DOES: Readonly<
  Record<Exclude<Action, "list" | "savings">, (call: Call, words: readonly string[]) => Promise<Done>>
> = {
  add: async ({ instance }, [name = ""]) => {
    const record = await instance.ask("POST /sheets", { body: { title: sheetName(name, "NAME") } });
    return { said: `${record.title} is a sheet now`, record };
  },
  rename: async ({ instance }, [words = "", name = ""]) => {
    const title = sheetName(name, "NAME");
    const { id, title: before } = await theSheet(instance, words);
    const record = await instance.ask("PATCH /sheets/:id", { params: { id }, body: { title } });
    return { said: `${before} is called ${title} now`, record };
  },
  move: async ({ instance }, [words = "", place = ""]) => {
    const { id, title } = await theSheet(instance, words);
    const ids = (await instance.ask("GET /sheets")).map((each) => each.id).filter((each) => each !== id);
    ids.splice(placeOf(place), 0, id);
    const ordered = await instance.ask("PUT /sheets/order", { body: { ids } });
    const record = ordered.map((each) => ({ id: each.id, title: each.title }));
    return {
      said: `${title} is in place ${1 + record.findIndex((each) => each.id === id)} of ${record.length}`,
      record,
    };
  },
  style: async ({ instance, values }, [words = ""]) => {
    const said = styleSaid(values);
    const { id, title, style } = await theSheet(instance, words);
    const wanted = styleOf({ ...style, ...said });
    await changePicture(instance, id, values.picture);
    const record = await instance.ask("PATCH /sheets/:id", { params: { id }, body: { style: wanted } });
    return { said: `${title} has other looks now`, record };
  },
  tidy: async ({ instance, values }, [words = ""]) => {
    const screen = readScreen(values.screen);
    const { id, title } = await theSheet(instance, words);
    const moved = await rearrange(instance, { id, screen }, tidied);
    const said = moved === 0 ? `${title} is tidy already` : `${title} is tidy now`;
    return { said, record: { id, title, screen, moved } };
  },
  unarrange: async ({ instance, values }, [words = ""]) => {
    const screen = readScreen(values.screen);
    if (screen === "wide")
      throw new CliError(EXIT.usage, "--screen is phone or tablet here: nothing is wider than wide");
    const { id, title } = await theSheet(instance, words);
    await instance.ask("DELETE /sheets/:id/places/:screen", { params: { id, screen } });
    return { said: `${title} lies on a ${screen} as on wider screens`, record: { id, title, screen } };
  },
  remove: ({ instance, values }, [words = ""]) => (values.undo ? bringBack(instance, words) : remove(instance, words)),
};

async function remove(instance: Instance, words: string): Promise<Done> {
  const { id, title } = await theSheet(instance, words);
  await instance.ask("DELETE /sheets/:id", { params: { id } });
  return {
    said: `${title} is removed; \`tessera sheet remove ${id} --undo\` brings it back`,
    record: { id, title, isRemoved: true },
  };
}

async function bringBack(instance: Instance, word: string): Promise<Done> {
  const params = { id: word.toLowerCase() as SheetReply["id"] };
  await instance.ask("POST /sheets/:id/restore", { params });
  const { id, title } = await instance.ask("GET /sheets/:id", { params });
  return { said: `${title} is back`, record: { id, title, isRemoved: false } };
}

/** From 0. */
function placeOf(word: string): number {
  if (word === "first") return 0;
  return word === "last" ? Number.MAX_SAFE_INTEGER : readCount(word, "PLACE") - 1;
}

/** Of what was said, what there is; whether it can be is seen with the whole style. */
function styleSaid({ theme, palette, density, accent, background, picture, text }: Said): object {
  if (background !== undefined && picture !== undefined) {
    throw new CliError(EXIT.usage, "--picture is a background: say one of both");
  }
  const behind = picture === undefined || picture === "none" ? picture : "picture";
  const said = {
    ...{ theme, palette, density, accent: accent === "none" ? null : accent?.toLowerCase() },
    background: backgroundOf(background ?? behind),
    reader: text === undefined ? undefined : READER.get(text),
  };
  if (text !== undefined && said.reader === undefined) throw new CliError(EXIT.usage, "--text is yes or no");
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  if (given.length === 0) throw new CliError(EXIT.usage, `say what is to change. Usage: ${USAGE}`);
  return Object.fromEntries(given);
}

const READER: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["no", false],
]);

function backgroundOf(word: string | undefined): object | null | undefined {
  if (word === undefined) return undefined;
  if (word === "none") return null;
  if (word === "picture") return { kind: "picture" };
  const [from = "", to] = word.toLowerCase().split(",");
  return to === undefined ? { kind: "colour", colour: from } : { kind: "gradient", from, to };
}

async function changePicture(instance: Instance, id: SheetReply["id"], file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const params = { id };
  if (file === "none") await instance.ask("DELETE /sheets/:id/picture", { params });
  else await instance.ask("PUT /sheets/:id/picture", { params, body: await readFile(file) });
}

function styleOf(wanted: object): SheetStyle {
  const style = SheetStyle.safeParse(wanted);
  if (style.success) return style.data;
  const [wrong] = style.error.issues[0]?.path ?? [];
  throw new CliError(EXIT.usage, `--${String(wrong)} does not take that; \`tessera sheet --help\` says what it takes`);
}

async function list(instance: Instance, terminal: Terminal, isJson: boolean): Promise<number> {
  const own = await instance.ask("GET /sheets");
  const shares = await instance.ask("GET /shares");
  const taken = await instance.ask("GET /shares/with-me");
  const rows = [];
  for (const each of [...own, ...taken]) {
    const { tiles } = await instance.ask("GET /sheets/:id", { params: { id: each.id } });
    const sharedWith = shares.filter(({ sheetId }) => sheetId === each.id).map(({ person }) => person.name);
    rows.push({ ...each, tiles: tiles.length, sharedWith });
  }
  if (isJson) for (const row of rows) terminal.out(JSON.stringify(row));
  else if (rows.length === 0) terminal.error("there is no sheet yet; `tessera sheet add NAME` makes one");
  else
    printTable(
      rows,
      [
        { title: "ID", cell: ({ id }) => shortId(id) },
        { title: "SHEET", cell: ({ title }) => title, isElastic: true },
        { title: "TILES", cell: ({ tiles }) => String(tiles) },
        { title: "SHARED", cell: sharedWords, isElastic: true },
      ],
      terminal,
    );
  return EXIT.ok;
}

function sharedWords({ owner, sharedWith }: SheetReply & { readonly sharedWith: readonly string[] }): string {
  if (owner) return `from ${owner.name}`;
  return sharedWith.length === 0 ? "" : `with ${sharedWith.join(", ")}`;
}

type Savings = ReplyOf<"GET /sheets/:id/savings"> & Pick<SheetReply, "id" | "title">;

async function listSavings(instance: Instance, terminal: Terminal, isJson: boolean): Promise<number> {
  const rows: Savings[] = [];
  for (const { id, title } of await instance.ask("GET /sheets")) {
    rows.push({ id, title, ...(await instance.ask("GET /sheets/:id/savings", { params: { id } })) });
  }
  if (isJson) for (const row of rows) terminal.out(JSON.stringify(row));
  else if (rows.length === 0) terminal.error("there is no sheet yet; `tessera sheet add NAME` makes one");
  else
    printTable(
      rows,
      [
        { title: "SHEET", cell: ({ title }) => title, isElastic: true },
        { title: "PAGES", cell: ({ pages }) => String(pages) },
        { title: "RENDERED", cell: ({ renderedPages }) => String(renderedPages) },
        { title: "WHOLE", cell: ({ totalBytes }) => kibibytes(totalBytes) },
        { title: "SHOWN", cell: ({ shownBytes }) => kibibytes(shownBytes) },
        { title: "SAVED", cell: ({ avoidedShare }) => `${Math.round(avoidedShare * 100)}%` },
      ],
      terminal,
    );
  return EXIT.ok;
}

function kibibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}
