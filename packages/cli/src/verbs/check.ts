/** `tessera check`: look at pages now, before they are due. */
import { isBlankVerdict } from "@tessera/model";
import { readArguments } from "../command/arguments.ts";
import { allFollows, findFollow, type ShownFollow } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { shortId } from "../command/meant.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless } from "../command/table.ts";
import { EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera check [FOLLOW …] [--due] [--json]";

const options = { ...REACH, due: { type: "boolean", default: false } } as const;

export const check: Verb = {
  about: "check pages now, before they are due",
  help: `${USAGE}

Checks the pages of these follows, or of all that are not paused if none is named, and says what was found.
A page is captured once, however many follows are on it.

  --due            only pages that are due; for a cron job in place of a server
${REACH_HELP}

Examples:
  tessera check                     everything
  tessera check Sport 8f3a12bc      two of them
  */10 * * * * tessera check --due  as a line of a crontab

Exit codes: 0 every block was found, 4 at least one was not, or is blank: there is nothing to see in it, 3 no such follow, 5 the
instance cannot be reached.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    return withInstance({ values, terminal, alone: "must" }, async (instance) => {
      const chosen = await choose(instance, positionals, values.due);
      const byPage = Map.groupBy(chosen, ({ page }) => page.id);
      let isFoundEverywhere = true;
      for (const follows of byPage.values()) {
        if (follows[0]) await instance.checkNow(follows[0].id);
        for (const before of follows) {
          const after = await instance.ask("GET /follows/:id", { params: { id: before.id } });
          isFoundEverywhere &&= verdictOf(after) === "found" && after.page.trouble === null;
          report(before, after, { isJson: values.json, terminal });
        }
      }
      return isFoundEverywhere ? EXIT.ok : EXIT.no;
    });
  },
};

async function choose(instance: Instance, names: readonly string[], isDue: boolean): Promise<readonly ShownFollow[]> {
  const chosen: ShownFollow[] = [];
  for (const name of names) chosen.push(await findFollow(instance, name));
  if (names.length === 0) for await (const follow of allFollows(instance, { state: "active" })) chosen.push(follow);
  const now = Date.now();
  return isDue ? chosen.filter(({ page }) => page.dueAt !== null && page.dueAt <= now) : chosen;
}

function report(
  before: ShownFollow,
  after: ShownFollow,
  { isJson, terminal }: { readonly isJson: boolean; readonly terminal: Terminal },
): void {
  const isChanged = after.latest?.id !== before.latest?.id;
  const { id, title, value, page } = after;
  const verdict = verdictOf(after);
  if (isJson) {
    terminal.out(JSON.stringify({ id, title, verdict, isChanged, value, trouble: page.trouble }));
    return;
  }
  const outcome = page.trouble ? page.trouble.message : isChanged ? `${verdict}, changed` : `${verdict}, as before`;
  terminal.out(`${shortId(id)}  ${harmless(title)}: ${harmless(outcome)}`);
}

/** A block that is there and shows nothing is blank. */
function verdictOf({ verdict, latest }: ShownFollow): string {
  return isBlankVerdict(latest?.verdict) ? "blank" : verdict;
}
