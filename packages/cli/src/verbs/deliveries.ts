/** `tessera deliveries`: messages that wait, were sent, or could not be sent. */
import { DeliveryState } from "@tessera/model";
import type { DeliveryReply } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { type Instance, listOf } from "../command/instance.ts";
import { shortId } from "../command/meant.ts";
import { writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera deliveries [revive ID|all] [--state dead|waiting|sent] [--json]";

const options = { ...REACH, state: { type: "string" } } as const;

type ShownDelivery = DeliveryReply;

export const deliveries: Verb = {
  about: "messages that wait, went out, or could not be sent",
  help: `${USAGE}

Shows the dead letters: messages by mail, webhook, push and the others that were refused or failed too often, with the
last error. \`revive ID\` (or the end of one, or \`all\`) sends them again, under the same replay id: within seconds if a
server is running, otherwise when the next one starts.

  --state STATE    dead (the default), waiting or sent
${REACH_HELP}

A token needs the scope read to list them and manage to revive them.

Examples:
  tessera deliveries
  tessera deliveries revive all
  tessera deliveries --state waiting --json

Exit codes: 0 no dead letters (or revived), 4 there are some, 3 no such dead letter.`,
  options,
  subcommands: ["revive"],

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 2], USAGE);
    const [action, id] = positionals;
    const state = DeliveryState.safeParse(values.state ?? "dead");
    if (!state.success) throw new CliError(EXIT.usage, `--state is one of ${DeliveryState.options.join(", ")}`);
    if (action !== undefined && (action !== "revive" || id === undefined || values.state !== undefined)) {
      throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    }
    const { json } = values;
    return withInstance({ values, terminal }, async (instance) => {
      if (id !== undefined) return revive(instance, id, { terminal, json });
      const shown = await all(instance, state.data);
      if (json) for (const delivery of shown) terminal.out(JSON.stringify(delivery));
      else print(shown, state.data, terminal);
      return state.data === "dead" && shown.length > 0 ? EXIT.no : EXIT.ok;
    });
  },
};

function all(instance: Instance, state: DeliveryState): Promise<readonly ShownDelivery[]> {
  return listOf(instance, "GET /deliveries", { state });
}

async function revive(
  instance: Instance,
  wanted: string,
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): Promise<number> {
  const dead = await all(instance, "dead");
  const meant = wanted === "all" ? dead : dead.filter(({ id }) => id.endsWith(wanted.toLowerCase()));
  if (wanted !== "all" && meant.length !== 1) {
    const what = meant.length === 0 ? `there is no dead letter ${wanted}` : `${wanted} is the end of several ids`;
    throw new CliError(EXIT.input, `${what}; \`tessera deliveries\` shows them`);
  }
  for (const { id } of meant) await instance.ask("POST /deliveries/:id/revive", { params: { id } });
  if (json) for (const { id } of meant) terminal.out(JSON.stringify({ id, state: "waiting" }));
  else terminal.out(meant.length === 1 ? "1 message is sent again" : `${meant.length} messages are sent again`);
  return EXIT.ok;
}

function print(shown: readonly ShownDelivery[], state: string, terminal: Terminal): void {
  if (shown.length === 0) {
    terminal.error(state === "dead" ? "there are no dead letters" : `no messages are ${state}`);
    return;
  }
  printTable(
    shown,
    [
      { title: "ID", cell: ({ id }) => shortId(id) },
      { title: "WRITTEN", cell: ({ createdAt }) => writeInstant(createdAt) },
      { title: "ABOUT", cell: ({ message }) => message.title, isElastic: true },
      { title: "TRIES", cell: ({ attempts }) => String(attempts) },
      { title: "LAST ERROR", cell: ({ lastError }) => lastError ?? "-", isElastic: true },
    ],
    terminal,
  );
}
