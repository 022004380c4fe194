/** `tessera serve`: the server, until it is asked to end. */
import { configurationReference, createLogger, readConfig, serve as startServer } from "@tessera/server";
import { expectWords, readArguments } from "../command/arguments.ts";
import { untilInterrupted } from "../command/until-interrupted.ts";
import { EXIT, type Terminal, type Verb } from "../command/verb.ts";

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

Runs until Ctrl-C or SIGTERM. Nothing has to be set up: the first start makes the directory and prints a link to become
the owner. Everything else is set by environment variables or one file (docs/operate/configuration.md).

  --data DIR       where everything is kept (TESSERA_DATA, default ./data)
  --port N         port to listen on (TESSERA_PORT, default 8420); 0 takes any that is free
  --host ADDRESS   address to listen on (TESSERA_HOST, default 127.0.0.1); 0.0.0.0 for all
  --settings       print every setting with its meaning, as docs/operate/configuration.md has them, and end
  --json           says where it listens as one JSON line

Examples:
  tessera serve
  TESSERA_OWNER_PASSWORD_FILE=/run/secrets/owner tessera serve --host 0.0.0.0 --data /var/lib/tessera

Logs are JSON lines on standard error. Exit codes: 0 ended as asked, 2 a setting is wrong, 3 the port cannot be had,
5 the directory is in use by another Tessera or cannot be used.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 0], USAGE);
    if (values.settings) {
      terminal.out(configurationReference().trimEnd());
      return EXIT.ok;
    }
    const config = readConfig(withOptions(terminal, values));
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
