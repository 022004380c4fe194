/** `tessera export`: everything of one person as a file. */
import { writeFileSync } from "node:fs";
import { expectWords, readArguments } from "../command/arguments.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

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
        ? await instance.download("GET /api/v1/export.opml")
        : await instance.download("GET /api/v1/export.json", { query: { captures } });
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
