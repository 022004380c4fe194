/** `tessera doctor`: is everything in order, and what can be put right? */
import { existsSync } from "node:fs";
import {
  describeResources,
  measureMachine,
  resourcesFor,
  setUpWarnings,
  thisMachine,
  untrustedProxies,
} from "@tessera/server";
import { expectWords, readArguments } from "../command/arguments.ts";
import { configOf, REACH_LOCAL, REACH_LOCAL_HELP, withStore } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera doctor [--repair] [--data DIR] [--json]";

const options = { ...REACH_LOCAL, repair: { type: "boolean", default: false } } as const;

export const doctor: Verb = {
  about: "verify the store, and repair what can be repaired",
  help: `${USAGE}

Verifies the file itself, every record against its schema, every reference, every body against its hash, every count,
and the schedule. What can be derived from other data can be repaired; the rest is listed, so that a backup can help.
Says how much of this machine a server takes (TESSERA_MEMORY) and warns of an unsafe set-up: Chromium without its
sandbox, a proxy that was not named. Warnings do not change the exit code.

  --repair         repair what can be repaired; the server must not run meanwhile
${REACH_LOCAL_HELP}

Examples:
  tessera doctor
  tessera backup && tessera doctor --repair

Exit codes: 0 all is in order (or is now), 4 something is not, 5 a server is running and --repair was asked for.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 0], USAGE);
    const config = await configOf(values, terminal);
    const { data, database } = config;
    if (!database && !existsSync(data)) throw new CliError(EXIT.input, `there is no instance in ${data}`);
    return withStore({ values, terminal, alone: values.repair ? "must" : "no" }, async ({ assembly }) => {
      const { store } = assembly.services;
      const now = Date.now();
      const { findings, checked, repaired } = await store.upkeep.examine({ now, repair: values.repair });
      const warnings = [
        ...setUpWarnings(config, thisMachine(config, "doctor")),
        ...(await untrustedProxies(store, { ...config, now })),
      ];
      const open = values.repair ? findings.filter(({ isRepairable }) => !isRepairable) : findings;
      const machine = measureMachine();
      const resources = resourcesFor(config, machine);
      if (values.json) terminal.out(JSON.stringify({ findings, checked, repaired, warnings, machine, resources }));
      else {
        if (findings.length > 0)
          printTable(
            findings,
            [
              { title: "FINDING", cell: ({ kind }) => kind },
              { title: "TABLE", cell: ({ table }) => table },
              { title: "ID", cell: ({ id }) => id },
              { title: "REPAIR", cell: ({ isRepairable }) => (isRepairable ? "yes" : "no") },
              { title: "DETAIL", cell: ({ detail }) => detail, isElastic: true },
            ],
            terminal,
          );
        const total = Object.values(checked).reduce((sum, count) => sum + count, 0);
        terminal.out(`${total} records examined, ${findings.length} findings, ${repaired} repaired`);
        terminal.out(describeResources(resources, machine));
        for (const { text } of warnings) terminal.out(`warning: ${text}`);
      }
      return open.length === 0 ? EXIT.ok : EXIT.no;
    });
  },
};
