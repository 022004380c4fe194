/** `tessera import`: what other programs followed, or one's own archive. */
import { readFileSync } from "node:fs";
import { ImportReply } from "@tessera/server";
import type { z } from "zod";
import { expectWords, readArguments } from "../command/arguments.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera import FILE [--dry-run] [--later] [--json]";

const options = {
  ...REACH,
  "dry-run": { type: "boolean", default: false },
  later: { type: "boolean", default: false },
} as const;

export const importVerb: Verb = {
  about: "import a Tessera archive, or the lists of other programs",
  help: `${USAGE}

Reads a Tessera archive (also gzipped), a list of addresses, OPML, a changedetection.io backup (ZIP), a Distill export
(JSON) or urlwatch and webchanges jobs (YAML), and says what could not be carried over. All of it or nothing. FILE may
be - for standard input.

An archive is there at once. Of the others each page has to be looked at first: a running server does so by itself,
without one it is done now.

  --dry-run        only say what it would do
  --later          leave the first looks to the server
${REACH_HELP}

Examples:
  tessera import ada.json
  tessera import changedetection-backup.zip --dry-run
  echo "https://example.org/ news" | tessera import -

Exit codes: 0 imported, 3 the file was refused (nothing was imported).`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    const [file = ""] = positionals;
    const body = file === "-" ? await terminal.readInput() : readFileSync(file);
    const alone = values["dry-run"] || values.later ? "no" : "if-free";
    return withInstance({ values, terminal, alone }, async (instance) => {
      const query = { dryRun: values["dry-run"] ? "true" : undefined };
      const report = await instance.ask("POST /api/v1/import", ImportReply, { body, query });
      const granted = report.waiting > 0 && !values["dry-run"] ? await instance.startPendingFollows() : null;
      if (values.json) terminal.out(JSON.stringify({ ...report, granted }));
      else print(report, granted, terminal);
      return EXIT.ok;
    });
  },
};

type Report = z.output<typeof ImportReply>;

function print(report: Report, granted: number | null, terminal: Terminal): void {
  for (const { name, message } of report.notes) terminal.out(`note: ${harmless(name)}: ${harmless(message)}`);
  const { format, imported, isDryRun, waiting } = report;
  if (imported !== null) terminal.out(`${format}: ${isDryRun ? "would import" : "imported"} ${cameOf(imported)}`);
  if (imported === null || waiting > 0) terminal.out(`${format}: ${waitOf(waiting, isDryRun, granted)}`);
}

/** Each kind in its singular or plural; kinds of which nothing came are not named, but for the follows. */
function cameOf(imported: NonNullable<Report["imported"]>): string {
  return Object.entries(imported)
    .filter(([kind, count]) => count > 0 || kind === "follows")
    .map(([kind, count]) => `${count} ${count === 1 ? kind.replace(/s$/, "") : kind}`)
    .join(", ");
}

function waitOf(waiting: number, isDryRun: boolean, granted: number | null): string {
  const blocks = `${waiting} ${waiting === 1 ? "block" : "blocks"}`;
  if (isDryRun) return `${blocks} would wait for the first look at ${waiting === 1 ? "its page" : "their pages"}`;
  if (granted !== null) return `${blocks} named, ${granted} followed now`;
  return `${blocks} ${waiting === 1 ? "waits for the first look at its page" : "wait for the first look at their pages"}`;
}
