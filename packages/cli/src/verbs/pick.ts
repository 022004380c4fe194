/** `tessera pick`: say again what a follow means, without beginning a new one. */
import type { BodyOf } from "@tessera/model/api";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import { LENS_HELP, LENS_OPTIONS, tracerSaid } from "../command/lens.ts";
import { NO_PARTS, PARTS_HELP, PARTS_OPTIONS, partsDone, partsSaid } from "../command/parts.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";
import { printFollow } from "./show.ts";

const USAGE =
  "tessera pick FOLLOW [--intent WHAT] [--extent HOW] [--block PATH] [--cut PATH] [--ignore PATH] [--lens HOW | --tracer NAME] [--json]";

const options = {
  ...REACH,
  intent: { type: "string" },
  extent: { type: "string" },
  block: { type: "string" },
  ...PARTS_OPTIONS,
  ...LENS_OPTIONS,
} as const;

export const pick: Verb = {
  about:
    "change what a follow means: another block, without some parts, one or all like it, the place or the thing, how to find it",
  help: `${USAGE}

What is not said stays as it is, and so does the history.

  --intent WHAT    position (whatever stands there), item (this very thing wherever it goes), or auto
  --extent HOW     one (this block alone) or alike (all like it)
  --block PATH     another block of the page as it was last looked at, such as html[1]/body[1]/div[3]
${PARTS_HELP}
${LENS_HELP}
${REACH_HELP}

Parts that are given take the place of those before; --cut ${NO_PARTS} puts all back, --ignore ${NO_PARTS} tells changes of all again.
Another lens learns what is shown now; one that the follow had before goes on with what it knew.

Examples:
  tessera pick "First headline" --intent position
  tessera pick Ohio --intent item
  tessera pick Sport --extent alike
  tessera pick Sport --cut "html[1]/body[1]/main[1]/section[2]/p[1]"
  tessera pick Sport --cut none
  tessera pick "Notice board" --lens place

Exit codes: 0 done, 2 wrong call, 3 no such follow, block, part or choice.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    const { intent, extent, block: path } = values;
    // words of the person, which the route itself checks
    const body = {
      ...(intent === undefined ? {} : { intent }),
      ...(extent === undefined ? {} : { extent }),
      ...(path === undefined ? {} : { path }),
      ...partsSaid(values),
      ...tracerSaid(values),
    } as BodyOf<"PUT /follows/:id/pick">;
    if (Object.keys(body).length === 0) {
      throw new CliError(EXIT.usage, `say what is to change. Usage: ${USAGE}`);
    }
    return withInstance({ values, terminal }, async (instance) => {
      const { id } = await findFollow(instance, positionals[0] ?? "");
      const picked = await instance.ask("PUT /follows/:id/pick", { params: { id }, body });
      if (values.json) terminal.out(JSON.stringify(picked));
      else printFollow(picked, picked.value, terminal);
      return partsDone(partsSaid(values), picked, terminal);
    });
  },
};
