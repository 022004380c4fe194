/** `tessera serve` and `tessera work`: the server, and one worker of a fleet, until they are asked to end. */
import {
  configurationReference,
  createLogger,
  readConfig,
  serve as startServer,
  work as startWorker,
} from "@tessera/server";
import { expectWords, readArguments } from "../command/arguments.ts";
import { EXIT, type Terminal, untilInterrupted, type Verb } from "../command/verb.ts";

const USAGE = "tessera serve [--data DIR] [--port N] [--host ADDRESS] [--settings] [--json]";

const options = {
  data: { type: "string" },
  port: { type: "string" },
  host: { type: "string" },
  settings: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

export const serve: Verb = {
  about: "run the server: schedule, checks, messages, API and web app",
  help: `${USAGE}

Runs until Ctrl-C or SIGTERM. Nothing has to be set up: the first start creates the directory and prints a link to become
the owner. Everything else is set by environment variables or one file (docs/operate/configuration.md).

  --data DIR       where everything is kept (TESSERA_DATA, default ./data)
  --port N         port to listen on (TESSERA_PORT, default 8420); 0 takes any free port
  --host ADDRESS   address to listen on (TESSERA_HOST, default 127.0.0.1); 0.0.0.0 for all
  --settings       print every setting with its meaning, as docs/operate/configuration.md has them, and end
  --json           says where it listens as one JSON line

Examples:
  tessera serve
  TESSERA_OWNER_PASSWORD_FILE=/run/secrets/owner tessera serve --host 0.0.0.0 --data /var/lib/tessera

Logs are JSON lines on standard error. Exit codes: 0 ended as asked, 2 a setting is wrong, 3 the port cannot be used,
5 the directory is in use by another Tessera or cannot be used.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 0], USAGE);
    if (values.settings) {
      terminal.out(configurationReference().trimEnd());
      return EXIT.ok;
    }
    const config = await readConfig(withOptions(terminal, values));
    const logger = createLogger(config.logLevel, { write: (line) => terminal.error(line.trimEnd()) });
    const server = await startServer({ config, logger });
    const { url, setUpUrl } = server;
    if (values.json) terminal.out(JSON.stringify({ url, setUpUrl }));
    else {
      terminal.out(`Tessera is running at ${url}`);
      if (setUpUrl) terminal.out(`Open this link once to become its owner: ${setUpUrl}`);
    }
    await untilInterrupted(terminal);
    await server.stop();
    return EXIT.ok;
  },
};

/** Options of the call stand before the environment. */
function withOptions(
  { environment }: Terminal,
  { data, port, host }: Readonly<{ data?: string; port?: string; host?: string }>,
): Terminal["environment"] {
  return {
    ...environment,
    ...(data === undefined ? {} : { TESSERA_DATA: data }),
    ...(port === undefined ? {} : { TESSERA_PORT: port }),
    ...(host === undefined ? {} : { TESSERA_HOST: host }),
  };
}

const WORK_USAGE = "tessera work [--pool all|plain|browser] [--json]";

const workOptions = { pool: { type: "string" }, json: { type: "boolean", default: false } } as const;

export const work: Verb = {
  about: "run a worker of a fleet: checks of pages on a PostgreSQL",
  help: `${WORK_USAGE}

Takes checks out of the queue of the database that TESSERA_DATABASE names and does them, until Ctrl-C or SIGTERM. Any
number of workers on any number of machines; the embedded instance (\`tessera serve\` on a directory) needs none.

  --pool POOL      plain fetches, browser renders in Chromium, all does both (TESSERA_POOL, default all)
  --json           says what it does as one JSON line

Examples:
  TESSERA_DATABASE=postgres://tessera:secret@db/tessera tessera work
  TESSERA_DATABASE_FILE=/run/secrets/database tessera work --pool browser

Exit codes: 0 ended as asked, 2 a setting is wrong or missing, 5 the database cannot be reached, or a newer program has
changed its schema.`,
  options: workOptions,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, workOptions, WORK_USAGE);
    expectWords(positionals, [0, 0], WORK_USAGE);
    const { environment } = terminal;
    const config = await readConfig(
      values.pool === undefined ? environment : { ...environment, TESSERA_POOL: values.pool },
    );
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
