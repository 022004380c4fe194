/** `tessera gadget`: blocks, sheets and boards that are shown on other sites. */
import type { BodyOf, GadgetReply, TileReply } from "@tessera/model/api";
import { readArguments } from "../command/arguments.ts";
import { findFollow, theSheet } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { shortId } from "../command/meant.ts";
import { readSpan } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera gadget list | add FOLLOW | revoke ID | allow | forbid";

const ACTIONS = ["list", "add", "revoke", "allow", "forbid"] as const;

const options = {
  ...REACH,
  sheet: { type: "string" },
  board: { type: "string" },
  site: { type: "string", multiple: true },
  theme: { type: "string" },
  look: { type: "string" },
  size: { type: "string" },
  for: { type: "string" },
} as const;

export const gadget: Verb = {
  about: "blocks and sheets on other sites: list, add and revoke them",
  help: `${USAGE}

  list             all of them, with why one shows nothing
  add FOLLOW       make an address that shows the block to anybody who has it, and the HTML to embed it
    --sheet NAME           a whole sheet, read only, instead of one block
    --board TITLE          of that sheet the board of this title alone
    --site SITE            only pages of this site may embed it, such as https://example.org; may be given several times
    --theme light|dark     its colours (default those of the visitor)
    --look LOOK            auto (default), page, adapted, reader or text
    --size 480x320         a hint for whoever embeds it
    --for 30d              until then only
  revoke ID        take the address back: it shows nothing from then on
  allow, forbid    whether anybody may do this on the instance, as the owner; forbidden, nothing of it is shown
${REACH_HELP}

It is forbidden until the owner allows it. Pages that belong to one person, or are on a private host, are refused.

Examples:
  tessera gadget add "Lamp price" --site https://blog.example --size 300x120
  tessera gadget add --sheet Shop --board Prices
  tessera gadget list

Exit codes: 0 done, 2 wrong call, 3 refused or not there.`,
  options,
  subcommands: ACTIONS,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [action, word, ...rest] = positionals;
    const needsWord = action === "revoke" || (action === "add" && values.sheet === undefined);
    const isBoardOfNone = values.board !== undefined && values.sheet === undefined;
    const isKnown = ACTIONS.some((known) => known === action);
    if (!isKnown || rest.length > 0 || needsWord !== (word !== undefined) || isBoardOfNone) {
      throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    }
    return withInstance({ values, terminal }, async (instance) => {
      if (action === "list") return list(instance, terminal, values.json);
      if (action === "revoke") return revoke({ instance, values, terminal }, word ?? "");
      if (action !== "add") return allow({ instance, values, terminal }, action === "allow");
      const { tileId, ...what } = await whatOf(instance, { ...values, word });
      const { options: said, expiresAt } = optionsOf(values);
      const body = { ...what, options: { ...said, ...(tileId ? { tileId } : {}) }, expiresAt };
      // words of the person, which the route itself checks
      const made = await instance.ask("POST /gadgets", { body: body as BodyOf<"POST /gadgets"> });
      if (values.json) terminal.out(JSON.stringify(made));
      else for (const line of [made.url, made.html]) terminal.out(line);
      return EXIT.ok;
    });
  },
};

interface Named {
  readonly word: string | undefined;
  readonly sheet?: string | undefined;
  readonly board?: string | undefined;
}

interface Meant {
  readonly followId?: string;
  readonly sheetId?: string;
  readonly tileId?: string;
}

async function whatOf(instance: Instance, { word = "", sheet, board }: Named): Promise<Meant> {
  if (sheet === undefined) return { followId: (await findFollow(instance, word)).id };
  const known = await theSheet(instance, sheet);
  if (board === undefined) return { sheetId: known.id };
  const { tiles } = await instance.ask("GET /sheets/:id", { params: { id: known.id } });
  const isMeant = ({ id, content, style }: TileReply): boolean =>
    content.kind === "board" &&
    [id, style.title ?? content.title].some((each) => each.toLowerCase() === board.toLowerCase());
  const tile = tiles.find(isMeant);
  if (!tile) throw new CliError(EXIT.input, `no board on "${sheet}" is called "${board}"`);
  return { sheetId: known.id, tileId: tile.id };
}

interface Said {
  readonly site?: readonly string[] | undefined;
  readonly theme?: string | undefined;
  readonly look?: string | undefined;
  readonly size?: string | undefined;
  readonly for?: string | undefined;
}

function optionsOf({ site = [], theme, look, size, for: span }: Said): { options: object; expiresAt: number | null } {
  const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(size ?? "480x320") ?? [];
  if (!width) throw new CliError(EXIT.usage, "--size takes a width and a height, such as 480x320");
  return {
    options: {
      sites: site,
      ...(theme === undefined ? {} : { theme }),
      ...(look === undefined ? {} : { look }),
      width: Number(width),
      height: Number(height),
    },
    expiresAt: span === undefined ? null : Date.now() + readSpan(span, "--for"),
  };
}

async function list(instance: Instance, terminal: Terminal, isJson: boolean): Promise<number> {
  const { items: all, isAllowed } = await instance.ask("GET /gadgets");
  // secret links are those of `tessera share`
  const items = all.filter(({ face }) => face === "frame");
  if (isJson) for (const each of items) terminal.out(JSON.stringify(each));
  else if (items.length === 0)
    terminal.error(isAllowed ? "nothing is shown on other sites" : "the owner does not allow it");
  else
    printTable(
      items,
      [
        { title: "ID", cell: ({ id }) => shortId(id) },
        { title: "TITLE", cell: ({ title }) => title, isElastic: true },
        { title: "SITES", cell: ({ options: { sites } }) => sites.join(" ") || "any" },
        { title: "STATE", cell: ({ refusal }) => refusal ?? "shown" },
        { title: "ADDRESS", cell: ({ url }) => url },
      ],
      terminal,
    );
  return EXIT.ok;
}

interface Call {
  readonly instance: Instance;
  readonly values: { readonly json: boolean };
  readonly terminal: Terminal;
}

async function allow({ instance, values, terminal }: Call, allowsGadgets: boolean): Promise<number> {
  await instance.ask("PATCH /settings", { body: { allowsGadgets } });
  const said = allowsGadgets ? "blocks may be shown on other sites" : "nothing is shown on other sites any more";
  terminal.out(values.json ? JSON.stringify({ allowsGadgets }) : said);
  return EXIT.ok;
}

async function revoke({ instance, values, terminal }: Call, word: string): Promise<number> {
  const { items } = await instance.ask("GET /gadgets");
  const meant: GadgetReply | undefined = items.find(({ id }) => id === word || (word.length >= 4 && id.endsWith(word)));
  if (!meant) throw new CliError(EXIT.input, `there is no gadget ${word}; \`tessera gadget list\` names them all`);
  await instance.ask("DELETE /gadgets/:id", { params: { id: meant.id } });
  const record = { id: meant.id, isRevoked: true };
  terminal.out(values.json ? JSON.stringify(record) : `${shortId(meant.id)} shows nothing any more`);
  return EXIT.ok;
}
