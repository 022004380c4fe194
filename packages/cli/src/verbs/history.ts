/** `tessera history` and `tessera diff`: what a block was over time, and what changed in it. */
import { looksDifferent, movedToOf } from "@tessera/model";
import type { DifferenceReply, ObservationReply } from "@tessera/model/api";
import { expectWords, readArguments, readCount } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { foundByWord } from "../command/lens.ts";
import { shortId } from "../command/meant.ts";
import { readInstant, writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless, harmlessLines, printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera history FOLLOW [--limit N] [--from DATE] [--until DATE] [--all] [--json]";
const USUAL_LIMIT = "20";
const MAX_A_SLICE = 200;

const options = {
  ...REACH,
  limit: { type: "string", default: USUAL_LIMIT },
  from: { type: "string" },
  until: { type: "string" },
  all: { type: "boolean", default: false },
} as const;

export type ShownObservation = ObservationReply;

export const history: Verb = {
  about: "show what a block was over time",
  help: `${USAGE}

Observations, the latest first: since when, in how many checks, the verdict, which lens or tracer found the block (or the
person who pointed at it), whether it looked very different, and how the text begins; where the page was redesigned
meanwhile, when that was and how much of its structure is still the same; where a link says where the block went, that
page. The id at the start of a line is for \`tessera diff\`.

  --limit N        at most this many (default ${USUAL_LIMIT})
  --from DATE, --until DATE   only from this time, such as 2026-03-01 or 2026-03-01T12:00
  --all            also changes of volatile parts only
${REACH_HELP}

Examples:
  tessera history Sport
  tessera history "Lamp" --from 2026-01-01 --limit 500 --json`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    const limit = readCount(values.limit, "--limit");
    const range = {
      from: values.from === undefined ? undefined : String(readInstant(values.from, "--from")),
      until: values.until === undefined ? undefined : String(readInstant(values.until, "--until")),
      changesOnly: String(!values.all),
    };
    return withInstance({ values, terminal }, async (instance) => {
      const { id } = await findFollow(instance, positionals[0] ?? "");
      const shown = await observationsOf(instance, id, { ...range, limit });
      if (values.json) for (const observation of shown) terminal.out(JSON.stringify(observation));
      else
        printTable(
          shown,
          [
            { title: "ID", cell: (each) => shortId(each.id) },
            { title: "SINCE", cell: ({ at }) => writeInstant(at) },
            { title: "LAST SEEN", cell: ({ lastAt }) => writeInstant(lastAt) },
            { title: "CHECKS", cell: ({ looks }) => String(looks) },
            { title: "VERDICT", cell: ({ verdict }) => verdict.kind },
            { title: "FOUND BY", cell: foundByWord },
            { title: "CHANGE", cell: changeWord },
            // most pages are never redesigned
            ...(shown.some((each) => pageWords(each) !== "") ? [{ title: "PAGE", cell: pageWords }] : []),
            { title: "TEXT", cell: ({ excerpt }) => excerpt, isElastic: true },
          ],
          terminal,
        );
      return EXIT.ok;
    });
  },
};

function changeWord({ change, verdict }: ShownObservation): string {
  return looksDifferent(verdict) ? `${change}, looks very different` : change;
}

function pageWords({ redesign, verdict }: ShownObservation): string {
  const movedTo = movedToOf(verdict);
  if (movedTo) return movedTo.isFound ? `moved to ${movedTo.url}` : `links to ${movedTo.url}`;
  return redesign ? `redesigned ${writeInstant(redesign.at)}, ${Math.round(redesign.sameShare * 100)} % the same` : "";
}

interface Range {
  readonly limit: number;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly changesOnly?: string;
}

/** The latest observations of a follow, at most `limit`. */
export async function observationsOf(
  instance: Instance,
  follow: string,
  { limit, ...range }: Range,
): Promise<readonly ShownObservation[]> {
  const shown: ShownObservation[] = [];
  for (let after: string | undefined; shown.length < limit; ) {
    const query = { ...range, limit: String(Math.min(MAX_A_SLICE, limit - shown.length)), after };
    const slice = await instance.ask("GET /follows/:id/history", {
      params: { id: follow },
      query,
    });
    shown.push(...slice.items);
    if (slice.next === null) break;
    after = slice.next;
  }
  return shown;
}

const DIFF_USAGE = "tessera diff FOLLOW [OBSERVATION [AGAINST]] [--json]";
/** So far back an observation is looked for by the end of its id. */
const MAX_SEARCHED = 10_000;

const diffOptions = { ...REACH } as const;

export const diff: Verb = {
  about: "show what changed in a block",
  help: `${DIFF_USAGE}

The latest change, or the one that began OBSERVATION (an id of \`tessera history\`, its end is enough), against what was
before it or against AGAINST. Removed words are [-like this-], added ones {+like this+}; in colours on a terminal.
Items of a list: + added, - removed, * changed, ~ moved.

${REACH_HELP}

Examples:
  tessera diff Sport
  tessera diff Sport 8f3a12bc
  tessera diff Sport 8f3a12bc 11aa22bb --json

Exit codes: 0 there is a difference, 4 there is none, 3 no such follow or observation.`,
  options: diffOptions,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, diffOptions, DIFF_USAGE);
    expectWords(positionals, [1, 3], DIFF_USAGE);
    const [name = "", wanted, against] = positionals;
    return withInstance({ values, terminal }, async (instance) => {
      const { id } = await findFollow(instance, name);
      const after = await choose(instance, id, wanted);
      const before = against === undefined ? undefined : (await choose(instance, id, against)).id;
      const shown = await instance.ask("GET /follows/:id/observations/:observationId/diff", {
        params: { id, observationId: after.id },
        query: { against: before },
      });
      if (values.json) terminal.out(JSON.stringify(shown));
      else print(shown, terminal);
      const { parts, items } = shown.difference;
      const isSame = parts.every(({ kind }) => kind === "same") && (items === null || items.moved.length === 0);
      return isSame ? EXIT.no : EXIT.ok;
    });
  },
};

async function choose(instance: Instance, follow: string, wanted: string | undefined): Promise<ShownObservation> {
  if (wanted === undefined) {
    const recent = await observationsOf(instance, follow, { limit: 100, changesOnly: "true" });
    const latest = recent.find(({ hasContent }) => hasContent);
    if (latest) return latest;
    throw new CliError(EXIT.input, "nothing has been seen of this block yet");
  }
  const all = await observationsOf(instance, follow, { limit: MAX_SEARCHED, changesOnly: "false" });
  const found = all.find(({ id }) => id.endsWith(wanted.toLowerCase()));
  if (found) return found;
  throw new CliError(EXIT.input, `no observation ends in ${wanted}; \`tessera history\` lists them`);
}

function print({ before, after, difference }: DifferenceReply, terminal: Terminal): void {
  const name = (one: ShownObservation | null): string =>
    one ? `${shortId(one.id)} of ${writeInstant(one.at)}` : "nothing";
  terminal.out(`${name(before)} → ${name(after)}`);
  terminal.out("");
  const mark = (text: string, [open, close, colour]: readonly [string, string, number]): string =>
    terminal.isInteractive ? `\u001b[${colour}m${text}\u001b[0m` : `${open}${text}${close}`;
  const words = difference.parts.map(({ kind, text }) => {
    const shown = harmlessLines(text);
    if (kind === "same") return shown;
    return kind === "removed" ? mark(shown, ["[-", "-]", 31]) : mark(shown, ["{+", "+}", 32]);
  });
  terminal.out(words.join(""));
  const { items } = difference;
  if (!items) return;
  const named = ({ title, text }: { title: string; text: string }): string => harmless(title || text);
  for (const item of items.added) terminal.out(`+ ${named(item)}`);
  for (const item of items.removed) terminal.out(`- ${named(item)}`);
  for (const { after: item } of items.reworded) terminal.out(`* ${named(item)}`);
  for (const { item, from, to } of items.moved) terminal.out(`~ ${named(item)} (${from + 1} → ${to + 1})`);
}
