/** `tessera backfill`: a follow is given a past. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expectWords, readArguments, readCount } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import type { Past } from "../command/instance.ts";
import { readInstant, readSpan, writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera backfill FOLLOW SOURCE [--from DATE] [--until DATE] [--every 1d] [--limit N] [--json]";

const options = {
  ...REACH,
  from: { type: "string" },
  until: { type: "string" },
  every: { type: "string" },
  limit: { type: "string" },
} as const;

export const backfill: Verb = {
  about: "give a follow its past from a file or a web archive",
  help: `${USAGE}

Looks for the block in older versions of its page, from the newest back in time, and adds what it was to the history.
Nobody is notified. Only versions from before the block was picked count.

SOURCE is a file (HTML, MHTML or WARC, also gzipped) on this machine, or the address of a TimeMap, TimeGate or version in
a web archive that speaks Memento (RFC 7089). Files are read where the data directory is; through --server there are only
web archives, at most 100 versions at a time and one a day unless --every says otherwise.

  --from DATE, --until DATE   versions of this time only, such as 2024-01-01
  --every 1d       at most one version in this time (s, m, h, d, w)
  --limit N        at most this many versions, spread evenly
${REACH_HELP}

Examples:
  tessera backfill Sport saved/2024-05-01.html
  tessera backfill Sport crawl.warc.gz --every 1d
  tessera backfill Sport https://web.archive.org/web/timemap/link/https://news.example/ --from 2024-01-01 --limit 100

Exit codes: 0 the history is longer, 4 no version showed the block, 3 the source cannot be read or there is no such follow.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [2, 2], USAGE);
    const [name = "", source = ""] = positionals;
    const past: Past = {
      source: sourceOf(source),
      ...(values.from === undefined ? {} : { from: readInstant(values.from, "--from") }),
      ...(values.until === undefined ? {} : { until: readInstant(values.until, "--until") }),
      ...(values.every === undefined ? {} : { everyMs: readSpan(values.every, "--every") }),
      ...(values.limit === undefined ? {} : { limit: readCount(values.limit, "--limit") }),
    };
    return withInstance({ values, terminal, alone: "must" }, async (instance) => {
      const { id } = await findFollow(instance, name);
      const filled = await instance.backfill(id, past);
      if (values.json) terminal.out(JSON.stringify(filled));
      else {
        for (const { at, url, code } of filled.missed) terminal.out(`missed: ${writeInstant(at)} ${url} (${code})`);
        const { versions, found, observations } = filled;
        terminal.out(`${versions} versions read, the block was in ${found}, ${observations} observations added`);
      }
      return filled.found > 0 ? EXIT.ok : EXIT.no;
    });
  },
};

function sourceOf(text: string): Past["source"] {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return { kind: "archive", url: text };
  if (existsSync(text)) return { kind: "file", path: resolve(text) };
  throw new CliError(EXIT.input, `${text}: no such file, and no address of a web archive`);
}
