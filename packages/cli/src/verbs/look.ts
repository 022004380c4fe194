/** `tessera look`: how the tiles of a follow show it. */
import type { BodyOf, SheetWithTilesReply } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera look FOLLOW [auto|page|adapted|picture|text] [--height HOW] [--overflow HOW] [--json]";

const options = { ...REACH, height: { type: "string" }, overflow: { type: "string" } } as const;

type Style = NonNullable<BodyOf<"PATCH /tiles/:id">["style"]>;

export const look: Verb = {
  about: "change how the tiles of a follow show it",
  help: `${USAGE}

It applies to every tile of the follow, on all of your sheets.

  auto             what fits the block and its tile (the default)
  page             laid out as on its page, and scaled to the tile
  adapted          with the looks of the page, in the width of the tile
  picture          as a picture that a browser took of it, with its links
  text             only what it says
  --height HOW     auto for as high as its content, fixed for as it was made, list for auto where it is a list
  --overflow HOW   what does not fit: fade, scroll, or auto
${REACH_HELP}

Examples:
  tessera look Sport page
  tessera look 8f3a12bc --height auto

Exit codes: 0 done, 2 wrong call, 3 no such follow, way or tile.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 2], USAGE);
    const change = {
      ...wayOf(positionals[1]),
      ...said("height", values.height, "list"),
      ...said("overflow", values.overflow, "auto"),
    };
    return withInstance({ values, terminal }, async (instance) => {
      const follow = await findFollow(instance, positionals[0] ?? "");
      const sheets = await instance.ask("GET /sheets", { query: { follow: follow.id } });
      const shown = await Promise.all(sheets.map(({ id }) => instance.ask("GET /sheets/:id", { params: { id } })));
      const tiles = shown.flatMap((sheet: SheetWithTilesReply) =>
        sheet.tiles.filter(({ follows }) => follows.some(({ id }) => id === follow.id)),
      );
      if (tiles.length === 0) throw new CliError(EXIT.input, `"${follow.title}" is on no sheet`);
      const changed = await Promise.all(
        tiles.map(({ id }) =>
          // words of the person, which the route itself checks
          instance.ask("PATCH /tiles/:id", { params: { id }, body: { style: change as Style } }),
        ),
      );
      if (values.json) terminal.out(JSON.stringify(changed));
      else for (const { style } of changed) terminal.out(`${follow.title}: ${sentenceOf(style)}`);
      const warnings = changed.flatMap((tile) => tile.warnings.filter(({ followId }) => followId === follow.id));
      for (const detail of new Set(warnings.map((warning) => warning.detail))) terminal.error(harmless(detail));
      return EXIT.ok;
    });
  },
};

function wayOf(word: string | undefined): Readonly<Record<string, unknown>> {
  if (word === undefined) return {};
  if (word === "auto") return { reader: null, way: null };
  return word === "text" ? { reader: true } : { reader: false, way: word };
}

function said(name: string, value: string | undefined, usual: string): Readonly<Record<string, unknown>> {
  return value === undefined ? {} : { [name]: value === usual ? null : value };
}

function sentenceOf({ reader, way, height, overflow }: Style): string {
  return `${reader ? "text" : (way ?? "auto")}, height ${height ?? "list"}, overflow ${overflow ?? "auto"}`;
}
