/** `tessera diff`: what changed in a block, word by word and item by item. */
import { Change } from "@tessera/model";
import { ObservationReply } from "@tessera/server";
import { z } from "zod";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow, shortId } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless, harmlessLines } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";
import { observationsOf, type ShownObservation } from "./history.ts";

const USAGE = "tessera diff FOLLOW [OBSERVATION [AGAINST]] [--json]";
/** So far back an observation is looked for by the end of its id. */
const MAX_SEARCHED = 10_000;

const options = { ...REACH } as const;

const Difference = z.object({ before: ObservationReply.nullable(), after: ObservationReply, difference: Change });

export const diff: Verb = {
  about: "show what changed in a block",
  help: `${USAGE}

The latest change, or the one that began OBSERVATION (an id of \`tessera history\`, its end is enough), against what was
before it or against AGAINST. Words that went are [-so-], words that came {+so+}; in colours on a terminal.
Items of a list: + came, - went, * changed, ~ moved.

${REACH_HELP}

Examples:
  tessera diff Sport
  tessera diff Sport 8f3a12bc
  tessera diff Sport 8f3a12bc 11aa22bb --json

Exit codes: 0 there is a difference, 4 there is none, 3 no such follow or observation.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 3], USAGE);
    const [name = "", wanted, against] = positionals;
    return withInstance({ values, terminal }, async (instance) => {
      const { id } = await findFollow(instance, name);
      const after = await choose(instance, id, wanted);
      const before = against === undefined ? undefined : (await choose(instance, id, against)).id;
      const shown = await instance.ask("GET /api/v1/follows/:id/observations/:observationId/diff", Difference, {
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

function print({ before, after, difference }: z.output<typeof Difference>, terminal: Terminal): void {
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
