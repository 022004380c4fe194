/** `tessera set`: what a person says about a follow, said anew: title, tags, schedule, what is told, pause. */
import { normalTag } from "@tessera/model";
import type { BodyOf } from "@tessera/model/api";
import { readArguments } from "../command/arguments.ts";
import { conditionsOf, TELL_HELP } from "../command/conditions.ts";
import { findFollow, type ShownFollow } from "../command/follows.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { SCHEDULE_HELP, SCHEDULE_OPTIONS, scheduleOf } from "../command/schedule.ts";
import { harmless } from "../command/table.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE =
  "tessera set FOLLOW… [--title T] [--tag TAG] [--untag TAG] [--every 10m] [--tell WHEN] [--pause | --resume] [--json]";

const options = {
  ...REACH,
  title: { type: "string" },
  tag: { type: "string", multiple: true },
  untag: { type: "string", multiple: true },
  ...SCHEDULE_OPTIONS,
  tell: { type: "string", multiple: true },
  pause: { type: "boolean", default: false },
  resume: { type: "boolean", default: false },
} as const;

type Change = BodyOf<"PATCH /follows/:id">;

export const set: Verb = {
  about: "change a follow: title, tags, how often, what is told, pause",
  help: `${USAGE}

What is not said stays as it is. Several follows can be changed at once, but for their titles.

  --title T        another title
  --tag TAG        one more tag; can be given several times, as --untag, which takes one away
${SCHEDULE_HELP}
${TELL_HELP}
  --pause          look at it no more; --resume: look again
${REACH_HELP}

What a follow means is said by \`tessera pick\`, how its page is fetched by \`tessera fetch\`.

Examples:
  tessera set Lamp --title "The lamp" --tag home --untag shop
  tessera set Lamp Chair --every 6h --tell below=40 --tell gone
  tessera set Sport --pause

Exit codes: 0 done, 2 wrong call, 3 no such follow, or what was said is not taken.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const { title, tag = [], untag = [], pause, resume } = values;
    if (pause && resume) throw new CliError(EXIT.usage, "--pause and --resume cannot both be meant");
    if (title !== undefined && positionals.length > 1) throw new CliError(EXIT.usage, "--title is of one follow");
    const change: Change = {
      ...(title === undefined ? {} : { title }),
      ...scheduleOf(values),
      ...conditionsOf(values.tell),
      ...(pause || resume ? { isPaused: pause } : {}),
    };
    const changesTags = tag.length + untag.length > 0;
    if (positionals.length === 0 || (Object.keys(change).length === 0 && !changesTags)) {
      throw new CliError(EXIT.usage, `say what is to change. Usage: ${USAGE}`);
    }
    return withInstance({ values, terminal }, async (instance) => {
      const meant: ShownFollow[] = [];
      for (const words of positionals) meant.push(await findFollow(instance, words));
      for (const { id, tags } of meant) {
        const body = changesTags ? { ...change, tags: retagged(tags, tag, untag) } : change;
        const changed = await instance.ask("PATCH /follows/:id", { params: { id }, body });
        terminal.out(values.json ? JSON.stringify(changed) : `${harmless(changed.title)} is changed`);
      }
      return EXIT.ok;
    });
  },
};

function retagged(tags: readonly string[], more: readonly string[], less: readonly string[]): string[] {
  const gone = new Set(less.map(normalTag));
  return [...tags.filter((tag) => !gone.has(tag)), ...more];
}
