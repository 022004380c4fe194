/** `tessera replay`: what a tracer would have said differently about the captures that are stored. */
import { TRACER_NAMES, type VerdictRecord } from "@tessera/model";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import { writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera replay FOLLOW [--tracer NAME] [--all] [--json]";

const options = {
  ...REACH,
  tracer: { type: "string" },
  all: { type: "boolean", default: false },
} as const;

export const replay: Verb = {
  about: "run a tracer over stored captures and show what it says differently",
  help: `${USAGE}

Learns the block again from the capture in which it was picked, follows it through all later captures that are still
stored, and compares each verdict with the one that was recorded. Nothing is written and nobody is notified.

  --tracer NAME    ${TRACER_NAMES.join(", ")}
                   (default that of the follow)
  --all            also the captures on which they agree
${REACH_HELP}

Examples:
  tessera replay Sport
  tessera replay Sport --tracer fixed-subtree --all

Exit codes: 0 the tracer agrees with what was recorded, 4 it does not, 3 no such follow or tracer.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    return withInstance({ values, terminal }, async (instance) => {
      const { id } = await findFollow(instance, positionals[0] ?? "");
      const { tracer } = values;
      const query = tracer === undefined ? {} : { tracer };
      const replayed = await instance.ask("GET /follows/:id/replay", { params: { id }, query });
      const different = replayed.steps.filter(({ differs }) => differs);
      const shown = values.all ? replayed.steps : different;
      if (values.json) for (const step of shown) terminal.out(JSON.stringify(step));
      else {
        if (shown.length > 0)
          printTable(
            shown,
            [
              { title: "CAPTURE", cell: ({ at }) => writeInstant(at) },
              { title: "RECORDED", cell: ({ recorded }) => words(recorded), isElastic: true },
              { title: replayed.tracer.toUpperCase(), cell: ({ verdict }) => words(verdict), isElastic: true },
            ],
            terminal,
          );
        terminal.out(`${replayed.steps.length} captures replayed, ${different.length} different`);
      }
      return different.length === 0 ? EXIT.ok : EXIT.no;
    });
  },
};

function words(verdict: VerdictRecord | null): string {
  if (verdict === null) return "-";
  if (verdict.kind === "found") return `found ${verdict.confidence.toFixed(2)} ${verdict.path}`;
  return verdict.kind === "blocked" ? `blocked, ${verdict.reason}` : verdict.kind;
}
