/** `tessera share`: sheets shared with people of the instance, and by secret links. */
import type { ShareRole } from "@tessera/model";
import type { GadgetReply, SheetReply } from "@tessera/model/api";
import { readArguments } from "../command/arguments.ts";
import { theSheet } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { shortId } from "../command/meant.ts";
import { readSpan } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE =
  "tessera share list | with SHEET PERSON | end SHEET PERSON | leave SHEET | link SHEET | revoke ID | allow | forbid";

/** How many words each takes. */
const ACTIONS = { list: 0, with: 2, end: 2, leave: 1, link: 1, revoke: 1, allow: 0, forbid: 0 } as const;
type Action = keyof typeof ACTIONS;

const options = {
  ...REACH,
  edit: { type: "boolean" },
  for: { type: "string" },
  wall: { type: "string" },
  large: { type: "boolean" },
  also: { type: "string", multiple: true },
} as const;

interface Said {
  readonly edit?: boolean | undefined;
  readonly for?: string | undefined;
  readonly wall?: string | undefined;
  readonly large?: boolean | undefined;
  readonly also?: readonly string[] | undefined;
}

export const share: Verb = {
  about: "sheets shared with people here, and by secret links",
  help: `${USAGE}

  list                what you share with people and by links, and what others share with you
  with SHEET PERSON   let a person of this instance see the sheet, by the name they log in with
    --edit                 they may change it too: move, add, restyle and remove tiles
  end SHEET PERSON    share it no longer with them
  leave SHEET         leave a sheet that somebody shares with you
  link SHEET          make a secret link that shows the sheet to anybody who has it, read only
    --for 30d              until then only
    --wall 30s             for a screen on a wall: each sheet for so long
    --also SHEET           another sheet of the wall; may be given several times
    --large                with large type
  revoke ID           take a link back: it shows nothing from then on
  allow, forbid       whether anybody may make links on the instance, as the owner; forbidden, none opens
${REACH_HELP}

People see what the blocks are now and what becomes of them from then on, nothing from before. Pages that belong to one person are
never shown to others: their tiles say that they are private.

Examples:
  tessera share with News bob --edit
  tessera share link News --for 30d
  tessera share link News --wall 30s --also Weather --large

Exit codes: 0 done, 2 wrong call, 3 refused or not there.`,
  options,
  subcommands: Object.keys(ACTIONS),

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [word = "", ...rest] = positionals;
    const action = (Object.keys(ACTIONS) as Action[]).find((known) => known === word);
    if (!action || rest.length !== ACTIONS[action]) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    return withInstance({ values, terminal }, async (instance) => {
      if (action === "list") return list(instance, terminal, values.json);
      const { said, record } = await does(action, rest, { instance, values });
      terminal.out(values.json ? JSON.stringify(record) : said);
      return EXIT.ok;
    });
  },
};

interface Call {
  readonly instance: Instance;
  readonly values: Said;
}

/** What was done, in a line for people and in data. */
interface Done {
  readonly said: string;
  readonly record: object;
}

async function does(
  action: Exclude<Action, "list">,
  [name = "", person = ""]: readonly string[],
  { instance, values }: Call,
): Promise<Done> {
  switch (action) {
    case "with": {
      const { id } = await theSheet(instance, name);
      const role: ShareRole = values.edit ? "edit" : "view";
      const record = await instance.ask("PUT /sheets/:id/shares", { params: { id }, body: { name: person, role } });
      return { said: `${person} may ${values.edit ? "change" : "see"} ${name}`, record };
    }
    case "end": {
      const { id } = await theSheet(instance, name);
      const shares = await instance.ask("GET /shares", { query: { sheet: id } });
      const meant = shares.find((each) => each.person.name === person.toLowerCase());
      if (!meant) throw new CliError(EXIT.input, `${name} is not shared with ${person}`);
      await instance.ask("DELETE /sheets/:id/shares/:person", { params: { id, person: meant.person.id } });
      return { said: `${name} is no longer shared with ${person}`, record: { ...meant, isEnded: true } };
    }
    case "leave": {
      const sheet = (await instance.ask("GET /shares/with-me")).find((each) => isCalled(each, name));
      if (!sheet) throw new CliError(EXIT.input, `nobody shares a sheet "${name}" with you`);
      const me = await instance.ask("GET /me");
      await instance.ask("DELETE /sheets/:id/shares/:person", { params: { id: sheet.id, person: me.id } });
      return { said: `left ${sheet.title}`, record: { id: sheet.id, title: sheet.title, isLeft: true } };
    }
    case "link":
      return makeLink(instance, name, values);
    case "revoke":
      return revoke(instance, name);
    default:
      return allow(instance, action === "allow");
  }
}

async function allow(instance: Instance, allowsLinks: boolean): Promise<Done> {
  await instance.ask("PATCH /settings", { body: { allowsLinks } });
  const said = allowsLinks ? "sheets may be shown by secret links" : "no secret link opens any more";
  return { said, record: { allowsLinks } };
}

async function makeLink(instance: Instance, name: string, values: Said): Promise<Done> {
  const { id: sheetId } = await theSheet(instance, name);
  const also = await Promise.all((values.also ?? []).map((other) => theSheet(instance, other)));
  const seconds = values.wall === undefined ? null : Math.round(readSpan(values.wall, "--wall") / 1_000);
  if (seconds === null && (also.length > 0 || values.large)) {
    throw new CliError(EXIT.usage, "--also and --large are for a wall: say --wall as well");
  }
  const wall =
    seconds === null ? null : { sheetIds: also.map(({ id }) => id), seconds, isLarge: values.large === true };
  const expiresAt = values.for === undefined ? null : Date.now() + readSpan(values.for, "--for");
  const made = await instance.ask("POST /gadgets", { body: { sheetId, face: "link", wall, expiresAt } });
  return { said: made.url, record: made };
}

async function revoke(instance: Instance, word: string): Promise<Done> {
  const meant = (await linksOf(instance)).find(({ id }) => id === word || (word.length >= 4 && id.endsWith(word)));
  if (!meant) throw new CliError(EXIT.input, `there is no link ${word}; \`tessera share list\` names them all`);
  await instance.ask("DELETE /gadgets/:id", { params: { id: meant.id } });
  return { said: `${shortId(meant.id)} shows nothing any more`, record: { id: meant.id, isRevoked: true } };
}

async function linksOf(instance: Instance): Promise<readonly GadgetReply[]> {
  return (await instance.ask("GET /gadgets")).items.filter(({ face }) => face === "link");
}

function isCalled({ id, title }: SheetReply, name: string): boolean {
  return id === name || title.toLowerCase() === name.toLowerCase();
}

async function list(instance: Instance, terminal: Terminal, isJson: boolean): Promise<number> {
  const given = await instance.ask("GET /shares");
  const links = await linksOf(instance);
  const taken = await instance.ask("GET /shares/with-me");
  const rows = [
    ...given.map(({ title, person, role }) => ({ sheet: title, how: `with ${person.name}`, state: role as string })),
    ...links.map(({ id, title, url, refusal }) => ({
      sheet: title,
      how: `${shortId(id)} ${url}`,
      state: refusal ?? "link",
    })),
    ...taken.map(({ title, owner, role }) => ({
      sheet: title,
      how: `from ${owner?.name ?? ""}`,
      state: role as string,
    })),
  ];
  if (isJson) for (const row of rows) terminal.out(JSON.stringify(row));
  else if (rows.length === 0) terminal.error("nothing is shared");
  else
    printTable(
      rows,
      [
        { title: "SHEET", cell: ({ sheet }) => sheet, isElastic: true },
        { title: "STATE", cell: ({ state }) => state },
        { title: "HOW", cell: ({ how }) => how },
      ],
      terminal,
    );
  return EXIT.ok;
}
