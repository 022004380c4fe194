/** `tessera changes`: everything that changed, in sentences. */
import type { SheetId } from "@tessera/model";
import type { ChangeReply } from "@tessera/model/api";
import { expectWords, readArguments, readCount } from "../command/arguments.ts";
import type { Instance } from "../command/instance.ts";
import { readInstant, readSpan, writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera changes [--since WHEN] [--until WHEN] [--sheet SHEET] [--unseen] [--seen] [--limit N] [--json]";
const USUAL_LIMIT = "50";
const MAX_A_SLICE = 200;

const options = {
  ...REACH,
  since: { type: "string" },
  until: { type: "string" },
  sheet: { type: "string" },
  unseen: { type: "boolean", default: false },
  seen: { type: "boolean", default: false },
  limit: { type: "string", default: USUAL_LIMIT },
} as const;

export const changes: Verb = {
  about: "everything that changed, in sentences",
  help: `${USAGE}

What changed of all that you follow, the latest first and by sheet, in the sentences of the messages. A star marks what you
have not seen.

  --since WHEN     from a time such as 2026-03-01 or 2026-03-01T12:00, or for so long: 2h, 1d, 1w
  --until WHEN     before that time
  --sheet SHEET    only of this sheet, by its title or id; "none" is what is on no sheet
  --unseen         only what you have not seen
  --seen           mark as seen everything up to the latest that is shown (of that sheet, where one is named; with
                   --since, only of what has changed since then)
  --limit N        at most this many (default ${USUAL_LIMIT})
${REACH_HELP}

A token needs the scope read, and write for --seen.

Examples:
  tessera changes --since 1d
  tessera changes --unseen --seen
  tessera changes --sheet Work --since 2026-03-01 --json

Exit codes: 0 something changed, 4 nothing did, 3 no such sheet.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [0, 0], USAGE);
    const limit = readCount(values.limit, "--limit");
    const span = { since: instantOf(values.since, "--since"), until: instantOf(values.until, "--until") };
    return withInstance({ values, terminal }, async (instance) => {
      const sheet = values.sheet === undefined ? undefined : await sheetCalled(instance, values.sheet);
      const shown = await changesOf(instance, { ...span, sheet, unseen: values.unseen ? "true" : undefined }, limit);
      if (values.json) for (const change of shown) terminal.out(JSON.stringify(change));
      else for (const line of linesOf(shown)) terminal.out(line);
      const [latest] = shown;
      if (values.seen && latest) {
        const since = span.since === undefined ? {} : { since: Number(span.since) };
        await instance.ask("POST /changes/seen", { body: { ...since, until: latest.at, ...(sheet ? { sheet } : {}) } });
      }
      if (!latest && !values.json) terminal.error("nothing has changed");
      return latest ? EXIT.ok : EXIT.no;
    });
  },
};

/** A date, or a length of time until now. */
function instantOf(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined;
  const isSpan = /^\d+\s*[smhdw]$/.test(text.trim());
  return String(isSpan ? Date.now() - readSpan(text, option) : readInstant(text, option));
}

async function sheetCalled(instance: Instance, words: string): Promise<SheetId | "none"> {
  if (words === "none") return "none";
  const sheets = await instance.ask("GET /sheets");
  const wanted = words.toLowerCase();
  const found = sheets.find(({ id, title }) => title.toLowerCase() === wanted || id === wanted);
  if (!found) throw new CliError(EXIT.input, `no sheet is called "${words}"`);
  return found.id;
}

interface Asked {
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly sheet: SheetId | "none" | undefined;
  readonly unseen: string | undefined;
}

async function changesOf(instance: Instance, asked: Asked, limit: number): Promise<readonly ChangeReply[]> {
  const shown: ChangeReply[] = [];
  for (let after: string | undefined; shown.length < limit; ) {
    const query = { ...asked, limit: Math.min(MAX_A_SLICE, limit - shown.length), after };
    const slice = await instance.ask("GET /changes", { query });
    shown.push(...slice.items);
    if (slice.next === null) break;
    after = slice.next;
  }
  return shown;
}

/** Below the name of each sheet; what is on none comes last. */
function linesOf(shown: readonly ChangeReply[]): readonly string[] {
  const groups = [...Map.groupBy(shown, ({ sheet }) => sheet?.title ?? null)];
  const inOrder = groups.sort(([one], [other]) => Number(one === null) - Number(other === null));
  return inOrder.flatMap(([title, changes], at) => [
    ...(at > 0 ? [""] : []),
    harmless(title ?? "(on no sheet)"),
    ...changes.map(
      ({ at: when, sentence, isSeen }) => `${isSeen ? " " : "*"} ${writeInstant(when)}  ${harmless(sentence)}`,
    ),
  ]);
}
