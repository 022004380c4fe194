/** `tessera alert`: whether a follow also tells when its block looks very different. */
import { expectWords, readArguments } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera alert FOLLOW on|off [--json]";

const options = { ...REACH } as const;

/** The condition that it is among. */
const ALERT = "looks-different";

const NOT_OF_ALIKE = "all alike together never look different: the alert is about a single block";

export const alert: Verb = {
  about: "tell when the block of a follow looks very different from before, or no longer",
  help: `${USAGE}

Nearly always it is the same block, much changed. All else that the follow tells stays as it is. \`tessera follow --alert\`
turns it on from the start.

  on               also tell when the block looks very different; not for all alike together, which never do
  off              do not (the default)
${REACH_HELP}

Examples:
  tessera alert Sport on
  tessera alert 8f3a12bc off

Exit codes: 0 done, 2 wrong call, 3 no such follow, or one that cannot have it.`,
  options,
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [2, 2], USAGE);
    const [named = "", word] = positionals;
    if (word !== "on" && word !== "off") throw new CliError(EXIT.usage, `on or off. Usage: ${USAGE}`);
    return withInstance({ values, terminal }, async (instance) => {
      const { id, conditions, pick } = await findFollow(instance, named);
      if (word === "on" && pick.extent === "alike") throw new CliError(EXIT.input, NOT_OF_ALIKE);
      const others = conditions.filter(({ kind }) => kind !== ALERT);
      const body = { conditions: word === "on" ? [...others, { kind: ALERT } as const] : others };
      const follow = await instance.ask("PATCH /follows/:id", { params: { id }, body });
      if (values.json) terminal.out(JSON.stringify(follow));
      else terminal.out(`${harmless(follow.title)}: the alert is ${word}`);
      return EXIT.ok;
    });
  },
};
