/** `tessera unfollow`: stop to follow a block. */
import { z } from "zod";
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera unfollow FOLLOW [--undo] [--json]";

const options = { ...REACH, undo: { type: "boolean", default: false } } as const;

export const unfollow: Verb = {
  about: "stop to follow a block; can be undone for a while",
  help: `${USAGE}

The follow leaves all sheets and feeds at once; its history is kept for a week, unless the owner has set another time.

  --undo           bring it back; FOLLOW is then its whole id (\`tessera list --state deleted\`)
${REACH_HELP}

Examples:
  tessera unfollow Sport
  tessera unfollow 01999f3c-6d2e-7c51-9a53-0f5d8f3a12bc --undo`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    return withInstance({ values, terminal }, async (instance) => {
      const { id, title } = await findFollow(instance, positionals[0] ?? "");
      const route = values.undo ? "POST /api/v1/follows/:id/restore" : "DELETE /api/v1/follows/:id";
      await instance.ask(route, z.unknown(), { params: { id } });
      if (values.json) terminal.out(JSON.stringify({ id, title, isFollowed: values.undo }));
      else
        terminal.out(values.undo ? `${harmless(title)} is followed again` : `${harmless(title)} is no longer followed`);
      return EXIT.ok;
    });
  },
};
