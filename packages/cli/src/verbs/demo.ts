/** `tessera demo`: self-written sites that change, and a Tessera that follows them, until it is asked to end. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minuteOf, openDemo, type RunningDemo, STORY, STORY_TICKS } from "@tessera/demo";
import { expectWords, readArguments, readPort } from "../command/arguments.ts";
import { CliError, EXIT, untilInterrupted, type Verb } from "../command/verb.ts";

const USAGE = "tessera demo [--data DIR] [--port N] [--site-port N] [--json]";

const options = {
  data: { type: "string" },
  port: { type: "string" },
  "site-port": { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** Fixed, because a directory that is kept must find its sites under their old addresses. */
const SITE_PORT = "8431";
const PORT = "8420";

export const demo: Verb = {
  about: "show Tessera at work beside sites that change and are redesigned",
  help: `${USAGE}

Serves four self-written sites on this machine and starts a Tessera that follows blocks of them; prints the address, a
name and a password, and what to watch in the next ten minutes. It ends with Ctrl-C or SIGTERM and leaves nothing behind.

  --data DIR       keep its data there, and go on with it the next time
  --port N         port of Tessera (TESSERA_PORT, default ${PORT}); 0 takes any that is free
  --site-port N    port of the first site, the others follow (default ${SITE_PORT}); 0 takes any that are free
  --json           says where everything is as one JSON line

Example:
  tessera demo

Exit codes: 0 ended as asked, 3 a port is taken.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 0], USAGE);
    const data = values.data ?? mkdtempSync(join(tmpdir(), "tessera-demo-"));
    const password = terminal.environment.TESSERA_OWNER_PASSWORD ?? randomBytes(9).toString("base64url");
    const port = readPort(values.port ?? terminal.environment.TESSERA_PORT ?? PORT, "--port");
    const firstSitePort = readPort(values["site-port"] ?? SITE_PORT, "--site-port");
    try {
      const running = await openDemo({ data, port, firstSitePort, password }).catch(sayWhy);
      terminal.out(values.json ? JSON.stringify({ ...running, stop: undefined }) : welcome(running));
      await untilInterrupted(terminal);
      await running.stop();
    } finally {
      if (values.data === undefined) rmSync(data, { recursive: true, force: true });
    }
    return EXIT.ok;
  },
};

function welcome({ url, owner, sites }: RunningDemo): string {
  return [
    "",
    `  Tessera   ${url}`,
    `  name      ${owner.name}`,
    `  password  ${owner.password}`,
    "",
    "  It follows blocks of these sites, and a page that tells what happens:",
    ...Object.entries(sites).map(([name, site]) => `  ${name.padEnd(9)} ${site}`),
    "",
    "  What to watch:",
    ...STORY.map(({ tick, title }) => `  ${minuteOf(tick).padStart(5)}  ${title}`),
    `  ${minuteOf(STORY_TICKS)}  and again from the beginning`,
    "",
    "  Ctrl+C ends everything.",
    "",
  ].join("\n");
}

/** Most often another demo is still running; for the rest the program says itself what it misses. */
function sayWhy(error: NodeJS.ErrnoException & { readonly port?: number }): never {
  const isTaken = error.code === "EADDRINUSE";
  const message = isTaken ? `port ${error.port} is taken; choose others by --port and --site-port` : error.message;
  throw new CliError(isTaken ? EXIT.input : EXIT.failed, message, error);
}
