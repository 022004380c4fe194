/** `tessera caps`: how much one person may have and do on this instance. */
import { CAPS, type CapName } from "@tessera/model";
import { readArguments } from "../command/arguments.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera caps [NAME=NUMBER …] [--json]";

export const caps: Verb = {
  about: "show or change how much one person may have and do",
  help: `${USAGE}

Shows the caps that bind everybody but the owner, or changes those that are named, at once and without a restart:

${CAPS.map(({ name, about }) => `  ${name.padEnd(16)} ${about}`).join("\n")}

${REACH_HELP}

Examples:
  tessera caps
  tessera caps follows=5000 sheets=20

Exit codes: 0 shown or changed, 2 no such cap or no number, 3 the number is out of bounds.`,
  options: REACH,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, REACH, USAGE);
    const wanted = Object.fromEntries(positionals.map(readCap));
    return withInstance({ values, terminal, alone: "no" }, async (instance) => {
      const settings =
        positionals.length > 0
          ? await instance.ask("PATCH /settings", { body: { caps: wanted } })
          : await instance.ask("GET /settings");
      if (values.json) terminal.out(JSON.stringify(settings.caps));
      else
        printTable(
          CAPS,
          [
            { title: "CAP", cell: ({ name }) => name },
            { title: "MOST", cell: ({ name }) => String(settings.caps[name]) },
            { title: "OF", cell: ({ about }) => about, isElastic: true },
          ],
          terminal,
        );
      return EXIT.ok;
    });
  },
};

function readCap(word: string): readonly [name: CapName, most: number] {
  const [, given, digits] = /^(\w+)=(\d{1,9})$/.exec(word) ?? [];
  const name = CAPS.find((each) => each.name === given)?.name;
  if (name === undefined || digits === undefined) {
    throw new CliError(EXIT.usage, `${word} is not NAME=NUMBER of a cap: ${CAPS.map((each) => each.name).join(", ")}`);
  }
  return [name, Number(digits)];
}
