/** `tessera history`: what a block was over time. */
import { ObservationReply, sliceOf } from "@tessera/server";
import type { z } from "zod";
import { expectWords, readArguments, readCount } from "../command/arguments.ts";
import { findFollow, shortId } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { readInstant, writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { EXIT, type Verb } from "../command/verb.ts";

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

export type ShownObservation = z.output<typeof ObservationReply>;

export const history: Verb = {
  about: "show what a block was over time",
  help: `${USAGE}

Observations, the latest first: when the block began to be so, at how many looks, the verdict, how it begins. The id at
the start of a line is for \`tessera diff\`.

  --limit N        at most so many (default ${USUAL_LIMIT})
  --from DATE, --until DATE   of this time only, such as 2026-03-01 or 2026-03-01T12:00
  --all            also what only volatile parts made
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
            { title: "LOOKS", cell: ({ looks }) => String(looks) },
            { title: "VERDICT", cell: ({ verdict }) => verdict.kind },
            { title: "CHANGE", cell: ({ change }) => change },
            { title: "TEXT", cell: ({ excerpt }) => excerpt, isElastic: true },
          ],
          terminal,
        );
      return EXIT.ok;
    });
  },
};

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
    const slice = await instance.ask("GET /api/v1/follows/:id/history", sliceOf(ObservationReply), {
      params: { id: follow },
      query,
    });
    shown.push(...slice.items);
    if (slice.next === null) break;
    after = slice.next;
  }
  return shown;
}
