/** `tessera search`: what the follows say and have said. */
import type { ReplyOf } from "@tessera/model/api";
import { readArguments, readCount } from "../command/arguments.ts";
import type { Instance } from "../command/instance.ts";
import { shortId } from "../command/meant.ts";
import { writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera search WORDS… [--history] [--tag TAG] [--sheet NAME] [--limit N] [--json]";
const USUAL_LIMIT = "20";
const MAX_A_SLICE = 50;

const options = {
  ...REACH,
  history: { type: "boolean", default: false },
  tag: { type: "string", multiple: true },
  sheet: { type: "string" },
  limit: { type: "string", default: USUAL_LIMIT },
} as const;

type Answer = ReplyOf<"GET /search">;
type Found = Answer["hits"][number];
type FoundTile = Answer["tiles"][number];

export const search: Verb = {
  about: "find what the followed blocks say, and what they said",
  help: `${USAGE}

The follows that say all the WORDS, in any order, by how lately they changed: title and address, and under it when it was so and
the lines that say it; then notes, links and headings of yours, and other tiles by their names. Case and accents make no difference.
"Words in quotes" stand beside each other, -word and -"these words" must not be there, the last word may be a beginning, tag:NAME and
in:SHEET are as the options, and -tag:NAME leaves out what has this tag.

  --history        also what was there before
  --tag TAG        only with this tag; can be given several times
  --sheet NAME     only on the sheets with these words in their title
  --limit N        at most this many follows (default ${USUAL_LIMIT})
${REACH_HELP}

Examples:
  tessera search strike
  tessera search '"sold out"' --history --tag concerts
  tessera search rain -- -snow -tag:holidays

Exit codes: 0 something was found, 4 nothing was.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const q = questionOf(positionals, { tags: values.tag ?? [], sheet: values.sheet });
    if (q.trim() === "") throw new CliError(EXIT.usage, `say what to look for. Usage: ${USAGE}`);
    const limit = readCount(values.limit, "--limit");
    return withInstance({ values, terminal }, async (instance) => {
      await instance.catchUpSearch();
      const where = values.history ? "history" : "current";
      const { hits, tiles, areTilesCut, isBehind } = await allHits(instance, { q, in: where }, limit);
      if (values.json) for (const found of [...hits, ...tiles]) terminal.out(JSON.stringify(found));
      else {
        for (const hit of hits) print(hit, terminal);
        for (const tile of tiles) printTile(tile, terminal);
      }
      const isFound = hits.length + tiles.length > 0;
      if (areTilesCut) terminal.error("not everything that you wrote is here: more words narrow it down");
      if (isBehind) terminal.error("what was seen in the last moments cannot be found yet");
      if (!isFound)
        terminal.error(values.history ? "nothing says this" : "nothing says this now; --history looks at what was");
      return isFound ? EXIT.ok : EXIT.no;
    });
  },
};

/** Each of them would end the quote. */
const QUOTES = /["“”„]/g;

/** The question in the words of the search itself. */
function questionOf(
  words: readonly string[],
  { tags, sheet }: { readonly tags: readonly string[]; readonly sheet: string | undefined },
): string {
  const quoted = (name: string) => `"${name.replaceAll(QUOTES, " ")}"`;
  const filters = [...tags.map((tag) => `tag:${quoted(tag)}`), ...(sheet === undefined ? [] : [`in:${quoted(sheet)}`])];
  return [...filters, ...words].join(" ");
}

async function allHits(
  instance: Instance,
  question: { readonly q: string; readonly in: "current" | "history" },
  limit: number,
): Promise<Pick<Answer, "hits" | "tiles" | "areTilesCut" | "isBehind">> {
  const [hits, tiles]: [Found[], FoundTile[]] = [[], []];
  let areTilesCut = false;
  for (let cursor: string | undefined; ; ) {
    const query = { ...question, cursor, limit: Math.min(MAX_A_SLICE, limit - hits.length) };
    const answer = await instance.ask("GET /search", { query });
    hits.push(...answer.hits);
    tiles.push(...answer.tiles);
    areTilesCut ||= answer.areTilesCut;
    const { isBehind, next } = answer;
    if (next === null || hits.length >= limit) return { hits, tiles, areTilesCut, isBehind };
    cursor = next;
  }
}

function print({ follow, page, moments, moreMoments }: Found, terminal: Terminal): void {
  const tags = follow.tags.map((tag) => ` #${harmless(tag).replaceAll(" ", "-")}`).join("");
  terminal.out(
    `${shortId(follow.id)}  ${marked({ text: follow.title, marks: follow.titleMarks }, terminal)}${tags}  ${harmless(page.url)}`,
  );
  for (const { at, since, excerpts } of moments) {
    terminal.out(`  ${since === at ? writeInstant(at) : `${writeInstant(since)} – ${writeInstant(at)}`}`);
    for (const excerpt of excerpts) terminal.out(`    ${marked(excerpt, terminal)}`);
  }
  if (moreMoments > 0) terminal.out(`  and ${moreMoments} earlier ${moreMoments === 1 ? "time" : "times"}`);
}

function printTile({ tile, sheet, lines }: FoundTile, terminal: Terminal): void {
  const title = marked({ text: tile.title, marks: tile.titleMarks }, terminal);
  terminal.out(`${shortId(tile.id)}  ${title}  (${tile.kind} on ${harmless(sheet.title)})`);
  for (const line of lines) terminal.out(`    ${marked(line, terminal)}`);
}

/** In bold on a terminal; elsewhere the text as it is. */
function marked({ text, marks }: Found["moments"][number]["excerpts"][number], terminal: Terminal): string {
  if (!terminal.isInteractive) return harmless(text);
  let [shown, from] = ["", 0];
  for (const [start, end] of marks) {
    shown += `${harmless(text.slice(from, start))}\u001b[1m${harmless(text.slice(start, end))}\u001b[0m`;
    from = end;
  }
  return shown + harmless(text.slice(from));
}
