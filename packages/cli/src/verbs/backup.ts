/** `tessera backup`: a copy of the whole instance, made while it runs. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expectWords, readArguments } from "../command/arguments.ts";
import { configOf, REACH_LOCAL, REACH_LOCAL_HELP, withStore } from "../command/reach.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera backup [FILE] [--data DIR] [--force] [--json]";

const options = { ...REACH_LOCAL, force: { type: "boolean", default: false } } as const;

export const backup: Verb = {
  about: "copy the whole instance to a file, also while the server runs",
  help: `${USAGE}

Writes one SQLite file with everything in it: people, follows, history, pages, settings. It is consistent, and is
read back and verified before it gets its name; an interrupted copy leaves nothing behind. The server may run meanwhile.
Without FILE it goes to backups/ in the data directory, named by the time.

  --force          overwrite FILE
${REACH_LOCAL_HELP}

The copy holds password hashes: keep it as safe as the instance itself. Secrets of channels and pages are sealed in it with
the key in secrets.key (or TESSERA_SECRETS_KEY), which is not in it: keep that apart.

To restore: stop the server, put the file in place of tessera.sqlite in the data directory, remove tessera.sqlite-wal
and tessera.sqlite-shm there, and start the server (docs/operate/backup.md).

Examples:
  tessera backup
  tessera backup /mnt/nas/tessera-$(date +%F).sqlite`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 1], USAGE);
    const { data, database } = await configOf(values, terminal);
    const target = positionals[0] ?? join(data, "backups", `tessera-${stamp(new Date())}.sqlite`);
    if (!database && !existsSync(data)) throw new CliError(EXIT.input, `there is no instance in ${data}`);
    if (existsSync(target) && !values.force) throw new CliError(EXIT.input, `${target} is there already; see --force`);
    return withStore({ values, terminal }, async ({ assembly }) => {
      const { upkeep } = assembly.services.store;
      await upkeep.backUp(target);
      const { counts } = await upkeep.facts();
      const sizeBytes = statSync(target).size;
      if (values.json) terminal.out(JSON.stringify({ file: target, sizeBytes, counts }));
      else terminal.out(`${target}: ${Math.ceil(sizeBytes / 1024)} KiB, verified`);
      return EXIT.ok;
    });
  },
};

function stamp(now: Date): string {
  return now.toISOString().replace(/[-:]/g, "").slice(0, 15);
}
