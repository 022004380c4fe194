/** `tessera migrate`: a whole instance from a directory to a PostgreSQL, or back. */
import { existsSync } from "node:fs";
import { openObjects } from "@tessera/server";
import { isDatabase, lockInstance, moveStore } from "@tessera/store";
import { expectWords, readArguments } from "../command/arguments.ts";
import { configOf } from "../command/reach.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera migrate [--from DIR|postgres://…] --to DIR|postgres://… [--json]";

const options = {
  data: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

export const migrate: Verb = {
  about: "move an instance from a directory to a PostgreSQL, or back",
  help: `${USAGE}

Copies everything (people, follows, history, pages, messages, secrets), reads both sides again and compares them row by
row. The original stays as it is; the target must be empty. The same command continues an interrupted move. All servers
and workers on either side must be stopped.

  --from WHERE     a data directory, or the postgres:// address of a database
  --data DIR       the same as --from DIR (TESSERA_DATA, default ./data)
  --to WHERE       where it goes
  --json           counts as one JSON line

Examples:
  tessera migrate --data ./data --to postgres://tessera:secret@db/tessera
  tessera migrate --from postgres://tessera:secret@db/tessera --to ./data

Exit codes: 0 moved and verified, 3 there is nothing to move, 5 either side is in use or cannot be reached.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 0], USAGE);
    const { to } = values;
    if (to === undefined) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    const config = await configOf(values, terminal);
    const from = values.from ?? config.data;
    if (!isDatabase(from) && !existsSync(from)) throw new CliError(EXIT.input, `there is no instance in ${from}`);
    // whoever has the lock of a directory is alone in it; of a database nobody can tell
    const locks = [from, to].filter((place) => !isDatabase(place)).map((directory) => lockInstance(directory));
    const objects = isDatabase(from) ? openObjects(config) : null;
    try {
      const { rows } = await moveStore({ from, to, now: Date.now(), objects: objects?.store ?? null });
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      terminal.out(values.json ? JSON.stringify({ rows }) : `${total} records moved and verified`);
      return EXIT.ok;
    } finally {
      await objects?.httpClient.close();
      for (const unlock of locks) unlock();
    }
  },
};
