/** `tessera move`: follow a block on the page that it seems to have moved to, and undo that. */
import { movedToOf } from "@tessera/model";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera move FOLLOW [--undo] [--json]";

const options = { ...REACH, undo: { type: "boolean", default: false } } as const;

export const move: Verb = {
  about: "follow a block on the page that it seems to have moved to",
  help: `${USAGE}

If a block is no longer on its page and a link there leads to where it is now, \`tessera show\` says so. This follows it
there, with its history and everything that was learned about it. Nothing is ever moved without being asked to.

  --undo           follow it on the page of before again; can be done for a while
${REACH_HELP}

Examples:
  tessera move "Opening hours"
  tessera move "Opening hours" --undo

Exit codes: 0 it is followed there, 4 nothing says where it is, or it was not found there for sure, 3 no such follow.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    return withInstance({ values, terminal, alone: "must" }, async (instance) => {
      const follow = await findFollow(instance, positionals[0] ?? "");
      const params = { id: follow.id };
      const movedTo = movedToOf(follow.latest?.verdict);
      if (!values.undo && !movedTo) throw new CliError(EXIT.no, "no link of its page says where this block is now");
      if (!values.undo && !movedTo?.isFound) {
        throw new CliError(EXIT.no, `the block was not found for sure at ${movedTo?.url}`);
      }
      const moved = values.undo
        ? await instance.ask("DELETE /follows/:id/move", { params })
        : await instance.ask("POST /follows/:id/move", { params, body: { url: movedTo!.url } });
      if (values.json) terminal.out(JSON.stringify(moved));
      else terminal.out(`${harmless(moved.title)} is followed on ${harmless(moved.page.url)}`);
      return EXIT.ok;
    });
  },
};
