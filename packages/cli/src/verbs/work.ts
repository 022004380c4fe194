/** `tessera work`: one worker of a fleet, until it is asked to end. */
import { createLogger, readConfig, work as startWorker } from "@tessera/server";
import { expectWords, readArguments } from "../command/arguments.ts";
import { untilInterrupted } from "../command/until-interrupted.ts";
import { EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera work [--pool all|plain|browser] [--json]";

const options = { pool: { type: "string" }, json: { type: "boolean", default: false } } as const;

export const work: Verb = {
  about: "run a worker of a fleet: checks of pages on a PostgreSQL",
  help: `${USAGE}

Takes checks out of the queue of the database that TESSERA_DATABASE names and does them, until Ctrl-C or SIGTERM. Any
number of workers on any number of machines; the embedded instance (\`tessera serve\` on a directory) needs none.

  --pool POOL      plain fetches, browser renders in Chromium, all does both (TESSERA_POOL, default all)
  --json           says what it does as one JSON line

Examples:
  TESSERA_DATABASE=postgres://tessera:secret@db/tessera tessera work
  TESSERA_DATABASE_FILE=/run/secrets/database tessera work --pool browser

Exit codes: 0 ended as asked, 2 a setting is wrong or missing, 5 the database cannot be had, or a newer program has
changed its schema.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 0], USAGE);
    const { environment } = terminal;
    const config = readConfig(values.pool === undefined ? environment : { ...environment, TESSERA_POOL: values.pool });
    const logger = createLogger(config.logLevel, { write: (line) => terminal.error(line.trimEnd()) });
    const worker = await startWorker({ config, logger });
    const { pools, watchUrl } = worker;
    const watched = watchUrl ? `, metrics at ${watchUrl}/metrics` : "";
    terminal.out(values.json ? JSON.stringify({ pools, watchUrl }) : `Tessera works (${pools.join(", ")})${watched}`);
    const why = await Promise.race([untilInterrupted(terminal), worker.ended]);
    await worker.stop();
    return why === "outdated" ? EXIT.unavailable : EXIT.ok;
  },
};
