/** `tessera queue`: what waits for the workers of a fleet, and the checks that failed for good. */
import { expectWords, readArguments } from "../command/arguments.ts";
import { REACH_LOCAL, REACH_LOCAL_HELP, withStore } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera queue [retry ID] [--json]";

const options = { ...REACH_LOCAL } as const;
const MAX_SHOWN = 200;

export const queue: Verb = {
  about: "checks that wait for the workers of a fleet, and its dead letters",
  help: `${USAGE}

Shows how many checks wait and run in each pool of workers, and the dead letters: checks that failed six times. Their
pages are checked again after an hour; \`tessera queue retry ID\` does it now. Needs TESSERA_DATABASE.

${REACH_LOCAL_HELP}

Exit codes: 0 no dead letters (or retried), 4 there are some, 3 no such dead letter, 5 the database cannot be reached.`,
  options,
  subcommands: ["retry"],

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 2], USAGE);
    const [verb, id] = positionals;
    if (verb !== undefined && (verb !== "retry" || id === undefined)) {
      throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    }
    return withStore({ values, terminal }, async ({ assembly }) => {
      const { queue: jobs, store, clock } = assembly.services;
      if (!jobs)
        throw new CliError(EXIT.usage, "there is no queue without TESSERA_DATABASE: the server checks by itself");
      if (id !== undefined) {
        const letter = await jobs.removeDeadLetter(id);
        if (!letter) throw new CliError(EXIT.input, `there is no dead letter ${id}`);
        await store.pages.bringForward(letter.pageId, clock());
        terminal.out(values.json ? JSON.stringify(letter) : `page ${letter.pageId} is checked again`);
        return EXIT.ok;
      }
      const [pools, letters] = [await jobs.counts(), await jobs.deadLetters(MAX_SHOWN)];
      if (values.json) terminal.out(JSON.stringify({ pools, deadLetters: letters }));
      else {
        for (const [pool, { waiting, active }] of Object.entries(pools))
          terminal.out(`${pool}: ${waiting} waiting, ${active} active`);
        if (letters.length > 0)
          printTable(
            letters,
            [
              { title: "DEAD LETTER", cell: (letter) => letter.id },
              { title: "PAGE", cell: ({ pageId }) => pageId },
              { title: "AT", cell: ({ at }) => new Date(at).toISOString() },
              { title: "ERROR", cell: ({ error }) => error, isElastic: true },
            ],
            terminal,
          );
      }
      return letters.length === 0 ? EXIT.ok : EXIT.no;
    });
  },
};
