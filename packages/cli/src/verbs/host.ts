/** `tessera host`: private hosts that may be reached, by whom and what for. */
import { type PrivateHost, readPrivateHost, writePrivateHost } from "@tessera/model";
import { readArguments } from "../command/arguments.ts";
import type { Instance } from "../command/instance.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera host list | allow HOST | remove HOST";

const options = {
  ...REACH,
  everybody: { type: "boolean", default: false },
  channels: { type: "boolean", default: false },
} as const;

export const host: Verb = {
  about: "private hosts that may be reached: list, allow and remove them",
  help: `${USAGE}

  list             all of them, with those of TESSERA_PRIVATE_HOSTS and TESSERA_PRIVATE_CHANNEL_HOSTS
  allow HOST       let pages on a private host be followed: nas.local, nas.local:8080, 192.168.1.10, 192.168.1.0/24:81,
                   [fd00::1]:80. Without a port it is ports 80 and 443. Pages of other sites never reach it.
    --everybody            for everybody on this instance, not only for the owner
    --channels             for messages to it, not for its pages
  remove HOST      no longer allow it; HOST as above
${REACH_HELP}

A running server notices the change within half a minute. Tokens may only list: use --data for the rest.

Examples:
  tessera host allow nas.local:5000
  tessera host allow ntfy.lan:8080 --channels --everybody

Exit codes: 0 done, 2 that is no host, 3 it is not allowed in the settings.`,
  options,
  subcommands: ["list", "allow", "remove"],

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [action, text, ...rest] = positionals;
    const isRight = action === "list" ? text === undefined : (action === "allow" || action === "remove") && text;
    if (!isRight || rest.length > 0) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    const call = { terminal, isJson: values.json };
    if (text === undefined) return withInstance({ values, terminal }, (instance) => list(instance, call));
    const read = readPrivateHost(text, values.channels ? "channels" : "pages");
    if (!read || text.includes("@")) {
      throw new CliError(EXIT.usage, `${text} is not a host name, an address or a network`);
    }
    const named: PrivateHost = { ...read, for: values.everybody ? "everybody" : "owner" };
    return withInstance({ values, terminal }, (instance) => change(instance, { ...call, action, named }));
  },
};

interface Call {
  readonly terminal: Terminal;
  readonly isJson: boolean;
}

async function list(instance: Instance, { terminal, isJson }: Call): Promise<number> {
  const { privateHosts, atStart } = await instance.ask("GET /settings");
  const rows = [
    ...atStart.privateHosts.map((each) => ({ ...each, from: "environment" })),
    ...privateHosts.map((each) => ({ ...each, from: "settings" })),
  ];
  if (isJson) for (const row of rows) terminal.out(JSON.stringify(row));
  else if (rows.length === 0) terminal.error("no private host may be reached");
  else
    printTable(
      rows,
      [
        { title: "HOST", cell: writePrivateHost, isElastic: true },
        { title: "PORTS", cell: ({ port }) => (port === null ? "80, 443" : String(port)) },
        { title: "FOR", cell: (each) => each.for },
        { title: "USE", cell: ({ use }) => use },
        { title: "FROM", cell: ({ from }) => from },
      ],
      terminal,
    );
  return EXIT.ok;
}

async function change(
  instance: Instance,
  { terminal, isJson, action, named }: Call & { readonly action: string | undefined; readonly named: PrivateHost },
): Promise<number> {
  const { privateHosts } = await instance.ask("GET /settings");
  const others = privateHosts.filter((each) => keyOf(each) !== keyOf(named));
  if (action === "remove" && others.length === privateHosts.length) {
    throw new CliError(EXIT.input, `${writePrivateHost(named)} is not allowed in the settings like that`);
  }
  const body = { privateHosts: action === "allow" ? [...others, named] : others };
  await instance.ask("PATCH /settings", { body });
  const whom = named.for === "owner" ? "the owner" : "everybody";
  const what = named.use === "pages" ? "follow pages on" : "have messages sent to";
  const can = action === "allow" ? "can now" : "can no longer";
  terminal.out(isJson ? JSON.stringify(named) : `${whom} ${can} ${what} ${writePrivateHost(named)}`);
  return EXIT.ok;
}

function keyOf(each: PrivateHost): string {
  return [each.use, each.for, writePrivateHost(each)].join(" ");
}
