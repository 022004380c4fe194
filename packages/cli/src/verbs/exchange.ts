/** `tessera export` and `tessera import`: an archive of everything, and what other programs followed. */
import { readFileSync, writeFileSync } from "node:fs";
import { groupOfNote, IMPORT_NOTE_GROUPS, type ImportNoteGroup } from "@tessera/model";
import type { ImportReply } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera export [FILE] [--captures needed|all] [--opml] [--force] [--json]";

const options = {
  ...REACH,
  captures: { type: "string", default: "needed" },
  opml: { type: "boolean", default: false },
  force: { type: "boolean", default: false },
} as const;

export const exportVerb: Verb = {
  about: "write everything of one person to a file",
  help: `${USAGE}

A JSON archive of follows, their history, the captures in which their blocks were picked, sheets and channels, which
\`tessera import\` reads back anywhere (docs/guide/archive.md). Secrets are not in it. Without FILE, or with -, it goes to
standard output.

  --captures all   also every other stored capture, so that \`tessera replay\` works after the import
  --opml           the feeds of all sheets as OPML, for a feed reader
  --force          overwrite FILE
${REACH_HELP}

Examples:
  tessera export ada.json
  tessera export --opml > feeds.opml
  tessera export --server https://tessera.example | gzip > ada.json.gz`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 1], USAGE);
    const { captures } = values;
    if (captures !== "needed" && captures !== "all") {
      throw new CliError(EXIT.usage, `--captures is needed or all. Usage: ${USAGE}`);
    }
    return withInstance({ values, terminal }, async (instance) => {
      const bytes = values.opml
        ? await instance.download("GET /export.opml")
        : await instance.download("GET /export.json", { query: { captures } });
      const [file = "-"] = positionals;
      if (file === "-") {
        terminal.out(bytes.toString("utf8").trimEnd());
        return EXIT.ok;
      }
      writeFileSync(file, bytes, { flag: values.force ? "w" : "wx", mode: 0o600 });
      if (values.json) terminal.out(JSON.stringify({ file, sizeBytes: bytes.length }));
      else terminal.out(`${file}: ${Math.ceil(bytes.length / 1024)} KiB`);
      return EXIT.ok;
    });
  },
};

const IMPORT_USAGE = "tessera import FILE [--dry-run] [--later] [--json]";

const importOptions = {
  ...REACH,
  "dry-run": { type: "boolean", default: false },
  later: { type: "boolean", default: false },
} as const;

export const importVerb: Verb = {
  about: "import a Tessera archive, or the lists of other programs",
  help: `${IMPORT_USAGE}

Reads a Tessera archive (also gzipped), a list of addresses, OPML, the bookmarks of a browser (HTML), a changedetection.io
backup (ZIP), a Distill export (JSON), urlwatch and webchanges jobs (YAML), or a start page: of start.me (HTML), Netvibes
(OPML), Homarr (JSON) or Glance (YAML). Says what came, what was left out and why, and what was there already. Imports
everything or nothing. FILE may be - for standard input.

An archive is complete at once, and so are links, notes and search boxes. With the other formats each page has to be checked first: a running server does that,
otherwise it is done now.

  --dry-run        only say what it would do
  --later          leave the first checks to the server
${REACH_HELP}

Examples:
  tessera import ada.json
  tessera import changedetection-backup.zip --dry-run
  echo "https://example.org/ news" | tessera import -

Exit codes: 0 imported, 3 the file was refused (nothing was imported).`,
  options: importOptions,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, importOptions, IMPORT_USAGE);
    expectWords(positionals, [1, 1], IMPORT_USAGE);
    const [file = ""] = positionals;
    const body = file === "-" ? await terminal.readInput() : readFileSync(file);
    const alone = values["dry-run"] || values.later ? "no" : "if-free";
    return withInstance({ values, terminal, alone }, async (instance) => {
      const query = { dryRun: values["dry-run"] ? "true" : undefined };
      const report = await instance.ask("POST /import", { body, query });
      const granted = report.waiting > 0 && !values["dry-run"] ? await instance.startPendingFollows() : null;
      if (values.json) terminal.out(JSON.stringify({ ...report, granted }));
      else print(report, granted, terminal);
      return EXIT.ok;
    });
  },
};

type Report = ImportReply;

const GROUPS: Readonly<Record<ImportNoteGroup, string>> = {
  leftOut: "left out",
  otherwise: "changed",
  secrets: "secret missing",
  already: "here already",
};

/** The same account as in the app: what did not come by its reason, then what came and what waits. */
function print(report: Report, granted: number | null, terminal: Terminal): void {
  for (const group of IMPORT_NOTE_GROUPS) {
    for (const { name, message } of report.notes.filter(({ code }) => groupOfNote(code) === group)) {
      terminal.out(`${GROUPS[group]}: ${harmless(name)}: ${harmless(message)}`);
    }
  }
  const { format, imported, isDryRun, waiting, waitingFeeds } = report;
  if (imported !== null) terminal.out(`${format}: ${isDryRun ? "would import" : "imported"} ${cameOf(imported)}`);
  const feeds = waitingFeeds > 0 ? ` (${waitingFeeds} ${waitingFeeds === 1 ? "feed" : "feeds"})` : "";
  if (imported === null || waiting > 0) terminal.out(`${format}: ${waitOf(waiting, isDryRun, granted)}${feeds}`);
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
  if (isDryRun) return `${blocks} would wait for the first check of ${waiting === 1 ? "its page" : "their pages"}`;
  if (granted !== null) return `${blocks} named, ${granted} followed now`;
  return `${blocks} ${waiting === 1 ? "waits for the first check of its page" : "wait for the first check of their pages"}`;
}
