/** `tessera components`, `join`, `separate`: what a page consists of, and several of its parts as one tile. */
import type { Grain, ReplyOf } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow, sheetName, theSheet } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const COMPONENTS_USAGE = "tessera components ADDRESS [--grain SIZE] [--json]";
const componentsOptions = { ...REACH, grain: { type: "string" } } as const;
const GRAINS: readonly Grain[] = ["coarse", "normal", "fine", "all"];

type Component = ReplyOf<"GET /captures/:id/components">["blocks"][number];

export const components: Verb = {
  about: "list the components that a page consists of, as training over its captures knows them",
  help: `${COMPONENTS_USAGE}

The page is captured now. Where too few of its captures agree, the blocks of this one are listed, which is said.

  --grain SIZE     coarse (few and large), normal (the default), fine (many and small; the default of small pages), or all, one inside another
${REACH_HELP}

Examples:
  tessera components https://news.example/
  tessera components https://news.example/ --grain coarse
  tessera follow https://news.example/ --block "html[1]/body[1]/main[1]/section[2]"

Exit codes: 0 done, 2 wrong call, 3 the page could not be opened.`,
  options: componentsOptions,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, componentsOptions, COMPONENTS_USAGE);
    expectWords(positionals, [1, 1], COMPONENTS_USAGE);
    const grain = GRAINS.find((one) => one === values.grain);
    if (values.grain !== undefined && !grain)
      throw new CliError(EXIT.usage, `--grain takes one of ${GRAINS.join(", ")}`);
    return withInstance({ values, terminal }, async (instance) => {
      const source = { url: positionals[0] ?? "" };
      const { capture } = await instance.ask("POST /pages", { body: { source } });
      const params = { id: capture.id };
      const found = await instance.ask("GET /captures/:id/components", { params, query: grain ? { grain } : {} });
      if (values.json) {
        terminal.out(JSON.stringify(found));
        return EXIT.ok;
      }
      terminal.out(
        found.isTrained
          ? `trained on ${found.captures} captures of the page`
          : "untrained: too few captures of the page agree; these are the blocks of this one",
      );
      printTable<Component>(
        found.blocks,
        [
          { title: "TITLE", cell: ({ title, excerpt }) => title || excerpt, isElastic: true },
          { title: "TEXT", cell: ({ textLength }) => String(textLength) },
          { title: "KNOWN BY", cell: ({ knownBy }) => knownBy ?? "" },
          { title: "BLOCK", cell: ({ path, alike }) => (alike > 1 ? `${path} and ${alike - 1} like it` : path) },
        ],
        terminal,
      );
      return EXIT.ok;
    });
  },
};

const JOIN_USAGE = "tessera join FOLLOW FOLLOW ... [--sheet NAME] [--title TITLE] [--json]";
const joinOptions = { ...REACH, sheet: { type: "string" }, title: { type: "string" } } as const;
const MAX_JOINED = 20;

export const join: Verb = {
  about: "join follows into one tile, which shows them one under the other",
  help: `${JOIN_USAGE}

Tiles of the sheet that show nothing else make way for it. Each follow keeps its own history, schedule and messages.

  --sheet NAME     the sheet by its title; the one that the first of them is on unless told
  --title TITLE    the title of the tile; those of the follows unless told
${REACH_HELP}

Examples:
  tessera join Headlines Markets --title "The morning"

Exit codes: 0 done, 2 wrong call, 3 no such follow or sheet.`,
  options: joinOptions,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, joinOptions, JOIN_USAGE);
    expectWords(positionals, [2, MAX_JOINED], JOIN_USAGE);
    return withInstance({ values, terminal }, async (instance) => {
      const follows = [];
      for (const words of positionals) follows.push(await findFollow(instance, words));
      const sheet = await sheetOf(instance, values.sheet, follows[0]?.id ?? "");
      const title = values.title ?? follows.map((follow) => follow.title).join(" · ");
      const body = { followIds: follows.map(({ id }) => id), style: { title: title.slice(0, 300) } };
      const tile = await instance.ask("POST /sheets/:id/joined", { params: { id: sheet.id }, body });
      terminal.out(
        values.json ? JSON.stringify(tile) : `${title}: ${follows.length} blocks in one tile on ${sheet.title}`,
      );
      return EXIT.ok;
    });
  },
};

const SEPARATE_USAGE = "tessera separate FOLLOW [--json]";

export const separate: Verb = {
  about: "separate the joined tiles that a follow is in: each part has a tile of its own again",
  help: `${SEPARATE_USAGE}
${REACH_HELP}

Examples:
  tessera separate Markets

Exit codes: 0 done, 2 wrong call, 3 no such follow, or it is in no joined tile.`,
  options: REACH,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, REACH, SEPARATE_USAGE);
    expectWords(positionals, [1, 1], SEPARATE_USAGE);
    return withInstance({ values, terminal }, async (instance) => {
      const follow = await findFollow(instance, positionals[0] ?? "");
      const sheets = await instance.ask("GET /sheets", { query: { follow: follow.id } });
      const shown = await Promise.all(sheets.map(({ id }) => instance.ask("GET /sheets/:id", { params: { id } })));
      const joined = shown
        .flatMap(({ tiles }) => tiles)
        .filter(({ content, follows }) => content.kind === "joined" && follows.some(({ id }) => id === follow.id));
      if (joined.length === 0) throw new CliError(EXIT.input, `"${follow.title}" is in no joined tile`);
      const apart = [];
      for (const { id } of joined) apart.push(...(await instance.ask("POST /tiles/:id/separate", { params: { id } })));
      terminal.out(values.json ? JSON.stringify(apart) : `${follow.title}: ${apart.length} tiles`);
      return EXIT.ok;
    });
  },
};

async function sheetOf(instance: Instance, name: string | undefined, follow: string) {
  if (name !== undefined) return theSheet(instance, sheetName(name));
  const [sheet] = await instance.ask("GET /sheets", { query: { follow } });
  const [first] = sheet ? [sheet] : await instance.ask("GET /sheets");
  if (!first) throw new CliError(EXIT.input, "there is no sheet yet: `tessera sheet add NAME` makes one");
  return first;
}
